import SeamKit

/// Reads the requirements of one protocol for a fake.
struct MemberReader {
    let types: MockTypes
    /// The isolation of the fake.
    let fakeActor: Declaration.Isolation?
    /// The isolation of the protocol that declares the requirements.
    let siteActor: Declaration.Isolation?
    let names: MemberNames
    /// Whether the fake is an actor.
    let isActor: Bool
    /// Whether the protocol that declares the requirements belongs to actors; what others require is isolated to none.
    let isSiteActor: Bool

    /// The isolation of a requirement.
    private struct Isolation {
        /// The text before the requirement.
        var written: String?
        /// The text before the type of its handler.
        var handlerAttributes: String
        var isShared: Bool
        var isNonisolated: Bool
    }

    /// Reads a requirement; returns nil for a declaration that requires nothing of a fake.
    func member(for declaration: Declaration) throws(Refusal) -> MockedMember? {
        switch declaration.kind {
        case .function: return try method(for: declaration)
        case .property: return try property(for: declaration)
        case .subscript: return try subscripted(declaration)
        case .associatedType, .typeAlias: return nil
        case .initializer: return try initializer(for: declaration)
        default: throw Refusal(declaration, "it is no method, property or subscript")
        }
    }

    private func isolation(of requirement: Declaration) -> Isolation {
        let said = requirement.isolation(among: types.catalog.actors)
        let isFree = isActor && !isSiteActor && !requirement.allEffects.isAsync
        let isSaidNonisolated = said?.isActor == false || isFree
        let actor = isSaidNonisolated ? nil : said ?? siteActor
        let leavesActor = fakeActor != nil && actor != fakeActor
        let isStatic = requirement.isStatic || requirement.kind == .initializer
        let isShared = types.isShared || leavesActor || isStatic && fakeActor == nil
        let handler = [actor?.text, isShared ? "@Sendable" : nil].compactMap { $0.map { $0 + " " } }.joined()
        return Isolation(
            written: actor == nil && (fakeActor != nil || isActor && isSaidNonisolated)
                ? "nonisolated" : actor == fakeActor ? nil : actor?.text,
            handlerAttributes: handler,
            isShared: isShared,
            isNonisolated: leavesActor || isActor && !isStatic
        )
    }

    private func check(_ requirement: Declaration) throws(Refusal) {
        for attribute in requirement.attributes where attribute.isConditional {
            throw Refusal(requirement, "its attributes depend on `#if`", at: attribute.offset)
        }
        if requirement.hasAttribute("objc") { throw Refusal(requirement, "it is `@objc`") }
    }

    /// Returns the types of one requirement, with its generic parameters.
    private func types(of requirement: Declaration, isShared: Bool) throws(Refusal) -> MockTypes {
        var types = types
        // What is shared only because it is static promises nothing.
        types.trustsOthers = types.isShared || !requirement.isStatic && requirement.kind != .initializer
        types.isShared = isShared
        for parameter in requirement.genericParameters {
            if parameter.isPack { throw Refusal(requirement, "it has a parameter pack", at: parameter.offset) }
            types.generics[parameter.name] = parameter.bounds
        }
        for case .conformance(let left, let right) in requirement.genericRequirements {
            if let name = left.simpleName, types.generics[name] != nil { types.generics[name]? += right.composed }
        }
        if types.generics.values.contains(where: { $0.contains(where: \.isSuppressed) }) {
            let offset = requirement.genericParameters.first?.offset
            throw Refusal(requirement, "a generic parameter isn't `Copyable`", at: offset)
        }
        return types
    }

    private func effects(
        _ effects: Declaration.Effects,
        of requirement: Declaration,
        types: MockTypes
    ) throws(Refusal) -> String {
        func refuse(_ reason: String) -> Refusal { Refusal(requirement, reason, at: effects.offset) }
        if effects.isReasync { throw refuse("it is `reasync`") }
        switch effects.throwing {
        // A method that never throws meets the requirement.
        case .rethrows: return effects.withoutErrors.text
        case .errors(let type?) where type.isStandard("Never"): return effects.withoutErrors.text
        case .errors(let type?) where types.isGeneric(type): throw refuse("its error is generic")
        case .errors, .never: return effects.text { types.written($0).text }
        }
    }

    private func result(
        of requirement: Declaration,
        types: MockTypes
    ) throws(Refusal) -> (written: String?, handed: String?, isErased: Bool) {
        guard let type = requirement.result, !type.isVoid else { return (nil, nil, false) }
        if !type.specifiers.isEmpty {
            let reason = "its result is `\(type.specifiers.joined(separator: " "))`"
            throw Refusal(requirement, reason, at: requirement.resultOffset)
        }
        let written = types.written(type).text
        let isErased = types.isGeneric(type)
        return (written, (isErased ? types.erased(type) : types.written(type)).withoutMarks.text, isErased)
    }

