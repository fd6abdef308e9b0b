import SeamKit

/// Finds the type of what a constant is set to, where neither the constant nor a call says it in full.
struct ConstantType {
    let index: CodeTree
    /// The type or file around the constant.
    let place: OwnerDecl

    /// A type as it is written, or its name, and the type in which it is written.
    enum Found {
        case written(TypeNode, OwnerDecl)
        case named(String)
        case made(ExpressionNode, OwnerDecl)
    }

    /// Returns the type of another type's static: `UserDefaults.standard`, `Services.log`; nil if no declaration says it.
    func type(ofStatic value: ExpressionNode) -> Found? {
        guard let (name, base) = value.reference, let type = base?.code, type.first?.isUppercase == true else {
            return nil
        }
        let owners = index.id(type, in: place).map(index.parts)?.map(\.owner) ?? []
        if owners.allSatisfy({ $0.kind == .extension }), Frameworks.hasInstance(called: name, of: type) {
            return .named(type)
        }
        for owner in owners {
            for variable in owner.variables where !variable.isOfInstance {
                guard let part = variable.parts.first(where: { $0.name?.withoutBackticks == name }),
                    variable.attributeList.names.isEmpty
                else { continue }
                if let written = part.type { return .written(written, owner) }
                return part.value.flatMap { $0.call == nil ? nil : .made($0, owner) }
            }
        }
        return nil
    }

    /// Returns the generic arguments of what an initializer makes, if its arguments say them: `Bool` for
    /// `Setting("isOn", default: true)`; nil if one of them isn't clear.
    func arguments(of call: CallNode, making type: String) -> [TypeStructure]? {
        guard let (file, owner) = index.type(type, in: place), let decl = owner.node.declaration(in: file.document)
        else {
            return nil
        }
        let names = decl.genericParameters.map(\.name)
        let passed = zip(call.labels, call.values).map { (label: $0, value: $1) }
        let slots = slots(of: owner).first { slots in
            passed.allSatisfy { argument in slots.contains { $0.label == argument.label } }
        }
        guard let slots, !names.isEmpty else { return nil }
        let found = names.compactMap { name -> TypeStructure? in
            // Of several arguments, one may say more: `Setting(value: 1, in: 0.5...2)`.
            let naming = slots.indices.filter { place in
                slots[place].type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == name }
                    && passed.contains { $0.label == slots[place].label }
            }
            guard naming.count == 1, let place = naming.first, [name, name + "?"].contains(slots[place].type) else {
                return nil
            }
            // Without labels, the places decide.
            let label = slots[place].label
            let before = slots[..<place].count { $0.label == label }
            let values = passed.filter { $0.label == label }
            return before < values.count ? self.type(ofArgument: values[before].value) : nil
        }
        return found.count == names.count ? found : nil
    }

    /// The parameters of each initializer; without any, the properties that the compiler's initializer takes.
    private func slots(of owner: OwnerDecl) -> [[(label: String, type: String)]] {
        let written = index.parts(of: owner).flatMap(\.owner.initializers)
        if !written.isEmpty || owner.kind != .struct {
            return written.map { $0.parameters.map { ($0.label.withoutBackticks, $0.typeText) } }
        }
        let stored = owner.variables.filter { $0.isOfInstance }.flatMap(\.parts)
        return [stored.compactMap { part in part.type.map { (part.name?.withoutBackticks ?? "", $0.code) } }]
    }

    /// Returns the type of a literal, of an enum's case or of what an initializer makes.
    private func type(ofArgument value: ExpressionNode) -> TypeStructure? {
        if let literal = value.literalType { return TypeStructure(named: literal) }
        let name = value.call.map { $0.made.arguments.isEmpty ? $0.made.type : "" } ?? value.reference?.base?.code
        guard let name, let owner = index.type(name, in: place)?.owner, !owner.node.isGeneric else { return nil }
        let type = TypeStructure(path: owner.name.split(separator: ".").map(String.init))
        guard value.call != nil else { return owner.kind == .enum ? type : nil }
        // A raw value or a failable initializer makes an optional.
        return owner.kind == .enum || owner.initializers.contains(where: \.isFailable) ? nil : type
    }
}

extension PropertyNode {
    /// Returns the static or global variable that a computed property returns as it is, and the type around that; nil if it computes
    /// something else. In another type than the property's, it is a constant.
    func returnedVariable(
        in file: ParsedFile,
        of owner: OwnerDecl?
    ) -> (name: String, declaration: PropertyNode, owner: OwnerDecl?)? {
        // A subclass may override a `class var`.
        guard !modifierList.says("class"), let parts = part?.returned?.code.split(separator: ".").map(String.init),
            let name = parts.last, parts.allSatisfy(\.isPlainName)
        else { return nil }
        let (type, base) = (owner?.kind == .file ? nil : owner, parts.dropLast().joined(separator: "."))
        let isOwn = base.isEmpty || ["Self", "self", type?.name, type?.simpleName].contains(base)
        let names = isOwn ? [type?.name] : [base, type.map { $0.name + "." + base }].filter { $0 != nil }
        let places = type == nil && isOwn ? [file.global] : file.owners.filter { names.contains($0.name) }
        let found = places.flatMap { place in place.variables.map { (place, $0) } }
            .filter { $0.1.part?.name == name && ($0.0.kind == .file || $0.1.modifierList.says("static")) }
        guard found.count == 1, let (place, variable) = found.first, isOwn || variable.isLet,
            variable.part?.isStored == true, variable.attributeList.isEmpty, variable.branchesAround.isEmpty
        else { return nil }
        return (name, variable, place)
    }
}
