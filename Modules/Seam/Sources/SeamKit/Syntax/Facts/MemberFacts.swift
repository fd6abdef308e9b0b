@_spi(RawSyntax) import SwiftSyntax

extension FactsCollector {
    /// Records a member of the innermost type, or a global.
    mutating func append(
        member name: Index,
        flags: FileFacts.MemberFact.Flags,
        type: Index,
        values: [Index] = [],
        parameters: [FileFacts.ParameterFact] = [],
        at place: FileFacts.Place,
        wrapper: Index = -1
    ) {
        let start = Index(tables.parameters.count)
        tables.parameters.append(contentsOf: parameters)
        tables.members.append(
            FileFacts.MemberFact(
                owner: scopes.type,
                name: name,
                flags: flags,
                type: type,
                values: list(of: values),
                parameters: FileFacts.Slice(start: start, count: Index(parameters.count)),
                place: place,
                wrapper: wrapper
            )
        )
    }
}

// MARK: Properties

extension RawVariableDeclSyntax {
    func record(in facts: inout FactsCollector) {
        let first = Children<RawPatternBindingSyntax>(bindings).first { _ in true }
        let wrapper = attributes.recordWrappers(in: &facts, type: first?.typeAnnotation?.type)
        let isVariable = bindingSpecifier.tokenText == "var"
        guard !facts.scopes.isInBody else {
            let isWrapped = Children<RawAttributeSyntax>(attributes).contains { _ in true }
            for binding in Children<RawPatternBindingSyntax>(bindings) {
                binding.recordLocal(in: &facts, isVariable: isVariable, isWrapped: isWrapped)
            }
            return
        }
        var flags = modifiers.flags
        if isVariable { flags.insert(.isVariable) }
        if attributes.has("TaskLocal") { flags.insert(.isTaskLocal) }
        if facts.scopes.isInObjectiveC || attributes.has("objc") { flags.insert(.isObjectiveC) }
        for binding in Children<RawPatternBindingSyntax>(bindings) {
            binding.recordProperty(in: &facts, flags: flags, wrapper: wrapper)
        }
    }
}

extension RawPatternBindingSyntax {
    fileprivate func recordProperty(
        in facts: inout FactsCollector,
        flags modifiers: FileFacts.MemberFact.Flags,
        wrapper: FileFacts.Index
    ) {
        let value = initializer?.value.raw
        guard let pattern = RawIdentifierPatternSyntax(pattern) else {
            value?.recordValue(in: &facts)
            return
        }
        let name = facts.index(of: pattern.identifier)
        var type = facts.index(ofType: typeAnnotation?.type)
        if type < 0, let value { type = facts.table.collection(of: value) }
        var flags = modifiers
        let isStatic = flags.contains(.isStatic) || !facts.scopes.isInType
        facts.enterScope(function: -1, isStatic: isStatic)
        var values: [FileFacts.Index] = []
        if let value {
            flags.insert(.hasValue)
            if value.isLiteral { flags.insert(.hasLiteral) }
            values = value.recordValues(in: &facts, expected: FactsCollector.Expected(type: type))
        }
        if let accessors = accessorBlock {
            facts.scopes.leave()
            facts.enterScope(function: name, isStatic: isStatic)
            flags.formUnion(accessors.flags)
            let returned = accessors.record(in: &facts, type: type)
            if flags.contains(.isComputed) { values = returned }
        }
        facts.scopes.leave()
        facts.append(
            member: name,
            flags: flags,
            type: type,
            values: values,
            at: facts.place(of: pattern.identifier),
            wrapper: wrapper
        )
    }
}

extension RawAccessorBlockSyntax {
    fileprivate var flags: FileFacts.MemberFact.Flags {
        guard let accessors = RawAccessorDeclListSyntax(accessors) else { return [.isComputed] }
        var flags: FileFacts.MemberFact.Flags = []
        for accessor in Children<RawAccessorDeclSyntax>(accessors) {
            switch accessor.accessorSpecifier.tokenText {
            case "willSet", "didSet": break
            case "set", "_modify": flags.formUnion([.isComputed, .hasSetter])
            default: flags.insert(.isComputed)
            }
        }
        return flags
    }
}