    /// An asynchronous handler of an actor's fake runs outside of it.
    private func checkPassing(
        _ node: Declaration,
        effects: String,
        parameters: [MockedParameter],
        result: TypeStructure?,
        types: MockTypes
    ) throws(Refusal) {
        guard isActor, effects.hasPrefix("async") else { return }
        let isResultSendable = result.map { types.isSendable(types.erased($0)) } ?? true
        guard isResultSendable, parameters.allSatisfy(\.isSendable) else {
            throw Refusal(
                node,
                "it is `async`, and takes or returns what isn't `Sendable`, which can't leave the actor"
            )
        }
    }

    private func parameters(
        of requirement: Declaration,
        types: MockTypes
    ) throws(Refusal) -> [(text: String, parameter: MockedParameter)] {
        var result: [(text: String, parameter: MockedParameter)] = []
        for (index, parameter) in requirement.parameters.enumerated() {
            result.append(try types.parameter(parameter, index: index, of: requirement))
        }
        return result
    }

    /// Returns the `where` of a requirement, with `Self` resolved.
    private func whereClause(of requirement: Declaration, types: MockTypes) -> String {
        let all = requirement.genericRequirements.map { $0.mapped(types.written).text }
        return all.isEmpty ? "" : " where \(all.joined(separator: ", "))"
    }

    /// Reads a method.
    private func method(for node: Declaration) throws(Refusal) -> MockedMember {
        try check(node)
        if node.isOperator { throw Refusal(node, "it is an operator") }
        let isolation = isolation(of: node)
        let types = try types(of: node, isShared: isolation.isShared)
        let effects = try effects(node.effects, of: node, types: types)
        let result = try result(of: node, types: types)
        let parameters = try parameters(of: node, types: types)
        try checkPassing(
            node,
            effects: effects,
            parameters: parameters.map(\.parameter),
            result: node.result,
            types: types
        )
        let recorder = recorder(
            names: names.names(of: node),
            parameters: parameters.map(\.parameter),
            effects: effects,
            result: result.handed,
            emptyValue: MockTypes.emptyValue(of: node.result),
            isolation: isolation
        )
        let discardable = node.hasAttribute("discardableResult") ? "@discardableResult" : nil
        let attributes = [discardable, isolation.written].compactMap(\.self)
        let signature = MockedMember.Signature(
            attributes: attributes.isEmpty ? nil : attributes.joined(separator: " "),
            head: "func \(node.writtenName)",
            generics: node.genericsText(types.written),
            parameters: parameters.map(\.text),
            effects: effects,
            result: result.written,
            whereClause: whereClause(of: node, types: types),
            isErased: result.isErased,
            title: MemberNames.title(of: node.name, labels: node.parameters.map(\.writtenLabel.withoutBackticks))
        )
        return member(for: node, recorders: [recorder], shape: .method, signature: signature)
    }

    /// Reads an initializer. Who created a fake can be asked afterwards: its recorder is static.
    private func initializer(for node: Declaration) throws(Refusal) -> MockedMember {
        for attribute in node.attributes where attribute.isConditional {
            throw Refusal(node, "its attributes depend on `#if`", at: attribute.offset)
        }
        let isolation = isolation(of: node)
        let types = try types(of: node, isShared: isolation.isShared)
        let effects = try effects(node.effects, of: node, types: types)
        let parameters = try parameters(of: node, types: types)
        try checkPassing(node, effects: effects, parameters: parameters.map(\.parameter), result: nil, types: types)
        let recorder = recorder(
            names: names.names(of: node),
            parameters: parameters.map(\.parameter),
            effects: effects,
            result: node.isFailable ? "Bool" : nil,
            emptyValue: node.isFailable ? "true" : "",
            isolation: isolation
        )
        let signature = MockedMember.Signature(
            attributes: isolation.written,
            head: node.isFailable ? "init?" : "init",
            generics: node.genericsText(types.written),
            parameters: parameters.map(\.text),
            effects: effects,
            whereClause: whereClause(of: node, types: types),
            title: MemberNames.title(of: "init", labels: node.parameters.map(\.writtenLabel.withoutBackticks))
        )
        var member = member(for: node, recorders: [recorder], shape: .initializer, signature: signature)
        member.isStatic = true
        return member
    }

    /// Reads a property.
    private func property(for node: Declaration) throws(Refusal) -> MockedMember {
        try check(node)
        guard let binding = node.bindings.first, node.bindings.count == 1, binding.isName, let type = binding.type
        else {
            throw Refusal(node, "it isn't one property with a type")
        }
        let isolation = isolation(of: node)
        let accessors = try accessors(of: node)
        let types = try types(of: node, isShared: isolation.isShared)
        let written = types.written(type)
        var signature = MockedMember.Signature(
            attributes: isolation.written,
            head: "var \(binding.writtenName)",
            parameters: nil,
            effects: accessors.effects,
            result: written.text,
            title: binding.name
        )
        signature.isSettable = accessors.isSettable
        try checkPassing(node, effects: accessors.effects, parameters: [], result: type, types: types)
        if accessors.effects.isEmpty, types.canBeStored(type) {
            var recorder = recorder(
                names: names.names(of: node),
                effects: "",
                result: written.withoutMarks.text,
                emptyValue: MockTypes.emptyValue(of: type) ?? description(of: node),
                isolation: isolation,
                isCalled: false
            )
            recorder.valueAttributes = types.escaping(type)
            return member(for: node, recorders: [recorder], shape: .value, signature: signature)
        }
        let recorders = accessorRecorders(of: node, [], type, types, accessors, isolation)
        return member(for: node, recorders: recorders, shape: .accessors, signature: signature)
    }

