import SwiftSyntax

/// Reads the requirements of one protocol for a fake.
struct MemberReader {
    let types: MockTypes
    let path: String
    /// The isolation of the fake: `@MainActor`, or nil.
    let fakeActor: String?
    /// The isolation of the protocol that declares the requirements.
    let siteActor: String?
    var names: MemberNames

    /// The isolation of a requirement.
    private struct Isolation {
        /// The text before the requirement.
        var written: String?
        /// The text before the type of its handler.
        var handlerAttributes: String
        var isShared: Bool
        var isNonisolated: Bool
    }

    private func refuse(_ node: some SyntaxProtocol, _ reason: String) -> Unmockable {
        Unmockable(node: Syntax(node), path: path, reason: reason)
    }

    private func isolation(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax) -> Isolation {
        let own = attributes.names.first { types.catalog.globalActors.contains($0) }.map { "@\($0)" }
        let isNonisolated = modifiers.contains { $0.name.text == "nonisolated" }
        let actor = isNonisolated ? nil : own ?? siteActor
        let leavesActor = fakeActor != nil && actor == nil
        let isShared = types.isShared || leavesActor
        let handler = [actor, isShared ? "@Sendable" : nil].compactMap { $0.map { $0 + " " } }.joined()
        return Isolation(
            written: leavesActor ? "nonisolated" : actor == fakeActor ? nil : actor,
            handlerAttributes: handler,
            isShared: isShared,
            isNonisolated: leavesActor
        )
    }

    private func check(_ modifiers: DeclModifierListSyntax) throws(Unmockable) {
        if let modifier = modifiers.first(where: { ["static", "class"].contains($0.name.text) }) {
            throw refuse(modifier, "it is static: a fake records calls on an instance")
        }
    }

    private func check(_ attributes: AttributeListSyntax) throws(Unmockable) {
        for attribute in attributes where attribute.is(IfConfigDeclSyntax.self) {
            throw refuse(attribute, "its attributes depend on `#if`")
        }
        if let name = attributes.names.first(where: { $0 == "objc" }) {
            throw refuse(attributes, "it is `@\(name)`")
        }
    }

    /// Returns the types of one requirement, with its generic parameters.
    private func types(
        _ clause: GenericParameterClauseSyntax?,
        _ conditions: GenericWhereClauseSyntax?,
        isShared: Bool
    ) throws(Unmockable) -> MockTypes {
        var generics: [String: [String]] = [:]
        for parameter in clause?.parameters ?? [] {
            if parameter.specifier != nil { throw refuse(parameter, "it has a parameter pack") }
            generics[parameter.name.bareName] = parameter.inheritedType.map(Self.bounds) ?? []
        }
        for requirement in conditions?.requirements ?? [] {
            guard case .conformanceRequirement(let conformance) = requirement.requirement else { continue }
            let name = Catalog.bare(conformance.leftType.trimmedDescription)
            if conformance.leftType.is(IdentifierTypeSyntax.self), generics[name] != nil {
                generics[name]? += Self.bounds(conformance.rightType)
            }
        }
        let isUncopyable = generics.values.contains { $0.contains { $0.hasPrefix("~") } }
        if let clause, isUncopyable { throw refuse(clause, "a generic parameter isn't `Copyable`") }
        return MockTypes(
            catalog: types.catalog,
            selfType: types.selfType,
            associated: types.associated,
            isShared: isShared,
            generics: generics
        )
    }

    static func bounds(_ type: TypeSyntax) -> [String] {
        type.as(CompositionTypeSyntax.self)?.elements.map { $0.type.trimmedDescription } ?? [type.trimmedDescription]
    }

    private func effects(
        async: TokenSyntax?,
        throws clause: ThrowsClauseSyntax?,
        _ types: MockTypes
    ) throws(Unmockable) -> String {
        var words: [String] = []
        if let async {
            if async.text == "reasync" { throw refuse(async, "it is `reasync`") }
            words.append("async")
        }
        if let clause {
            if clause.throwsSpecifier.text == "rethrows" {
                throw refuse(clause, "it is `rethrows`: a handler may throw by itself")
            }
            if let type = clause.type, types.isGeneric(type) { throw refuse(clause, "its error is generic") }
            words.append(clause.type.map { "throws(\(types.written($0)))" } ?? "throws")
        }
        return words.joined(separator: " ")
    }

