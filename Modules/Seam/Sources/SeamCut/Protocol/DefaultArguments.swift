import SeamKit

/// An overload of a requirement that has the default arguments of its declaration.
///
/// A requirement can't have default arguments. The overload is in an extension, and has one more parameter than the
/// requirement: otherwise the compiler would take it for the requirement of a type that has none, and it would call itself.
struct DefaultArguments {
    let index: CodeTree
    /// The type that has the declaration.
    let owner: OwnerDecl
    let parameters: [ParameterNode]
    let names: [TokenNode: String]

    /// Returns whether a call leaves an argument out.
    func areRelied(on uses: [MemberUse]) -> Bool {
        let required = parameters.count { $0.value == nil && !$0.isVariadic }
        guard parameters.contains(where: { $0.value != nil }) else { return false }
        return uses.contains { use in
            use.arguments.map { $0 >= required && $0 < parameters.count } ?? false
        }
    }

    /// Returns the parameters with their default values.
    func list() throws(MemberRefusal) -> String {
        var texts: [String] = []
        for parameter in parameters {
            if parameter.isVariadic { throw MemberRefusal("it is variadic, and calls rely on default arguments") }
            var text = parameter.declared(replacing: names)
            if let value = parameter.value {
                guard isClear(value) else {
                    throw MemberRefusal("the default argument \(value.line()) may mean something else elsewhere")
                }
                text += " = " + value.line()
            }
            texts.append(text)
        }
        return texts.joined(separator: ", ")
    }

    /// Returns the arguments that pass all parameters on.
    func arguments() throws(MemberRefusal) -> String {
        var texts: [String] = []
        for parameter in parameters {
            let name = parameter.innerName
            if name == "_" { throw MemberRefusal("a parameter without a name can't be passed on") }
            let label = parameter.label == "_" ? "" : "\(parameter.label): "
            let type = parameter.typeLine
            let value = type.hasPrefix("inout ") ? "&\(name)" : type.contains("@autoclosure") ? "\(name)()" : name
            texts.append(label + value)
        }
        return texts.joined(separator: ", ")
    }

    /// Returns whether an expression means the same in an extension of a protocol.
    private func isClear(_ value: ExpressionNode) -> Bool {
        value.meanings?.allSatisfy { meaning in
            switch meaning {
            case .member(let name, let type): !isPrivate(name, in: type)
            case .type(let name): name != "Self" && !isNested(name)
            }
        } ?? false
    }

    private func isPrivate(_ member: String, in type: String) -> Bool {
        let parts = index.id(type, in: owner).map(index.parts) ?? []
        return parts.flatMap(\.owner.memberDecls).contains {
            $0.declaredNames.contains(member) && $0.modifierList.says("private", "fileprivate")
        }
    }

    /// Returns whether the type has another type, or a member, of a name.
    private func isNested(_ name: String) -> Bool {
        index.id(name, in: owner).map(index.graph.name) == "\(owner.name).\(name)"
            || index.memberNames(of: owner).contains(name)
    }
}
