import SwiftSyntax

/// The types of one requirement as they are written in a fake.
struct MockTypes {
    let catalog: Catalog
    /// The type of the fake, which stands for `Self`.
    let selfType: String
    /// Associated types that are generic parameters of the fake.
    let associated: Set<String>
    /// Whether stored values must be `Sendable`.
    let isShared: Bool
    /// The requirement's own generic parameters, with the types that each conforms to.
    var generics: [String: [String]] = [:]

    /// Returns the type as in the requirement, with `Self` resolved.
    func written(_ type: some TypeSyntaxProtocol) -> String {
        SelfRewriter(selfType: selfType).rewrite(type).trimmedDescription
    }

    /// Returns whether the type depends on a generic parameter of the requirement, which includes `some P`.
    func isGeneric(_ type: some TypeSyntaxProtocol) -> Bool {
        type.mentions(Set(generics.keys)) || type.tokens(viewMode: .sourceAccurate).contains { $0.text == "some" }
    }

    /// Returns the type with the requirement's generic parameters replaced by existentials.
    func erased(_ type: TypeSyntax) -> String {
        guard isGeneric(type) else { return written(type) }
        if let optional = type.as(OptionalTypeSyntax.self) {
            let wrapped = erased(optional.wrappedType)
            return wrapped.hasPrefix("any ") ? "(\(wrapped))?" : wrapped + "?"
        }
        if let array = type.as(ArrayTypeSyntax.self) { return "[\(erased(array.element))]" }
        if let dictionary = type.as(DictionaryTypeSyntax.self), !isGeneric(dictionary.key) {
            return "[\(written(dictionary.key)): \(erased(dictionary.value))]"
        }
        if let metatype = type.as(MetatypeTypeSyntax.self), metatype.metatypeSpecifier.text == "Type",
            let name = metatype.baseType.as(IdentifierTypeSyntax.self)
        {
            let bounds = protocols(of: name.name.bareName)
            if bounds.isEmpty { return "Any.Type" }
            return bounds.count == 1 ? "any \(bounds[0]).Type" : "any (\(bounds.joined(separator: " & "))).Type"
        }
        if let name = type.as(IdentifierTypeSyntax.self), let bounds = generics[name.name.bareName] {
            if let base = bounds.first(where: isClass) { return base }
            let known = protocols(of: name.name.bareName)
            return known.isEmpty ? "Any" : "any " + known.joined(separator: " & ")
        }
        if let opaque = type.as(SomeOrAnyTypeSyntax.self) { return "any " + written(opaque.constraint) }
        return "Any"
    }

    private func isClass(_ name: String) -> Bool {
        catalog.types[Catalog.bare(name)]?.first?.kind == .reference
    }

    private func protocols(of generic: String) -> [String] {
        (generics[generic] ?? []).filter { catalog.isProtocol($0) && !$0.contains("<") }
    }

    /// Returns whether a value of the type can be stored with a call.
    func canBeStored(_ type: TypeSyntax) -> Bool {
        isShared ? isSendable(type, depth: 0) : true
    }

    private func isSendable(_ type: TypeSyntax, depth: Int) -> Bool {
        guard depth < 8 else { return false }
        func all(_ types: some Sequence<TypeSyntax>) -> Bool {
            types.allSatisfy { isSendable($0, depth: depth + 1) }
        }
        switch type.as(TypeSyntaxEnum.self) {
        case .attributedType(let attributed):
            let names = attributed.attributes.names
            if names.contains("Sendable") || names.contains(where: catalog.globalActors.contains) { return true }
            return isSendable(attributed.baseType, depth: depth + 1)
        case .functionType: return false
        case .optionalType(let optional): return all([optional.wrappedType])
        case .implicitlyUnwrappedOptionalType(let optional): return all([optional.wrappedType])
        case .arrayType(let array): return all([array.element])
        case .dictionaryType(let dictionary): return all([dictionary.key, dictionary.value])
        case .tupleType(let tuple): return all(tuple.elements.map(\.type))
        case .metatypeType(let metatype):
            // A metatype of a generic parameter carries conformances, which may be isolated.
            return !isGeneric(metatype.baseType) || isSendable(metatype.baseType, depth: depth + 1)
        case .someOrAnyType(let existential): return isSendableConstraint(existential.constraint)
        case .compositionType(let composition):
            return composition.elements.contains { isSendableConstraint($0.type) }
        case .identifierType(let name): return isSendable(name, depth: depth)
        case .memberType(let member):
            if isGeneric(member.baseType) { return false }
            return !catalog.isKnownUnsendable(member.name.text)
        default: return true
        }
    }

