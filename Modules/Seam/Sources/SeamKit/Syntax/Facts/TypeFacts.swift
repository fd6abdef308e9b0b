@_spi(RawSyntax) import SwiftSyntax

/// What the declarations of classes, structures, enumerations, actors and protocols have in common.
struct TypeDeclaration {
    private var kind: TypeKind
    private var name: RawTokenSyntax
    private var attributes: RawAttributeListSyntax
    private var modifiers: RawDeclModifierListSyntax
    private var generics: RawGenericParameterClauseSyntax?
    private var requirements: RawGenericWhereClauseSyntax?
    private var inheritance: RawInheritanceClauseSyntax?
    private var members: RawMemberBlockSyntax

    init?(node: RawSyntax) {
        if let node = RawClassDeclSyntax(node) {
            (kind, name, attributes, modifiers) = (.classType, node.name, node.attributes, node.modifiers)
            (generics, requirements) = (node.genericParameterClause, node.genericWhereClause)
            (inheritance, members) = (node.inheritanceClause, node.memberBlock)
        } else if let node = RawStructDeclSyntax(node) {
            (kind, name, attributes, modifiers) = (.structType, node.name, node.attributes, node.modifiers)
            (generics, requirements) = (node.genericParameterClause, node.genericWhereClause)
            (inheritance, members) = (node.inheritanceClause, node.memberBlock)
        } else if let node = RawEnumDeclSyntax(node) {
            (kind, name, attributes, modifiers) = (.enumType, node.name, node.attributes, node.modifiers)
            (generics, requirements) = (node.genericParameterClause, node.genericWhereClause)
            (inheritance, members) = (node.inheritanceClause, node.memberBlock)
        } else if let node = RawActorDeclSyntax(node) {
            (kind, name, attributes, modifiers) = (.actorType, node.name, node.attributes, node.modifiers)
            (generics, requirements) = (node.genericParameterClause, node.genericWhereClause)
            (inheritance, members) = (node.inheritanceClause, node.memberBlock)
        } else if let node = RawProtocolDeclSyntax(node) {
            (kind, name, attributes, modifiers) = (.protocolType, node.name, node.attributes, node.modifiers)
            (inheritance, members) = (node.inheritanceClause, node.memberBlock)
        } else {
            return nil
        }
    }

    func record(in facts: inout FactsCollector) {
        attributes.record(in: &facts)
        let name = facts.index(of: name)
        let outer = facts.scopes.genericMark
        facts.declareBounds(generics, clause: requirements)
        var path = facts.path(of: name)
        if facts.scopes.isInBody {
            path = facts.table.path(of: name, in: facts.scopes.type, local: FileFacts.Index(facts.tables.types.count))
            facts.scopes.declare(localType: name, as: path)
        }
        let part = TypePart(
            path: path,
            kind: kind,
            place: facts.place(of: self.name),
            isInObjectiveC: attributes.has("objcMembers"),
            modifiers: modifiers,
            inheritance: inheritance,
            members: members
        )
        part.record(in: &facts)
        facts.scopes.forgetGenerics(since: outer)
    }
}

extension RawExtensionDeclSyntax {
    func record(in facts: inout FactsCollector) {
        attributes.record(in: &facts)
        let path: FileFacts.Index
        let type = facts.index(ofType: extendedType)
        if case .named(let named)? = facts.table.type(at: type) {
            path = named
        } else {
            path = facts.table.path(of: facts.index(of: extendedType.raw.text), in: -1)
        }
        genericWhereClause?.recordNames(in: &facts)
        let part = TypePart(
            path: path,
            kind: .extensionOf,
            place: facts.place(of: extendedType),
            isInObjectiveC: attributes.has("objc"),
            modifiers: modifiers,
            inheritance: inheritanceClause,
            members: memberBlock
        )
        part.record(in: &facts)
    }
}

/// A declaration of a type or an extension, with what is in it.
private struct TypePart {
    var path: FileFacts.Index
    var kind: TypeKind
    var place: FileFacts.Place
    /// Whether Objective-C sees all members.
    var isInObjectiveC: Bool
    var modifiers: RawDeclModifierListSyntax
    var inheritance: RawInheritanceClauseSyntax?
    var members: RawMemberBlockSyntax

    func record(in facts: inout FactsCollector) {
        let flags = flags(isLocal: facts.scopes.isInBody)
        facts.scopes.enterType(
            path,
            isInObjectiveC: isInObjectiveC,
            firstLocal: FileFacts.Index(facts.tables.bindings.count)
        )
        facts.enterScope(function: -1, isStatic: true)
        var inherits: [FileFacts.Index] = []
        for inherited in Children<RawInheritedTypeSyntax>(inheritance?.inheritedTypes) {
            let types = RawCompositionTypeSyntax(inherited.type).map {
                Children<RawCompositionTypeElementSyntax>($0.elements).map(\.type)
            }
            for type in types ?? [inherited.type] {
                let index = facts.index(ofType: type)
                if index >= 0 { inherits.append(index) }
            }
        }
        let list = facts.list(of: inherits)
        facts.tables.types.append(
            FileFacts.TypeFact(path: path, kind: kind, inherits: list, flags: flags, place: place)
        )
        members.record(in: &facts)
        facts.scopes.leave()
        facts.scopes.leaveType()
    }

    private func flags(isLocal: Bool) -> FileFacts.TypeFact.Flags {
        var flags: FileFacts.TypeFact.Flags = []
        let words = modifiers.flags
        if words.contains(.isPrivate) { flags.insert(.isPrivate) }
        if words.contains(.isPublic) { flags.insert(.isPublic) }
        if isLocal { flags.insert(.isLocal) }
        let hasCases = Children<RawMemberBlockItemSyntax>(members.members).contains {
            $0.decl.is(RawEnumCaseDeclSyntax.self)
        }
        if hasCases { flags.insert(.hasCases) }
        return flags
    }
}

extension RawTypeAliasDeclSyntax {
    func record(in facts: inout FactsCollector) {
        genericParameterClause?.recordNames(in: &facts)
        genericWhereClause?.recordNames(in: &facts)
        let target = facts.index(ofType: initializer.value)
        let path = facts.path(of: facts.index(of: name))
        facts.tables.aliases.append(FileFacts.AliasFact(path: path, target: target))
    }
}

extension RawEnumCaseDeclSyntax {
    func record(in facts: inout FactsCollector) {
        for element in Children<RawEnumCaseElementSyntax>(elements) {
            var parameters: [FileFacts.ParameterFact] = []
            for parameter in Children<RawEnumCaseParameterSyntax>(element.parameterClause?.parameters) {
                let label = parameter.firstName.map { facts.index(of: $0) } ?? -1
                parameters.append(FileFacts.ParameterFact(label: label, type: facts.index(ofType: parameter.type)))
                parameter.defaultValue?.value.raw.recordValue(in: &facts)
            }
            facts.append(
                member: facts.index(of: element.name),
                flags: parameters.isEmpty ? [.isCase, .isStatic] : [.isCase, .isStatic, .isFunction],
                type: facts.ownType(),
                parameters: parameters,
                at: facts.place(of: element.name)
            )
        }
    }
}
