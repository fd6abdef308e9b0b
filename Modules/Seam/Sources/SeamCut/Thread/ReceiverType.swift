import SeamKit

/// Finds the type of a value that something is called on, from what is written around it.
struct ReceiverType {
    let index: CodeTree
    let file: ParsedFile

    /// Returns the name of the type, without generic arguments and marks of optionals: that of a type of the tree with the names of
    /// those around it, or another name. Nil if nothing says it.
    func type(of value: ExpressionNode) -> String? { type(of: value, depth: 0) }

    private func type(of written: ExpressionNode, depth: Int) -> String? {
        guard depth < 8 else { return nil }
        let value = written.unwrapped
        if let call = value.call { return result(of: call, depth: depth) }
        if let cast = value.cast { return self.written(cast.type) }
        guard let (name, base) = value.reference else { return nil }
        guard let base else { return value.isMember ? nil : type(named: name, at: value, depth: depth) }
        if let type = typeName(base) {
            return isCase(name, of: type) ? type : member(name, of: type, isStatic: true, depth)
        }
        return type(of: base, depth: depth + 1).flatMap { member(name, of: $0, isStatic: false, depth) }
    }

    /// Returns the type that an expression names: `Row`, `Outer.Row<Int>`; nil for another expression.
    func typeName(_ expression: ExpressionNode) -> String? {
        let text = expression.unspecialized.code
        guard text.first?.isUppercase == true, text.lastName.first?.isUppercase == true,
            text.allSatisfy({ $0.isLetter || $0.isNumber || "._".contains($0) })
        else { return nil }
        if text == "Self" { return scope(of: expression.plainNode) }
        return typeName(text, at: expression.plainNode)
    }

    /// Returns the type that a name means at a place; nil for a generic parameter, another name for a type, or an enumeration's case.
    func typeName(_ text: String, at node: CodeNode) -> String? {
        let first = text.firstName
        let isParameter = node.andAround.contains { $0.hasGenericParameter(first) }
        guard !isParameter, !index.lastNames.isAlias(text) else { return nil }
        let around = file.owners(around: node.offset).last.flatMap(index.id(of:))
        if let known = index.onlyDeclared(text, inFile: file.path, inside: around) {
            return index.graph.name(of: known)
        }
        // The name may mean one of several types.
        return index.lastNames.types(text).isEmpty ? text : nil
    }

    /// Returns the declarations and extensions of a type, by its name with those around it.
    private func parts(of type: String) -> [CodeTree.Declaration] {
        let local = file.owners.first { $0.isLocal && $0.name == type }
        return local.map(index.parts) ?? index.id(type, inFile: file.path).map(index.parts) ?? []
    }

    /// The name of the type around a place.
    func scope(of node: CodeNode) -> String? {
        file.owners(around: node.offset).last?.name
    }

    /// Returns the type that a call makes: `Row()`, `Outer.Row.init()`.
    func typeName(made call: CallNode) -> String? {
        guard let member = call.calledMember, member.name == "init" else { return typeName(call.callee) }
        return member.base.flatMap(typeName)
    }

    private func result(of call: CallNode, depth: Int) -> String? {
        if let type = typeName(call.callee) { return type }
        if let (name, base) = call.calledMember, let base {
            if let type = typeName(base) {
                if name == "init" || isCase(name, of: type) { return type }
                return function(name, of: type, isStatic: true)
            }
            return type(of: base, depth: depth + 1).flatMap { function(name, of: $0, isStatic: false) }
        }
        guard let name = call.callee.plainName?.withoutBackticks else { return nil }
        return scope(of: call.plainNode).flatMap { type in
            function(name, of: type, isStatic: false) ?? function(name, of: type, isStatic: true)
        }
    }

    /// Returns what the only function of a type with a name returns.
    private func function(_ name: String, of type: String, isStatic: Bool) -> String? {
        let all = parts(of: type).flatMap { part in
            part.owner.functions
                .filter { $0.ownName.withoutBackticks == name && $0.modifierList.says("static", "class") == isStatic }
        }
        return all.count == 1 ? all[0].resultType.flatMap(written) : nil
    }

    private func isCase(_ name: String, of type: String) -> Bool {
        parts(of: type).flatMap(\.owner.memberDecls).contains {
            $0.isCase && $0.declaredNames.contains(name)
        }
    }

    /// Returns the type of a property of a type.
    private func member(_ name: String, of type: String, isStatic: Bool, _ depth: Int) -> String? {
        for part in parts(of: type) {
            for variable in part.owner.variables where variable.isOfInstance != isStatic {
                guard let found = variable.binding(of: name) else { continue }
                return ReceiverType(index: index, file: part.file).type(of: found, depth: depth + 1)
            }
        }
        return nil
    }

    private func type(of name: LocalName, depth: Int) -> String? {
        switch name {
        case .value(let value): type(of: value, depth: depth + 1)
        case .type(let type): written(type)
        case .bound: nil
        }
    }

    /// Returns the type that is written: `Row`, `Row?`, `any Row`.
    private func written(_ type: TypeNode) -> String? { name(of: type.structure, at: type.plainNode) }

    private func name(of type: TypeStructure, at place: CodeNode) -> String? {
        switch type {
        case .optional(let type), .implicitlyUnwrapped(let type), .existential(let type), .opaque(let type),
            .modified(let type, _, _), .metatype(let type, _):
            name(of: type, at: place)
        case .named:
            type.simpleName == "Self" ? scope(of: place) : type.fullName.flatMap { typeName($0, at: place) }
        default: nil
        }
    }

    private func type(named name: String, at place: ExpressionNode, depth: Int) -> String? {
        if name == "self" { return scope(of: place.plainNode) }
        if let local = place.localName(name) { return type(of: local, depth: depth) }
        guard let owner = scope(of: place.plainNode) else { return nil }
        return member(name, of: owner, isStatic: false, depth) ?? member(name, of: owner, isStatic: true, depth)
    }
}