    private func isSendable(_ name: IdentifierTypeSyntax, depth: Int) -> Bool {
        let bare = name.name.bareName
        if let bounds = generics[bare] { return bounds.contains(where: catalog.impliesSendable) }
        if associated.contains(bare) || bare == "Self" { return true }
        let arguments =
            name.genericArgumentClause?.arguments.compactMap { argument -> TypeSyntax? in
                if case .type(let type) = argument.argument { type } else { nil }
            } ?? []
        guard arguments.allSatisfy({ isSendable($0, depth: depth + 1) }) else { return false }
        if let alias = catalog.aliases[bare] { return isSendable(alias, depth: depth + 1) }
        if catalog.types[bare] == nil, catalog.isProtocol(bare) { return catalog.impliesSendable(bare) }
        return !catalog.isKnownUnsendable(bare)
    }

    private func isSendableConstraint(_ type: TypeSyntax) -> Bool {
        if let composition = type.as(CompositionTypeSyntax.self) {
            return composition.elements.contains { isSendableConstraint($0.type) }
        }
        if let tuple = type.as(TupleTypeSyntax.self), let only = tuple.elements.first, tuple.elements.count == 1 {
            return isSendableConstraint(only.type)
        }
        return catalog.impliesSendable(type.trimmedDescription)
    }

    /// Returns the obvious empty value of a result: nothing, nil, or an empty collection; nil if there is none.
    static func emptyValue(_ result: TypeSyntax?) -> String? {
        guard let result else { return "" }
        if let tuple = result.as(TupleTypeSyntax.self) { return tuple.elements.isEmpty ? "" : nil }
        if result.is(OptionalTypeSyntax.self) || result.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return "nil" }
        if result.is(ArrayTypeSyntax.self) { return "[]" }
        if result.is(DictionaryTypeSyntax.self) { return "[:]" }
        guard let name = result.as(IdentifierTypeSyntax.self) else { return nil }
        if name.name.text == "Void" { return "" }
        guard name.genericArgumentClause != nil else { return nil }
        switch name.name.text {
        case "Optional": return "nil"
        case "Array", "Set", "ContiguousArray": return "[]"
        case "Dictionary": return "[:]"
        default: return nil
        }
    }
}

/// Replaces `Self` with the type of the fake, and `Self.Item` with the associated type.
private final class SelfRewriter: SyntaxRewriter {
    private let selfType: TypeSyntax

    init(selfType: String) {
        self.selfType = TypeSyntax(IdentifierTypeSyntax(name: .identifier(selfType)))
        super.init(viewMode: .sourceAccurate)
    }

    func rewrite(_ type: some TypeSyntaxProtocol) -> Syntax {
        type.mentionsSelf ? super.rewrite(Syntax(type)) : Syntax(type)
    }

    override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
        guard node.name.text == "Self" else { return super.visit(node) }
        return selfType.with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
    }

    override func visit(_ node: MemberTypeSyntax) -> TypeSyntax {
        guard node.baseType.as(IdentifierTypeSyntax.self)?.name.text == "Self" else { return super.visit(node) }
        let name = IdentifierTypeSyntax(
            leadingTrivia: node.leadingTrivia,
            name: node.name.with(\.leadingTrivia, []),
            genericArgumentClause: node.genericArgumentClause
        )
        return TypeSyntax(name)
    }
}

extension SyntaxProtocol {
    fileprivate var mentionsSelf: Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.text == "Self" }
    }
}