    private func member(
        for node: Declaration,
        recorders: [Recorder],
        shape: MockedMember.Shape,
        signature: MockedMember.Signature
    ) -> MockedMember {
        var signature = signature
        signature.isBuilt = node.attributes.contains { attribute in
            attribute.name.first?.isUppercase == true && !types.catalog.actors.contains(attribute.name)
        }
        return MockedMember(
            conditions: [],
            isStatic: node.isStatic,
            recorders: recorders,
            shape: shape,
            signature: signature
        )
    }

    /// The text of a fake for `CustomStringConvertible`, which nobody has to say.
    private func description(of node: Declaration) -> String? {
        guard node.document.path == StandardProtocols.path, node.bindings.first?.type?.isStandard("String") == true
        else { return nil }
        return types.selfType.lastName?.quoted
    }

    /// Reads a subscript.
    private func subscripted(_ node: Declaration) throws(Refusal) -> MockedMember {
        try check(node)
        let isolation = isolation(of: node)
        let types = try types(of: node, isShared: isolation.isShared)
        let accessors = try accessors(of: node)
        let type = node.result ?? .tuple([])
        let parameters = try parameters(of: node, types: types)
        try checkPassing(
            node,
            effects: accessors.effects,
            parameters: parameters.map(\.parameter),
            result: type,
            types: types
        )
        var signature = MockedMember.Signature(
            attributes: isolation.written,
            head: "subscript",
            generics: node.genericsText(types.written),
            parameters: parameters.map(\.text),
            effects: accessors.effects,
            result: types.written(type).text,
            whereClause: whereClause(of: node, types: types),
            title: MemberNames.title(of: "subscript", labels: node.parameters.map(\.writtenLabel.withoutBackticks))
        )
        signature.isErased = types.isGeneric(type)
        signature.isSettable = accessors.isSettable
        let recorders = accessorRecorders(of: node, parameters.map(\.parameter), type, types, accessors, isolation)
        return member(for: node, recorders: recorders, shape: .accessors, signature: signature)
    }

    private func accessorRecorders(
        of node: Declaration,
        _ parameters: [MockedParameter],
        _ type: TypeStructure,
        _ types: MockTypes,
        _ accessors: (effects: String, isSettable: Bool),
        _ isolation: Isolation
    ) -> [Recorder] {
        let handed = (types.isGeneric(type) ? types.erased(type) : types.written(type)).withoutMarks.text
        let value = MockedParameter(
            name: "newValue",
            handed: types.escaping(type) + handed,
            recorded: types.canBeStored(type) ? handed : nil
        )
        var recorders = [
            recorder(
                names: names.names(of: node, ending: "Get"),
                parameters: parameters,
                effects: accessors.effects,
                result: handed,
                emptyValue: MockTypes.emptyValue(of: type),
                isolation: isolation
            )
        ]
        if accessors.isSettable {
            recorders.append(
                recorder(
                    names: names.names(of: node, ending: "Set"),
                    parameters: parameters + [value],
                    effects: "",
                    result: nil,
                    emptyValue: "",
                    isolation: isolation
                )
            )
        }
        return recorders
    }

    private func recorder(
        names: MemberNames.Names,
        parameters: [MockedParameter] = [],
        effects: String,
        result: String?,
        emptyValue: String?,
        isolation: Isolation,
        isCalled: Bool = true
    ) -> Recorder {
        Recorder(
            stem: names.stem,
            handlerName: names.handler,
            fullName: names.full == names.stem ? nil : names.full,
            parameters: parameters,
            handlerAttributes: isCalled ? isolation.handlerAttributes : "",
            effects: effects,
            result: result,
            emptyValue: emptyValue,
            isShared: isolation.isShared,
            isNonisolated: isolation.isNonisolated
        )
    }

    private func accessors(of node: Declaration) throws(Refusal) -> (effects: String, isSettable: Bool) {
        var effects = ""
        var isSettable = false
        for accessor in node.accessors {
            switch accessor.name {
            case "get": effects = try self.effects(accessor.effects, of: node, types: types)
            case "set": isSettable = true
            case let other: throw Refusal(node, "it has the accessor `\(other)`", at: accessor.offset)
            }
        }
        return (effects, isSettable)
    }
}

extension Declaration.Effects {
    fileprivate var withoutErrors: Self {
        var effects = self
        effects.throwing = .never
        return effects
    }
}
