import SeamKit

/// A chain that is being followed.
struct ReachLink {
    let chain: CodeBody.Chain
    let offset: Int
    let frame: ReachFrame
    /// The number of the next step.
    var position = 0
    /// The arguments with which what was reached is called; nil if it isn't.
    var arguments: [CodeBody.Argument]?

    /// Returns a call of a type without arguments, by its whole name.
    static func call(of type: CodeTree.TypeID, in document: SwiftDocument, _ index: CodeTree) -> ReachLink {
        let chain = CodeBody.Chain(root: .name(index.graph.name(of: type)), steps: [.call([])])
        return ReachLink(chain: chain, offset: 0, frame: ReachFrame(document: document))
    }

    /// The name at the root.
    var name: String { if case .name(let name) = chain.root { name } else { "" } }

    /// The arguments of the next step, if that is a call.
    var nextArguments: [CodeBody.Argument]? {
        guard position < chain.steps.count, case .call(let arguments) = chain.steps[position] else { return nil }
        return arguments
    }

    /// Goes on behind the next step, if that is a call of what was reached.
    mutating func takeCall() {
        arguments = nextArguments
        if arguments != nil { position += 1 }
    }

    /// Whether what was reached is what the chain writes.
    var isWritten: Bool { chain.isWritten && position == chain.steps.count }

    /// The name that was reached last.
    var lastName: String {
        for step in chain.steps[..<position].reversed() { if case .member(let name) = step { return name } }
        return name
    }
}

extension ReachFrame {
    var selfValue: ReachValue {
        guard let dynamic else { return .unknown }
        return isStatic ? .type(dynamic) : .instance(dynamic, isShared: isShared)
    }
}

extension CodeBody.Chain {
    var isImplied: Bool { if case .implied = root { true } else { false } }

    /// Returns the chain with the type that its place says.
    func implied(by type: TypeStructure?) -> CodeBody.Chain {
        guard isImplied, let type, let name = (type.unmodified.wrapped ?? type.unmodified).fullName else { return self }
        var chain = self
        let names = name.split(separator: ".").map(String.init)
        chain.root = .name(names[0])
        chain.steps = names.dropFirst().map { .member($0) } + steps
        return chain
    }
}