extension RawDeclModifierListSyntax {
    /// The modifiers that count.
    var flags: FileFacts.MemberFact.Flags {
        var flags: FileFacts.MemberFact.Flags = []
        for modifier in Children<RawDeclModifierSyntax>(self) {
            switch modifier.name.tokenText {
            case "static", "class": flags.insert(.isStatic)
            case "private", "fileprivate":
                flags.insert(modifier.detail == nil ? .isPrivate : .isPrivateSetter)
            case "public", "open", "package": flags.insert(.isPublic)
            case "mutating": flags.insert(.isMutating)
            case "weak": flags.insert(.isWeak)
            default: break
            }
        }
        return flags
    }
}

extension RawAttributeListSyntax {
    func has(_ name: SyntaxText) -> Bool {
        Children<RawAttributeSyntax>(self).contains {
            RawIdentifierTypeSyntax($0.attributeName)?.name.tokenText == name
        }
    }
}

// MARK: Functions

extension RawFunctionDeclSyntax {
    func record(in facts: inout FactsCollector) {
        let name = facts.index(of: name)
        var flags = modifiers.flags
        let isLocal = facts.scopes.isInBody
        if isLocal { facts.declare(name) }
        let list = signature.parameterClause.parameters
        let signature = facts.index(of: facts.table.names.names[Int(name)] + list.labels())
        let isStatic = flags.contains(.isStatic) || (!facts.scopes.isInType && !isLocal)
        facts.enterScope(function: signature, isStatic: isStatic)
        attributes.record(in: &facts)
        self.signature.effectSpecifiers?.recordNames(in: &facts)
        let type = facts.index(ofType: self.signature.returnClause?.type)
        let outer = (facts.scopes.names, facts.scopes.genericMark)
        facts.declareBounds(genericParameterClause, clause: genericWhereClause)
        let parameters = list.declare(in: &facts)
        let returned = body?.statements.recordFunction(in: &facts, returning: type) ?? []
        facts.scopes.forgetNames(since: outer.0)
        facts.scopes.forgetGenerics(since: outer.1)
        facts.scopes.leave()
        guard !isLocal else { return }
        flags.insert(.isFunction)
        facts.append(
            member: name,
            flags: flags,
            type: type,
            values: returned,
            parameters: parameters,
            at: facts.place(of: self.name)
        )
    }
}

extension RawInitializerDeclSyntax {
    func record(in facts: inout FactsCollector) {
        attributes.record(in: &facts)
        let list = signature.parameterClause.parameters
        facts.enterScope(function: facts.index(of: "init" + list.labels()), isStatic: false)
        signature.effectSpecifiers?.recordNames(in: &facts)
        let outer = (facts.scopes.names, facts.scopes.genericMark)
        facts.declareBounds(genericParameterClause, clause: genericWhereClause)
        let parameters = list.declare(in: &facts)
        _ = body?.statements.recordFunction(in: &facts)
        facts.scopes.forgetNames(since: outer.0)
        facts.scopes.leave()
        let type = facts.ownType()
        facts.append(
            member: facts.index(of: "init"),
            flags: modifiers.flags.union([.isInitializer, .isFunction, .isStatic]),
            type: type,
            parameters: parameters,
            at: facts.place(of: initKeyword)
        )
        facts.scopes.forgetGenerics(since: outer.1)
    }
}

extension RawDeinitializerDeclSyntax {
    func record(in facts: inout FactsCollector) {
        attributes.record(in: &facts)
        facts.enterScope(function: facts.index(of: "deinit"), isStatic: false)
        _ = body?.statements.recordFunction(in: &facts)
        facts.scopes.leave()
    }
}

extension RawSubscriptDeclSyntax {
    func record(in facts: inout FactsCollector) {
        attributes.record(in: &facts)
        let flags = modifiers.flags
        let list = parameterClause.parameters
        let signature = facts.index(of: "subscript" + list.labels(areSubscripts: true))
        facts.enterScope(function: signature, isStatic: flags.contains(.isStatic))
        genericParameterClause?.recordNames(in: &facts)
        genericWhereClause?.recordNames(in: &facts)
        let type = facts.index(ofType: returnClause.type)
        let outer = facts.scopes.names
        let parameters = list.declare(in: &facts, areSubscripts: true)
        let returned = accessorBlock?.record(in: &facts, type: type) ?? []
        facts.scopes.forgetNames(since: outer)
        facts.scopes.leave()
        facts.append(
            member: facts.index(of: "subscript"),
            flags: flags.union(.isSubscript),
            type: type,
            values: returned,
            parameters: parameters,
            at: facts.place(of: subscriptKeyword)
        )
    }
}
