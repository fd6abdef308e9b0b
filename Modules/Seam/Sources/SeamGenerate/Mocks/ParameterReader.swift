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
        if isGeneric(base) {
            if isInout { throw refuse("the parameter is `inout` and generic") }
            if base.contains(where: { $0.function != nil }) {
                throw refuse("the parameter is a closure over generic parameters")
            }
        }
        let isEscaping = type.hasAttribute("escaping")
        let isClosure = catalog.function(base, from: scope) != nil
        let kept = type.attributes.filter { !["escaping", "autoclosure"].contains($0.name) }
        let ownership = isNoncopyable(base) ? ["borrowing", "consuming"].filter(type.specifiers.contains) : []
        let specifiers = isInout ? ["inout"] : ownership
        func modified(_ base: TypeStructure, _ names: String...) -> String {
            let own = names.flatMap { name in type.attributes.filter { $0.name == name } } + kept
            return TypeStructure.modified(base, specifiers: specifiers, attributes: own).text
        }
        let written = modified(written(base), "autoclosure", "escaping") + (parameter.isVariadic ? "..." : "")
        let name = parameter.name == "_" ? "argument\(index)" : parameter.writtenName
        let names = parameter.name == "_" ? "\(parameter.writtenLabel) \(name)" : parameter.writtenNames

        let erased = erased(base).withoutMarks
        let handed = parameter.isVariadic ? "[\(erased.text)]" : modified(erased, "escaping")
        var recorded: String? = parameter.isVariadic ? handed : erased.text
        if !parameter.isVariadic {
            if !kept.isEmpty {
                recorded = TypeStructure.modified(erased, specifiers: [], attributes: kept).text
            } else if base.function != nil {
                recorded = "(\(erased.text))"
            }
        }
        if isClosure && !isEscaping || !canBeStored(type) { recorded = nil }
        return (
            "\(names): \(written)", MockedParameter(name: name, handed: handed, recorded: recorded, isInout: isInout)
        )
    }
}