    private func result(_ clause: ReturnClauseSyntax?, isThrowing: Bool, _ types: MockTypes) throws(Unmockable)
        -> (written: String?, handed: String?, cast: String?)
    {
        guard let type = clause?.type else { return (nil, nil, nil) }
        if MockTypes.emptyValue(type) == "" { return (nil, nil, nil) }
        if let attributed = type.as(AttributedTypeSyntax.self), !attributed.specifiers.isEmpty {
            throw refuse(type, "its result is `\(attributed.specifiers.trimmedDescription)`")
        }
        let written = types.written(type)
        guard types.isGeneric(type) else { return (written, written, nil) }
        guard isThrowing else {
            throw refuse(type, "its result is generic and it can't throw: a closure can't be trusted to match the type")
        }
        return (written, types.erased(type), written)
    }

    /// Reads a method.
    mutating func method(_ node: FunctionDeclSyntax) throws(Unmockable) -> MockedMember {
        try check(node.modifiers)
        try check(node.attributes)
        if case .binaryOperator = node.name.tokenKind { throw refuse(node, "it is an operator") }
        let isolation = isolation(node.attributes, node.modifiers)
        let types = try types(node.genericParameterClause, node.genericWhereClause, isShared: isolation.isShared)
        let specifiers = node.signature.effectSpecifiers
        let effects = try effects(async: specifiers?.asyncSpecifier, throws: specifiers?.throwsClause, types)
        let isUntyped = specifiers?.throwsClause != nil && specifiers?.throwsClause?.type == nil
        let result = try result(node.signature.returnClause, isThrowing: isUntyped, types)
        let parameters = try parameters(node.signature.parameterClause, types)
        let labels = node.signature.parameterClause.parameters.map(\.firstName.text)
        let recorder = Recorder(
            stem: names.stem(
                node.name.bareName,
                of: node.name.bareName,
                labels: labels,
                types: parameters.map(\.parameter.handed) + [result.handed ?? "Void"]
            ),
            parameters: parameters.map(\.parameter),
            handlerAttributes: isolation.handlerAttributes,
            effects: effects,
            result: result.handed,
            emptyValue: MockTypes.emptyValue(node.signature.returnClause?.type),
            isShared: isolation.isShared,
            isNonisolated: isolation.isNonisolated
        )
        let isDiscardable = node.attributes.names.contains("discardableResult")
        let signature = MockedMember.Signature(
            attributes: isDiscardable
                ? "@discardableResult" + (isolation.written.map { " \($0)" } ?? "") : isolation.written,
            head: "func \(node.name.text)",
            generics: node.genericParameterClause.map { written($0) } ?? "",
            parameters: parameters.map(\.text),
            effects: effects,
            result: result.written,
            whereClause: node.genericWhereClause.map { " " + written($0) } ?? "",
            castResult: result.cast,
            title: MemberNames.title(node.name.text, labels)
        )
        return MockedMember(conditions: [], recorders: [recorder], shape: .method, signature: signature)
    }

    /// Returns generic clauses with `Self` resolved, which is the fake itself because it is a final class.
    private func written(_ node: some SyntaxProtocol) -> String {
        node.trimmedDescription.replacing("Self.", with: "")
    }

    private func parameters(
        _ clause: FunctionParameterClauseSyntax,
        _ types: MockTypes
    ) throws(Unmockable) -> [(text: String, parameter: MockedParameter)] {
        var generics = types
        // `some P` has no name, so its bounds are in the type itself.
        generics.generics["some"] = []
        var result: [(text: String, parameter: MockedParameter)] = []
        for (index, parameter) in clause.parameters.enumerated() {
            result.append(try generics.parameter(parameter, index: index, path: path))
        }
        return result
    }

    /// Reads a property.
    mutating func property(_ node: VariableDeclSyntax) throws(Unmockable) -> MockedMember {
        try check(node.modifiers)
        try check(node.attributes)
        guard let binding = node.bindings.first, node.bindings.count == 1,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
            let type = binding.typeAnnotation?.type
        else { throw refuse(node, "it isn't one property with a type") }
        let isolation = isolation(node.attributes, node.modifiers)
        let accessors = try accessors(binding.accessorBlock, isolation)
        var signature = MockedMember.Signature(
            attributes: isolation.written,
            head: "var \(name.text)",
            parameters: nil,
            effects: accessors.effects,
            result: types.written(type),
            title: name.bareName
        )
        signature.isSettable = accessors.isSettable
        var types = types
        types = MockTypes(
            catalog: types.catalog,
            selfType: types.selfType,
            associated: types.associated,
            isShared: isolation.isShared
        )
        let written = types.written(type)
        let isStored = types.canBeStored(type)
        if accessors.effects.isEmpty, isStored {
            let recorder = Recorder(
                stem: names.stem(name.bareName, of: name.bareName, labels: [], types: []),
                parameters: [],
                handlerAttributes: "",
                effects: "",
                result: written.hasSuffix("!") ? written.dropLast() + "?" : written,
                emptyValue: MockTypes.emptyValue(type),
                isShared: isolation.isShared,
                isNonisolated: isolation.isNonisolated
            )
            return MockedMember(conditions: [], recorders: [recorder], shape: .value, signature: signature)
        }
        let stored = MockedParameter(name: "newValue", handed: written, recorded: isStored ? written : nil)
        let recorders = accessorRecorders(
            name.bareName,
            [],
            labels: [],
            value: stored,
            effects: accessors.effects,
            emptyValue: MockTypes.emptyValue(type),
            isSettable: accessors.isSettable,
            isolation
        )
        return MockedMember(conditions: [], recorders: recorders, shape: .accessors, signature: signature)
    }

