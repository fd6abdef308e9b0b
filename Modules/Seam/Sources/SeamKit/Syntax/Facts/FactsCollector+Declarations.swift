@_spi(RawSyntax) import SwiftSyntax

/// Types, members and the parameters of declarations.
extension FactsCollector {
    mutating func readDeclaration(_ node: RawSyntax) {
        switch node.kind {
        case .variableDecl: RawVariableDeclSyntax(node).map { readVariable($0) }
        case .functionDecl: RawFunctionDeclSyntax(node).map { readFunction($0) }
        case .initializerDecl: RawInitializerDeclSyntax(node).map { readInitializer($0) }
        case .deinitializerDecl: RawDeinitializerDeclSyntax(node).map { readDeinitializer($0) }
        case .subscriptDecl: RawSubscriptDeclSyntax(node).map { readSubscript($0) }
        case .enumCaseDecl: RawEnumCaseDeclSyntax(node).map { readCases($0) }
        case .typeAliasDecl: RawTypeAliasDeclSyntax(node).map { readAlias($0) }
        case .extensionDecl: RawExtensionDeclSyntax(node).map { readExtension($0) }
        default: TypeDeclaration(node: node).map { readType($0) }
        }
    }

    // MARK: Types

    /// The common parts of type declarations.
    private struct TypeDeclaration {
        var kind: TypeKind
        var name: RawTokenSyntax
        var attributes: RawAttributeListSyntax
        var modifiers: RawDeclModifierListSyntax
        var generics: RawGenericParameterClauseSyntax?
        var requirements: RawGenericWhereClauseSyntax?
        var inheritance: RawInheritanceClauseSyntax?
        var members: RawMemberBlockSyntax

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
    }

    private mutating func readType(_ node: TypeDeclaration) {
        walk(node.attributes)
        let name = index(of: node.name)
        let outer = generics.mark
        declareBounds(node.generics, clause: node.requirements)
        var path = path(of: name)
        if bodies > 0 {
            path = table.path(of: name, in: types.last ?? -1, local: Index(facts.types.count))
            localTypes.declare(name, as: path)
        }
        let wasInObjectiveC = isInObjectiveC
        isInObjectiveC = Self.has("objcMembers", in: node.attributes)
        enterType(
            path,
            kind: node.kind,
            at: place(of: node.name),
            modifiers: node.modifiers,
            inheritance: node.inheritance,
            members: node.members
        )
        isInObjectiveC = wasInObjectiveC
        generics.leave(outer)
    }

    private mutating func readExtension(_ node: RawExtensionDeclSyntax) {
        walk(node.attributes)
        let path: Index
        let type = index(ofType: node.extendedType)
        if case .named(let named)? = table.type(at: type) {
            path = named
        } else {
            path = table.path(of: index(of: text(of: node.extendedType)), in: -1)
        }
        noteNames(in: node.genericWhereClause)
        let at = place(of: node.extendedType)
        let wasInObjectiveC = isInObjectiveC
        isInObjectiveC = Self.has("objc", in: node.attributes)
        enterType(
            path,
            kind: .extensionOf,
            at: at,
            modifiers: node.modifiers,
            inheritance: node.inheritanceClause,
            members: node.memberBlock
        )
        isInObjectiveC = wasInObjectiveC
    }

    private mutating func enterType(
        _ path: Index,
        kind: TypeKind,
        at place: FileFacts.Place,
        modifiers: RawDeclModifierListSyntax,
        inheritance: RawInheritanceClauseSyntax?,
        members: RawMemberBlockSyntax
    ) {
        var flags: FileFacts.TypeFact.Flags = []
        let words = Words(modifiers)
        if words.isPrivate { flags.insert(.isPrivate) }
        if words.isPublic { flags.insert(.isPublic) }
        if bodies > 0 { flags.insert(.isLocal) }
        if Children<RawMemberBlockItemSyntax>(members.members).contains(where: {
            $0.decl.is(RawEnumCaseDeclSyntax.self)
        }) {
            flags.insert(.hasCases)
        }
        types.append(path)
        scopes.append(scope(function: -1, isStatic: true))
        var inherits: [Index] = []
        for inherited in Children<RawInheritedTypeSyntax>(inheritance?.inheritedTypes) {
            let types = RawCompositionTypeSyntax(inherited.type).map {
                Children<RawCompositionTypeElementSyntax>($0.elements).map(\.type)
            }
            inherits += (types ?? [inherited.type]).map { index(ofType: $0) }.filter { $0 >= 0 }
        }
        let fact = FileFacts.TypeFact(path: path, kind: kind, inherits: list(of: inherits), flags: flags, place: place)
        facts.types.append(fact)
        let outer = (bodies, firstLocal, locals.mark)
        (bodies, firstLocal) = (0, Index(facts.bindings.count))
        walk(members)
        locals.leave(outer.2)
        (bodies, firstLocal) = (outer.0, outer.1)
        scopes.removeLast()
        types.removeLast()
    }

