@_spi(RawSyntax) import SwiftSyntax

/// The steps and calls of the chains that are being read. A chain is read from its end to its root, so its last step comes first.
struct OpenChains {
    /// A call whose arguments are read when its chain has an index.
    struct Call {
        /// The place of the call among the steps of its chain.
        var step: Int
        var arguments: RawLabeledExprListSyntax
        var trailing: RawClosureExprSyntax?
        var others: RawMultipleTrailingClosureElementListSyntax
    }

    private(set) var steps: [FileFacts.StepFact] = []
    private(set) var calls: [Call] = []

    mutating func open(_ kind: FileFacts.StepFact.Kind, _ name: FileFacts.Index = -1, arguments: Int = 0) {
        steps.append(FileFacts.StepFact(kind: kind, name: name, arguments: Int16(clamping: arguments)))
    }

    /// Opens a call at the step that is opened next.
    mutating func openCall(
        _ arguments: RawLabeledExprListSyntax,
        _ trailing: RawClosureExprSyntax?,
        _ others: RawMultipleTrailingClosureElementListSyntax
    ) {
        calls.append(Call(step: steps.count, arguments: arguments, trailing: trailing, others: others))
    }

    /// Turns the steps since `first` around, which were opened in the order of the text.
    mutating func reverseSteps(from first: Int) { steps[first...].reverse() }

    /// Numbers the calls since `first` by their steps from the root, when all steps of the chain are open.
    mutating func numberCalls(from first: Int) {
        for call in first..<calls.count { calls[call].step = steps.count - 1 - calls[call].step }
    }

    /// Appends the steps since `first` to a list, from the root on. They are then no longer open.
    mutating func closeSteps(from first: Int, to list: inout [FileFacts.StepFact]) {
        guard first < steps.count else { return }
        list.append(contentsOf: steps[first...].reversed())
        steps.removeLast(steps.count - first)
    }

    mutating func closeCalls(from first: Int) { calls.removeLast(calls.count - first) }
}
