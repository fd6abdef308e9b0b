import SeamKit

extension MockTypes {
    /// Returns a parameter of a requirement as code, and how a recorder treats it.
    func parameter(
        _ parameter: Declaration.Parameter,
        index: Int,
        of requirement: Declaration
    ) throws(Refusal) -> (text: String, parameter: MockedParameter) {
        func refuse(_ reason: String) -> Refusal { Refusal(requirement, reason, at: parameter.offset) }
        let type = parameter.type
        let base = type.unmodified
        if let specifier = type.specifiers.first(where: { ["isolated", "_const", "nonisolated"].contains($0) }) {
            throw refuse("the parameter is `\(specifier)`")
        }
        let isInout = type.specifiers.contains("inout")
        if isInout, isGeneric(base) { throw refuse("the parameter is `inout` and generic") }
        let isEscaping = type.hasAttribute("escaping")
        let isClosure = catalog.function(base, from: scope) != nil
        let kept = type.attributes.filter { !["escaping", "autoclosure"].contains($0.name) }
        let ownership = isNoncopyable(base) ? ["borrowing", "consuming"].filter(type.specifiers.contains) : []
        // A closure that runs where its caller does has another type.
        let calling = type.specifiers.filter { $0.hasPrefix("nonisolated(") }
        let specifiers = isInout ? ["inout"] : ownership + calling
        func modified(_ base: TypeStructure, _ names: String...) -> String {
            let own = names.flatMap { name in type.attributes.filter { $0.name == name } } + kept
            return TypeStructure.modified(base, specifiers: specifiers, attributes: own).text
        }
        let written = modified(written(base), "autoclosure", "escaping") + (parameter.isVariadic ? "..." : "")
        var name = parameter.name == "_" ? "argument\(index)" : parameter.writtenName
        while parameter.name == "_", requirement.parameters.contains(where: { $0.name == name }) { name += "_" }
        let names = parameter.name == "_" ? "\(parameter.writtenLabel) \(name)" : parameter.writtenNames

        if isClosure, isGeneric(base) {
            let closure = try genericClosure(parameter, name: name, of: requirement)
            return ("\(names): \(written)", closure)
        }
        let erased = erased(base).withoutMarks
        let handed = parameter.isVariadic ? "[\(erased.text)]" : modified(erased, "escaping")
        var recorded: String? = parameter.isVariadic ? handed : erased.text
        if !parameter.isVariadic {
            if !kept.isEmpty || !calling.isEmpty {
                recorded = TypeStructure.modified(erased, specifiers: calling, attributes: kept).text
            } else if base.function != nil {
                recorded = "(\(erased.text))"
            }
        }
        if isClosure && !isEscaping || !canBeStored(type) { recorded = nil }
        let isSendable = !isClosure && isSendable(type)
        return (
            "\(names): \(written)",
            MockedParameter(name: name, handed: handed, recorded: recorded, isInout: isInout, isSendable: isSendable)
        )
    }

    /// Returns a closure over generic parameters: a handler gets one over existentials, which calls it.
    private func genericClosure(
        _ parameter: Declaration.Parameter,
        name: String,
        of requirement: Declaration
    ) throws(Refusal) -> MockedParameter {
        func refuse(_ reason: String) -> Refusal { Refusal(requirement, reason, at: parameter.offset) }
        let type = parameter.type
        let isEscaping = type.hasAttribute("escaping")
        guard !parameter.isVariadic, let function = type.function else {
            guard isEscaping else {
                throw refuse("the parameter is a generic closure by another name, and doesn't escape")
            }
            return MockedParameter(name: name, handed: "Any", recorded: isShared ? nil : "Any", isSendable: false)
        }
        if function.parameters.contains(where: { $0.type.specifiers.contains("inout") || $0.isVariadic }) {
            throw refuse("the parameter is a closure with an `inout` parameter over generic parameters")
        }
        if case .errors(let error?) = function.effects.throwing, isGeneric(error) {
            throw refuse("the parameter is a closure whose error is generic")
        }
        let kept = type.attributes.filter { !["escaping", "autoclosure"].contains($0.name) }
        let given = function.parameters.map(\.type)
        if !kept.isEmpty, given.contains(where: isIsolated) {
            // Such a closure can't be called from another one, but it can be handed as it is.
            guard isEscaping else {
                throw refuse("the parameter is a closure over generic parameters, and doesn't escape")
            }
            let any = kept.contains { $0.name == "Sendable" } ? "any Sendable" : "Any"
            return MockedParameter(name: name, handed: any, recorded: isShared && any == "Any" ? nil : any)
        }
        var erased = function
        for index in erased.parameters.indices {
            erased.parameters[index].type = self.erased(given[index]).withoutMarks
        }
        erased.result = self.erased(function.result).withoutMarks
        let text = TypeStructure.modified(.function(erased), specifiers: [], attributes: kept).text
        let effects = (function.effects.isThrowing ? "try " : "") + (function.effects.isAsync ? "await " : "")
        return MockedParameter(
            name: name,
            handed: (isEscaping ? "@escaping " : "") + text,
            recorded: isEscaping && canBeStored(type) ? "(\(text))" : nil,
            erasure: MockedParameter.Erasure(effects: effects, isErased: given.map(isGeneric)),
            isSendable: false
        )
    }

    /// Returns whether the type mentions a generic parameter whose conformances may belong to an actor.
    private func isIsolated(_ type: TypeStructure) -> Bool {
        generics.contains { name, bounds in
            type.mentions([name]) && !bounds.isEmpty
                && !bounds.contains { catalog.impliesSendable($0, from: scope) }
        } || type.contains { if case .opaque = $0 { true } else { false } }
    }
}