    /// Reads a subscript.
    mutating func subscripted(_ node: SubscriptDeclSyntax) throws(Unmockable) -> MockedMember {
        try check(node.modifiers)
        try check(node.attributes)
        let isolation = isolation(node.attributes, node.modifiers)
        let types = try types(node.genericParameterClause, node.genericWhereClause, isShared: isolation.isShared)
        let accessors = try accessors(node.accessorBlock, isolation)
        let type = node.returnClause.type
        if types.isGeneric(type) { throw refuse(type, "its result is generic") }
        let parameters = try parameters(node.parameterClause, types)
        let written = types.written(type)
        let labels = node.parameterClause.parameters.map { $0.secondName == nil ? "_" : $0.firstName.text }
        var signature = MockedMember.Signature(
            attributes: isolation.written,
            head: "subscript",
            generics: node.genericParameterClause.map { self.written($0) } ?? "",
            parameters: parameters.map(\.text),
            effects: accessors.effects,
            result: written,
            whereClause: node.genericWhereClause.map { " " + self.written($0) } ?? "",
            title: MemberNames.title("subscript", labels)
        )
        signature.isSettable = accessors.isSettable
        let value = MockedParameter(
            name: "newValue",
            handed: written,
            recorded: types.canBeStored(type) ? written : nil
        )
        let recorders = accessorRecorders(
            "subscript",
            parameters.map(\.parameter),
            labels: labels,
            value: value,
            effects: accessors.effects,
            emptyValue: MockTypes.emptyValue(type),
            isSettable: accessors.isSettable,
            isolation
        )
        return MockedMember(conditions: [], recorders: recorders, shape: .accessors, signature: signature)
    }

    private mutating func accessorRecorders(
        _ name: String,
        _ parameters: [MockedParameter],
        labels: [String],
        value: MockedParameter,
        effects: String,
        emptyValue: String?,
        isSettable: Bool,
        _ isolation: Isolation
    ) -> [Recorder] {
        let types = parameters.map(\.handed) + [value.handed]
        var recorders = [
            Recorder(
                stem: names.stem(name + "Get", of: name, labels: labels, types: types),
                parameters: parameters,
                handlerAttributes: isolation.handlerAttributes,
                effects: effects,
                result: value.handed.hasSuffix("!") ? value.handed.dropLast() + "?" : value.handed,
                emptyValue: emptyValue,
                isShared: isolation.isShared,
                isNonisolated: isolation.isNonisolated
            )
        ]
        if isSettable {
            recorders.append(
                Recorder(
                    stem: names.stem(name + "Set", of: name, labels: labels, types: types),
                    parameters: parameters + [value],
                    handlerAttributes: isolation.handlerAttributes,
                    effects: "",
                    result: nil,
                    emptyValue: "",
                    isShared: isolation.isShared,
                    isNonisolated: isolation.isNonisolated
                )
            )
        }
        return recorders
    }

    private func accessors(
        _ block: AccessorBlockSyntax?,
        _ isolation: Isolation
    ) throws(Unmockable) -> (effects: String, isSettable: Bool) {
        guard case .accessors(let list)? = block?.accessors else { return ("", false) }
        var effects = ""
        var isSettable = false
        for accessor in list {
            switch accessor.accessorSpecifier.text {
            case "get":
                effects = try self.effects(
                    async: accessor.effectSpecifiers?.asyncSpecifier,
                    throws: accessor.effectSpecifiers?.throwsClause,
                    types
                )
            case "set": isSettable = true
            case let other: throw refuse(accessor, "it has the accessor `\(other)`")
            }
        }
        return (effects, isSettable)
    }
}
