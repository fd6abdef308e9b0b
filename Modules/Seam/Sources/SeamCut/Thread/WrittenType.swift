import SeamKit

/// Finds the type that is written for a value whose own text leaves it out: `let row: Row = .init()`.
struct WrittenType {
    let index: CodeTree
    let file: ParsedFile

    /// Types of libraries that are made with a value of their first generic argument.
    private static let wrappers: Set<String> = [
        "CurrentValueSubject", "Just", "Mutex", "Optional", "PassthroughSubject", "Published", "State",
    ]

    /// Returns the name of the type as it is written, without marks of optionals and generic arguments; nil if it isn't written. What is
    /// assigned is of the type of what it is assigned to: `path = .init()`.
    func type(of value: ExpressionNode) -> String? {
        switch value.writtenTypeSource {
        case .type(let type): return name(of: type)
        case .argument(let label, let call):
            if label == nil, let wrapped = wrapped(by: call) { return wrapped }
            // `rows.reduce(into: .init()) { ... }` returns what it starts with.
            if label == "into", call.calleeName == "reduce" { return self.type(of: call.expression) }
            let type: String? =
                switch call.calleeText {
                case ".init": self.type(of: call.expression)
                case "self.init": file.owner(around: value)?.name
                case let called: called
                }
            if let label, let type, type.lastName.first?.isUppercase == true { return taken(label, by: type) }
            return parameter(label, of: call, for: value)
        default: return value.assignmentTarget.flatMap(ReceiverType(index: index, file: file).type)
        }
    }

    private func name(of type: TypeNode?) -> String? {
        var structure = type?.structure
        while let wrapped = structure?.wrapped { structure = wrapped }
        return structure.flatMap { $0.fullName ?? $0.simpleName }
    }

    /// The type of the only value that a wrapper from elsewhere is made with, or gets: `CurrentValueSubject<Row, Never>(.init())`,
    /// `rows.send(.init())`.
    private func wrapped(by call: CallNode) -> String? {
        guard call.values.count == 1 else { return nil }
        var (type, arguments) = call.made
        if let (name, base) = call.calledMember, name == "send", let base {
            switch binding(of: base, around: call) {
            case .value(let value)?: (type, arguments) = value.call?.made ?? ("", [])
            case .type(let written)?:
                (type, arguments) = (written.structure.simpleName ?? "", written.structure.arguments)
            case .bound?, nil: return nil
            }
        }
        guard Self.wrappers.contains(type.lastName), index.lastNames.types(type.lastName).isEmpty,
            var first = arguments.first
        else { return nil }
        while let wrapped = first.wrapped { first = wrapped }
        return first.fullName
    }

    /// What the property of the type around a call that an expression names is declared with.
    private func binding(of value: ExpressionNode, around call: CallNode) -> LocalName? {
        guard let owner = file.owner(around: call), let (name, base) = value.reference,
            base.map({ $0.code == "self" }) ?? (value.localName(name) == nil)
        else { return nil }
        return index.parts(of: owner).lazy.flatMap(\.owner.variables).compactMap { $0.binding(of: name) }.first
    }

    /// The type of an argument that the initializers of a type take.
    private func taken(_ label: String, by type: String) -> String? {
        guard let declared = index.type(type, inFile: file.path) else { return nil }
        let initializers = index.parts(of: declared.owner).flatMap(\.owner.initializers)
        var types = initializers.flatMap(\.parameters).filter { $0.label == label }.map { name(of: $0.typeNode) }
        if declared.owner.kind == .struct, initializers.isEmpty {
            types = declared.owner.variables.flatMap(\.parts).filter { $0.written == label }.map { name(of: $0.type) }
        }
        return Set(types).count == 1 ? types[0] : nil
    }

    /// The type of an argument of a function, if the type around the call has one function of the name.
    private func parameter(_ label: String?, of call: CallNode, for value: ExpressionNode) -> String? {
        guard let name = call.calleeName, [name, "self." + name].contains(call.calleeText),
            let owner = file.owner(around: value)
        else { return nil }
        let functions = index.parts(of: owner).flatMap(\.owner.functions).filter { $0.ownName == name }
        guard functions.count == 1, !functions[0].isGeneric else { return nil }
        // Without a label only the first one is certain.
        if label == nil, call.values.first?.offset != value.offset { return nil }
        let found = functions[0].parameters.first { $0.label == label ?? "_" }
        return self.name(of: found?.typeNode)
    }
}
