import SwiftSyntax

/// Why no code is generated for a declaration.
struct Unmodelled: Error {
    var node: Syntax
    var reason: String

    init(_ node: some SyntaxProtocol, _ reason: String) {
        self.node = Syntax(node)
        self.reason = reason
    }
}

/// Finds out what the type of a property is in JSON.
struct ModelTypes {
    /// What a model is found by.
    struct Key: Hashable {
        var name: String
        var dialect: String
    }

    let models: [Key: (stem: String, column: ModelColumn)]
    let aliases: [String: TypeSyntax]
    let kit: ModelOptions.Kit

    static let plain: Set<String> = [
        "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "Double", "Float", "Decimal", "URL", "UUID", "Data",
    ]

    /// Returns the kind of a property's type, and whether it is optional.
    func field(
        _ type: TypeSyntax,
        _ annotations: Annotations,
        in site: ModelSite
    ) throws(Unmodelled) -> (kind: ValueKind, isOptional: Bool) {
        var type = type
        var isOptional = false
        if let wrapped = Self.wrapped(type) {
            type = wrapped
            isOptional = true
        }
        let kind = try kind(type, annotations, in: site, depth: 0)
        if annotations.contains(.date), !kind.contains(where: \.isDate) {
            throw Unmodelled(type, "`@date` is for properties of type `Date`")
        }
        if annotations.contains(.lenient) {
            guard case .list(let element, _) = kind else { throw Unmodelled(type, "`@lenient` is for arrays") }
            return (.list(element, isLenient: true), isOptional)
        }
        return (kind, isOptional)
    }

    private static func wrapped(_ type: TypeSyntax) -> TypeSyntax? {
        if let optional = type.as(OptionalTypeSyntax.self) { return optional.wrappedType }
        if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return optional.wrappedType }
        return arguments(of: type, named: "Optional", count: 1)?.first
    }

    private static func arguments(of type: TypeSyntax, named name: String, count: Int) -> [TypeSyntax]? {
        guard let type = type.as(IdentifierTypeSyntax.self), type.name.text == name else { return nil }
        let arguments = (type.genericArgumentClause?.arguments).map { list in
            list.compactMap { argument -> TypeSyntax? in
                if case .type(let type) = argument.argument { type } else { nil }
            }
        }
        return arguments?.count == count ? arguments : nil
    }

    private func kind(
        _ type: TypeSyntax,
        _ annotations: Annotations,
        in site: ModelSite,
        depth: Int
    ) throws(Unmodelled) -> ValueKind {
        guard depth < 8 else { throw Unmodelled(type, "its type is nested too deeply") }
        if let wrapped = Self.wrapped(type) {
            if depth == 0 { throw Unmodelled(type, "it is optional twice") }
            return .nullable(try kind(wrapped, annotations, in: site, depth: depth + 1))
        }
        if let element = type.as(ArrayTypeSyntax.self)?.element
            ?? Self.arguments(of: type, named: "Array", count: 1)?.first
        {
            return .list(try kind(element, annotations, in: site, depth: depth + 1), isLenient: false)
        }
        let dictionary = type.as(DictionaryTypeSyntax.self).map { [$0.key, $0.value] }
        if let types = dictionary ?? Self.arguments(of: type, named: "Dictionary", count: 2) {
            guard types[0].trimmedDescription == "String" else {
                throw Unmodelled(type, "the keys of a dictionary must be of type `String`")
            }
            return .dictionary(try kind(types[1], annotations, in: site, depth: depth + 1))
        }
        return try leaf(type, annotations, in: site, depth: depth)
    }

    private func leaf(
        _ type: TypeSyntax,
        _ annotations: Annotations,
        in site: ModelSite,
        depth: Int
    ) throws(Unmodelled) -> ValueKind {
        let name = type.trimmedDescription
        if let argument = annotations[.text] { return try text(type, argument) }
        let isName = type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self)
        guard isName, !name.contains("<") else { throw Unmodelled(type, "`\(name)` has no form in JSON") }
        var bare = name
        for module in ["Swift.", "Foundation."] where bare.hasPrefix(module) { bare.removeFirst(module.count) }
        // A model may have the name of a type of the standard library.
        for count in stride(from: site.outer.count + 1, through: 0, by: -1) {
            let scope = (site.outer + [site.name]).prefix(count).joined(separator: ".")
            let key = Key(name: scope.isEmpty ? name : "\(scope).\(name)", dialect: site.dialect)
            if let model = models[key] ?? models[Key(name: key.name, dialect: "")] {
                return .model(model.stem, model.column)
            }
        }
        if Self.plain.contains(bare) || kit == .seam && bare == "Money" { return .plain(bare) }
        if bare == "Date" { return .date(DateFormSyntax(annotations[.date] ?? "")) }
        if let alias = aliases[bare] { return try kind(alias, annotations, in: site, depth: depth + 1) }
        throw Unmodelled(
            type,
            "`\(name)` is no model: annotate it with `@model`, or say with `@text` which property is its text"
        )
    }

    /// Reads `@text rawValue` or `@text word:`, which also is the label of the initialiser.
    private func text(_ type: TypeSyntax, _ argument: String) throws(Unmodelled) -> ValueKind {
        let hasLabel = argument.hasSuffix(":")
        let property = argument.isEmpty ? "rawValue" : hasLabel ? String(argument.dropLast()) : argument
        guard property.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
            throw Unmodelled(type, "`@text` takes the name of a property, with a colon if it is a label too")
        }
        let label = argument.isEmpty ? "rawValue" : hasLabel ? property : nil
        return .text(type: type.trimmedDescription, label: label, property: property)
    }
}

extension ValueKind {
    var isDate: Bool { if case .date = self { true } else { false } }

    /// Returns whether this kind, or one within it, is as asked for.
    func contains(where matches: (ValueKind) -> Bool) -> Bool {
        if matches(self) { return true }
        switch self {
        case .list(let inner, _), .dictionary(let inner), .nullable(let inner): return inner.contains(where: matches)
        case .plain, .date, .text, .model: return false
        }
    }
}
