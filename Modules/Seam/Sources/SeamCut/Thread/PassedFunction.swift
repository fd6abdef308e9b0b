import SeamKit

/// A function as an argument, `rows.map(makeRow)`, which a closure takes the place of once the function needs the instance:
/// `rows.map { makeRow($0, store: store) }`.
struct PassedFunction {
    private let value: ExpressionNode
    private let file: ParsedFile
    private let function: InstanceFunction
    /// What is called: the function with what stands before it.
    private let callee: String
    /// What calls of the function say before the instance.
    private let label: String
    /// Whether the closure runs before the call that it is passed to returns.
    private let isImmediate: Bool

    /// The labels of what certainly is a closure.
    private static let labels: Set<String> = [
        "action", "by", "completion", "completionHandler", "handler", "onDismiss", "perform", "where",
    ]

    /// Creates the value from an argument; nil if a closure might not mean the same, or if the code doesn't say that it takes one.
    init?(
        _ value: ExpressionNode,
        of function: InstanceFunction,
        labelled label: String,
        in file: ParsedFile,
        _ index: CodeTree
    ) {
        guard let passed = value.passed, let decl = function.decl.function, !decl.isGeneric,
            decl.parameters.allSatisfy({ parameter in
                !parameter.isVariadic && !["inout ", "@autoclosure", "->"].contains(where: parameter.typeText.contains)
            })
        else { return nil }
        isImmediate =
            passed.call.calledMember != nil
            && passed.call.calleeName.map(ClosureRule.immediate.contains) == true
        guard isImmediate || passed.label.map(Self.labels.contains) == true else { return nil }
        guard let (name, base) = value.reference,
            base == nil || ["self", "Self"].contains(base?.code)
                || base.flatMap(ReceiverType(index: index, file: file).typeName) != nil
        else { return nil }
        (self.value, self.file, self.function, self.label) = (value, file, function, label)
        let isOfObject = function.owner.kind != .file && !function.isStatic
        callee = base == nil && isOfObject && !isImmediate ? "self.\(name)" : value.code
    }

    /// Returns the edit that puts the closure in place of the function.
    func edit(passing instance: String) -> TextEdit {
        let called = function.called
        var arguments = called.parameters.enumerated().map { number, parameter in
            parameter.label == "_" ? "$\(number)" : "\(parameter.label): $\(number)"
        }
        // A closure that is stored holds the instance, and not what has it.
        let name = instance.lastName
        let isCaptured = !isImmediate && (instance.isPlainName && instance != "self" || instance == "self.\(name)")
        let capture = instance == name ? name : "\(name) = \(instance)"
        arguments.insert("\(label): \(isCaptured ? name : instance)", at: called.place)
        let effects = Declaration(function.decl, in: function.file.document).effects
        let words = (effects.isThrowing ? "try " : "") + (effects.isAsync ? "await " : "")
        let call = "\(words)\(callee)(\(arguments.joined(separator: ", ")))"
        let closure = isCaptured ? "{ [\(capture)] in \(call) }" : "{ \(call) }"
        return behindParentheses(closure) ?? TextEdit(replacing: value, with: closure)
    }

    /// Returns the edit that puts the closure behind the call's parentheses; nil if it has to stay in them.
    private func behindParentheses(_ closure: String) -> TextEdit? {
        guard let (label, call) = value.passed.map({ ($0.label, $0.call) }), label == nil, call.closureCount == 0,
            !value.isBeforeBody, let (open, _, close) = call.argumentPlaces, call.values.last?.offset == value.offset
        else { return nil }
        let before = call.values.dropLast().last?.end
        return file.replacement((before ?? open - 1)..<close + 1, with: (before == nil ? " " : ") ") + closure)
    }
}
