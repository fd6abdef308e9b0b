@_spi(RawSyntax) import SwiftSyntax

/// Names of types as they are written down in facts.
///
/// Optionals, `any`, `some`, attributes and generic arguments are dropped: `any Service?` is `Service`. A function
/// type is `->` and what it returns, an array `[Element]`.
enum TypeName {
    /// The name for a type; nil for one without.
    static func of(_ type: some RawSyntaxNodeProtocol) -> String? {
        var current = type.raw
        // Optionals and member types nest to the left without limit; a loop follows them.
        var suffix: [String] = []
        while true {
            if let inner = inner(current) {
                current = inner
            } else if let node = RawMemberTypeSyntax(current) {
                suffix.append(name(node.name))
                current = node.baseType.raw
            } else if let node = RawIdentifierTypeSyntax(current) {
                let name = name(node.name)
                if suffix.isEmpty, name == "Optional", let first = firstArgument(node.genericArgumentClause) {
                    current = first
                    continue
                }
                return suffix.isEmpty ? name : ([name] + suffix.reversed()).joined(separator: ".")
            } else {
                return nested(current)
            }
        }
    }

    /// The type that one stands for here.
    private static func inner(_ type: RawSyntax) -> RawSyntax? {
        switch type.kind {
        case .optionalType: return RawOptionalTypeSyntax(type)?.wrappedType.raw
        case .implicitlyUnwrappedOptionalType:
            return RawImplicitlyUnwrappedOptionalTypeSyntax(type)?.wrappedType.raw
        case .someOrAnyType: return RawSomeOrAnyTypeSyntax(type)?.constraint.raw
        case .attributedType: return RawAttributedTypeSyntax(type)?.baseType.raw
        case .tupleType:
            var elements = Children<RawTupleTypeElementSyntax>(RawTupleTypeSyntax(type)?.elements)
            let only = elements.next()
            return elements.next() == nil ? only?.type.raw : nil
        case .compositionType:
            var elements = Children<RawCompositionTypeElementSyntax>(RawCompositionTypeSyntax(type)?.elements)
            return elements.next()?.type.raw
        default: return nil
        }
    }

    private static func nested(_ type: RawSyntax) -> String? {
        if let node = RawMetatypeTypeSyntax(type) { return of(node.baseType).map { $0 + ".Type" } }
        if let node = RawFunctionTypeSyntax(type) { return of(node.returnClause.type).map { "->" + $0 } }
        if let node = RawArrayTypeSyntax(type) { return "[" + (of(node.element) ?? "_") + "]" }
        if let node = RawDictionaryTypeSyntax(type) { return "[:" + (of(node.value) ?? "_") + "]" }
        return nil
    }

    private static func firstArgument(_ clause: RawGenericArgumentClauseSyntax?) -> RawSyntax? {
        var arguments = Children<RawGenericArgumentSyntax>(clause?.arguments)
        return arguments.next().flatMap { RawTypeSyntax($0.argument) }?.raw
    }

    private static func name(_ token: RawTokenSyntax) -> String { String(decoding: token.name, as: UTF8.self) }
}
