import SwiftSyntax

/// Why a requirement can't be faked, and its position.
struct Unmockable: Error {
    var node: Syntax
    var path: String
    var reason: String
}

extension MockTypes {
    /// Returns a parameter of a requirement as code, and how a recorder treats it.
    func parameter(
        _ node: FunctionParameterSyntax,
        index: Int,
        path: String
    ) throws(Unmockable) -> (text: String, parameter: MockedParameter) {
        func refuse(_ reason: String) -> Unmockable { Unmockable(node: Syntax(node), path: path, reason: reason) }
        let type = ParameterType(node.type)
        if let specifier = type.specifiers.first(where: { ["isolated", "_const", "nonisolated"].contains($0) }) {
            throw refuse("the parameter is `\(specifier)`")
        }
        let isInout = type.specifiers.contains("inout")
        if isGeneric(type.base) {
            if isInout { throw refuse("the parameter is `inout` and generic") }
            if type.base.isOrHoldsFunction { throw refuse("the parameter is a closure over generic parameters") }
        }
        let isEscaping = type.attributes.contains("escaping")
        let isAutoclosure = type.attributes.contains("autoclosure")
        let isClosure = catalog.function(type.base) != nil

        let label = node.firstName.text
        var name = (node.secondName ?? node.firstName).text
        if name == "_" { name = "argument\(index)" }
        let names = node.secondName == nil && label == name ? label : "\(label) \(name)"
        let kept = type.attributes.filter { $0 != "escaping" && $0 != "autoclosure" }.map { "@\($0) " }.joined()
        var prefix = kept
        if isEscaping { prefix = "@escaping " + prefix }
        if isAutoclosure { prefix = "@autoclosure " + prefix }
        if isInout { prefix = "inout " + prefix }
        let isVariadic = node.ellipsis != nil
        let text = "\(names): \(prefix)\(written(type.base))\(isVariadic ? "..." : "")"

        let erasedType = erased(type.base)
        var handed = (isEscaping ? "@escaping " : "") + kept + erasedType
        if isInout { handed = "inout " + handed }
        if isVariadic { handed = "[\(erasedType)]" }
        var recorded: String? = isVariadic ? handed : kept.isEmpty ? erasedType : "\(kept)\(erasedType)"
        if isClosure, type.base.is(FunctionTypeSyntax.self), kept.isEmpty, recorded != nil {
            recorded = "(\(erasedType))"
        }
        if isClosure && !isEscaping || !canBeStored(type.whole) { recorded = nil }
        return (text, MockedParameter(name: name, handed: handed, recorded: recorded, isInout: isInout))
    }
}

/// A parameter's type without its specifiers and attributes.
private struct ParameterType {
    var specifiers: [String] = []
    var attributes: [String] = []
    var base: TypeSyntax
    /// The type with its attributes.
    var whole: TypeSyntax

    init(_ type: TypeSyntax) {
        whole = type
        guard let attributed = type.as(AttributedTypeSyntax.self) else {
            base = type
            return
        }
        specifiers = attributed.specifiers.map(\.trimmedDescription)
        attributes = attributed.attributes.names
        base = attributed.baseType
    }
}

extension Catalog {
    /// Returns the function type that a type is, directly or through an alias.
    func function(_ type: TypeSyntax) -> FunctionTypeSyntax? {
        if let function = type.as(FunctionTypeSyntax.self) { return function }
        if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return function(only.type)
        }
        guard let name = type.as(IdentifierTypeSyntax.self), let alias = aliases[name.name.bareName],
            alias.trimmedDescription != type.trimmedDescription
        else { return nil }
        return function(alias)
    }
}

extension TypeSyntax {
    /// Whether a function type is part of the type.
    fileprivate var isOrHoldsFunction: Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .arrow }
    }
}
