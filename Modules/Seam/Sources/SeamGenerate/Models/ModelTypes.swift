import SeamKit

/// Finds out what the type of a property is in JSON.
struct ModelTypes {
    /// What a model is found by.
    struct Key: Hashable {
        var name: String
        var dialect: String
    }

    let models: [Key: (stem: String, column: ModelColumn)]
    let catalog: Catalog
    let kit: ModelOptions.Kit

    /// A property or value whose type is asked for.
    struct Subject {
        /// The declaration that refusals name.
        var declaration: Declaration
        var annotations: Annotations
        var dialect: String
        /// The types around the place where the type is written.
        var scope: Catalog.Scope

        func refuse(_ reason: String) -> Refusal { Refusal(declaration, reason) }
    }

    static let plain: Set<String> = [
        "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "Double", "Float", "Decimal", "URL", "UUID", "Data",
    ]

    /// Returns the kind of a property's type, and whether it is optional.
    func field(
        _ type: TypeStructure,
        of subject: Subject
    ) throws(Refusal) -> (kind: ValueKind, isOptional: Bool) {
        let kind = try kind(type.wrapped ?? type, of: subject, depth: 0)
        let annotations = subject.annotations
        if annotations.contains(.date), !kind.contains(where: \.isDate) {
            throw subject.refuse("`@date` is for properties of type `Date`")
        }
        if annotations.contains(.lenient) {
            guard case .list(let element, _) = kind else { throw subject.refuse("`@lenient` is for arrays") }
            return (.list(element, isLenient: true), type.wrapped != nil)
        }
        return (kind, type.wrapped != nil)
    }

    private func kind(_ type: TypeStructure, of subject: Subject, depth: Int) throws(Refusal) -> ValueKind {
        guard depth < 8 else { throw subject.refuse("its type is nested too deeply") }
        if let wrapped = type.wrapped {
            if depth == 0 { throw subject.refuse("it is optional twice") }
            return .nullable(try kind(wrapped, of: subject, depth: depth + 1))
        }
        if let element = type.element {
            return .list(try kind(element, of: subject, depth: depth + 1), isLenient: false)
        }
        if let (key, value) = type.keyAndValue {
            guard key.isStandard("String") else {
                throw subject.refuse("the keys of a dictionary must be of type `String`")
            }
            return .dictionary(try kind(value, of: subject, depth: depth + 1))
        }
        return try leaf(type, of: subject, depth: depth)
    }

    private func leaf(_ type: TypeStructure, of subject: Subject, depth: Int) throws(Refusal) -> ValueKind {
        if let argument = subject.annotations[.text] { return try text(type, argument: argument, of: subject) }
        guard let name = type.fullName, let bare = type.standardName, type.arguments.isEmpty else {
            throw subject.refuse("`\(type.text)` has no form in JSON")
        }
        // A model may have the name of a type of the standard library.
        if let model = model(named: name, of: subject) { return .model(model.stem, model.column) }
        if Self.plain.contains(bare) || kit == .seam && bare == "Money" { return .plain(bare) }
        if bare == "Date" { return .date(DateFormSyntax(subject.annotations[.date] ?? "")) }
        if let alias = catalog.aliased(type, from: subject.scope) {
            var subject = subject
            subject.scope = alias.scope
            return try kind(alias.type, of: subject, depth: depth + 1)
        }
        throw subject.refuse(
            "`\(type.text)` is no model: annotate it with `@model`, or say with `@text` which property is its text"
        )
    }

    private func model(named name: String, of subject: Subject) -> (stem: String, column: ModelColumn)? {
        for count in stride(from: subject.scope.count, through: 0, by: -1) {
            let qualified = (subject.scope.prefix(count) + [name]).joined(separator: ".")
            let found = [subject.dialect, ""].lazy.compactMap { models[Key(name: qualified, dialect: $0)] }.first
            if let found { return found }
        }
        return nil
    }

    /// Reads `@text rawValue` or `@text word:`, which also is the label of the initialiser.
    private func text(_ type: TypeStructure, argument: String, of subject: Subject) throws(Refusal) -> ValueKind {
        let hasLabel = argument.hasSuffix(":")
        let property = argument.isEmpty ? "rawValue" : hasLabel ? String(argument.dropLast()) : argument
        guard property.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
            throw subject.refuse("`@text` takes the name of a property, with a colon if it is a label too")
        }
        let label = argument.isEmpty ? "rawValue" : hasLabel ? property : nil
        return .text(type: catalog.qualified(type, from: subject.scope).text, label: label, property: property)
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