    private mutating func readAlias(_ node: RawTypeAliasDeclSyntax) {
        noteNames(in: node.genericParameterClause)
        noteNames(in: node.genericWhereClause)
        let target = index(ofType: node.initializer.value)
        facts.aliases.append(FileFacts.AliasFact(path: path(of: index(of: node.name)), target: target))
    }

    private mutating func readCases(_ node: RawEnumCaseDeclSyntax) {
        for element in Children<RawEnumCaseElementSyntax>(node.elements) {
            var parameters: [FileFacts.ParameterFact] = []
            for parameter in Children<RawEnumCaseParameterSyntax>(element.parameterClause?.parameters) {
                let label = parameter.firstName.map { index(of: $0) } ?? -1
                parameters.append(FileFacts.ParameterFact(label: label, type: index(ofType: parameter.type)))
                if let value = parameter.defaultValue?.value { read(value.raw, expected: .nothing) }
            }
            member(
                named: index(of: element.name),
                flags: parameters.isEmpty ? [.isCase, .isStatic] : [.isCase, .isStatic, .isFunction],
                type: types.last.map { table.index(of: .named($0)) } ?? -1,
                parameters: parameters,
                at: place(of: element.name)
            )
        }
    }

    // MARK: Members

    private mutating func member(
        named name: Index,
        flags: FileFacts.MemberFact.Flags,
        type: Index,
        values: [Index] = [],
        parameters: [FileFacts.ParameterFact] = [],
        at place: FileFacts.Place,
        wrapper: Index = -1
    ) {
        let start = Index(facts.parameters.count)
        facts.parameters.append(contentsOf: parameters)
        facts.members.append(
            FileFacts.MemberFact(
                owner: types.last ?? -1,
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

    /// The modifiers that count.
    private struct Words {
        var flags: FileFacts.MemberFact.Flags = []

        init(_ modifiers: RawDeclModifierListSyntax) {
            for modifier in Children<RawDeclModifierSyntax>(modifiers) {
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
        }

        var isPrivate: Bool { flags.contains(.isPrivate) }
        var isPublic: Bool { flags.contains(.isPublic) }
    }

    private mutating func readVariable(_ node: RawVariableDeclSyntax) {
        let first = Children<RawPatternBindingSyntax>(node.bindings).first { _ in true }
        let wrapper = readWrappers(node.attributes, type: first?.typeAnnotation?.type)
        let isVariable = node.bindingSpecifier.tokenText == "var"
        guard bodies == 0 else {
            let isWrapped = Children<RawAttributeSyntax>(node.attributes).contains { _ in true }
            for binding in Children<RawPatternBindingSyntax>(node.bindings) {
                declareLocal(binding, isVariable: isVariable, isWrapped: isWrapped)
            }
            return
        }
        var flags = Words(node.modifiers).flags
        if isVariable { flags.insert(.isVariable) }
        if Self.has("TaskLocal", in: node.attributes) { flags.insert(.isTaskLocal) }
        if isInObjectiveC || Self.has("objc", in: node.attributes) { flags.insert(.isObjectiveC) }
        for binding in Children<RawPatternBindingSyntax>(node.bindings) {
            declareProperty(binding, flags: flags, wrapper: wrapper)
        }
    }

    static func has(_ name: SyntaxText, in attributes: RawAttributeListSyntax) -> Bool {
        Children<RawAttributeSyntax>(attributes).contains {
            RawIdentifierTypeSyntax($0.attributeName)?.name.tokenText == name
        }
    }

    private mutating func declareProperty(
        _ binding: RawPatternBindingSyntax,
        flags modifiers: FileFacts.MemberFact.Flags,
        wrapper: Index
    ) {
        guard let pattern = RawIdentifierPatternSyntax(binding.pattern) else {
            if let value = binding.initializer?.value { read(value.raw, expected: .nothing) }
            return
        }
        let name = index(of: pattern.identifier)
        var type = index(ofType: binding.typeAnnotation?.type)
        if type < 0, let value = binding.initializer?.value { type = table.collection(of: value.raw) }
        var flags = modifiers
        let isStatic = flags.contains(.isStatic) || types.isEmpty
        scopes.append(scope(function: -1, isStatic: isStatic))
        var values: [Index] = []
        if let value = binding.initializer?.value {
            flags.insert(.hasValue)
            if Self.isLiteral(value.raw) { flags.insert(.hasLiteral) }
            values = self.values(of: value.raw, expected: Expected(type: type))
        }
        if let accessors = binding.accessorBlock {
            scopes[scopes.count - 1] = scope(function: name, isStatic: isStatic)
            flags.formUnion(Self.flags(of: accessors))
            let returned = body(of: accessors, type: type)
            if flags.contains(.isComputed) { values = returned }
        }
        scopes.removeLast()
        member(
            named: name,
            flags: flags,
            type: type,
            values: values,
            at: place(of: pattern.identifier),
            wrapper: wrapper
        )
    }

    private static func flags(of block: RawAccessorBlockSyntax) -> FileFacts.MemberFact.Flags {
        guard let accessors = RawAccessorDeclListSyntax(block.accessors) else { return [.isComputed] }
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

    private mutating func readFunction(_ node: RawFunctionDeclSyntax) {
        let name = index(of: node.name)
        var flags = Words(node.modifiers).flags
        let isLocal = bodies > 0
        if isLocal { declare(name, type: -1, values: []) }
        let parameters = node.signature.parameterClause.parameters
        let signature = index(of: table.names.names[Int(name)] + Self.labels(of: parameters))
        let isStatic = flags.contains(.isStatic) || (types.isEmpty && !isLocal)
        scopes.append(scope(function: signature, isStatic: isStatic))
        walk(node.attributes)
        noteNames(in: node.signature.effectSpecifiers)
        let type = index(ofType: node.signature.returnClause?.type)
        let outer = (locals.mark, generics.mark)
        declareBounds(node.genericParameterClause, clause: node.genericWhereClause)
        let declared = declareParameters(parameters)
        let returned = node.body.map { function($0.statements, returns: type) } ?? []
        locals.leave(outer.0)
        generics.leave(outer.1)
        scopes.removeLast()
        guard !isLocal else { return }
        flags.insert(.isFunction)
        member(named: name, flags: flags, type: type, values: returned, parameters: declared, at: place(of: node.name))
    }

    private mutating func readInitializer(_ node: RawInitializerDeclSyntax) {
        walk(node.attributes)
        let list = node.signature.parameterClause.parameters
        scopes.append(scope(function: index(of: "init" + Self.labels(of: list)), isStatic: false))
        noteNames(in: node.signature.effectSpecifiers)
        let outer = (locals.mark, generics.mark)
        declareBounds(node.genericParameterClause, clause: node.genericWhereClause)
        let parameters = declareParameters(list)
        if let body = node.body { _ = function(body.statements, returns: -1) }
        locals.leave(outer.0)
        scopes.removeLast()
        let flags = Words(node.modifiers).flags.union([.isInitializer, .isFunction, .isStatic])
        let type = types.last.map { table.index(of: .named($0)) } ?? -1
        member(
            named: index(of: "init"),
            flags: flags,
            type: type,
            parameters: parameters,
            at: place(of: node.initKeyword)
        )
        generics.leave(outer.1)
    }

    private mutating func readDeinitializer(_ node: RawDeinitializerDeclSyntax) {
        walk(node.attributes)
        scopes.append(scope(function: index(of: "deinit"), isStatic: false))
        if let body = node.body { _ = function(body.statements, returns: -1) }
        scopes.removeLast()
    }

    private mutating func readSubscript(_ node: RawSubscriptDeclSyntax) {
        walk(node.attributes)
        let flags = Words(node.modifiers).flags
        let list = node.parameterClause.parameters
        let signature = index(of: "subscript" + Self.labels(of: list, areSubscripts: true))
        scopes.append(scope(function: signature, isStatic: flags.contains(.isStatic)))
        noteNames(in: node.genericParameterClause)
        noteNames(in: node.genericWhereClause)
        let type = index(ofType: node.returnClause.type)
        let outer = locals.mark
        let parameters = declareParameters(list, areSubscripts: true)
        let returned = node.accessorBlock.map { body(of: $0, type: type) } ?? []
        locals.leave(outer)
        scopes.removeLast()
        member(
            named: index(of: "subscript"),
            flags: flags.union(.isSubscript),
            type: type,
            values: returned,
            parameters: parameters,
            at: place(of: node.subscriptKeyword)
        )
    }
}
