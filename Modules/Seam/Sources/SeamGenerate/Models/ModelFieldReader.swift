import SeamKit

/// Reads the properties of a struct or class.
struct ModelFieldReader {
    /// A stored property, with what an initialiser has to know of it.
    struct Property {
        var name: String
        var node: Declaration
        var isLet: Bool
        var hasValue: Bool
        var isPrivate: Bool
        var isField: Bool
    }

    let site: ModelSite
    let types: ModelTypes
    private(set) var problems: [Refusal] = []
    private(set) var properties: [Property] = []

    init(site: ModelSite, types: ModelTypes) {
        self.site = site
        self.types = types
    }

    /// The classes that it inherits from and that the sources declare, the nearest first.
    var superclasses: [Declaration] {
        var classes: [Declaration] = []
        var seen: Set<String> = [site.qualifiedName]
        var current = site.decl
        while current.kind == .class, let type = current.inherited.first?.type,
            let next = types.catalog.declaration(of: type, from: Catalog.scope(of: current)),
            next.declaration.kind == .class, seen.insert(next.qualifiedName).inserted
        {
            classes.append(next.declaration)
            current = next.declaration
        }
        return classes
    }

    /// Reads all fields, those of superclasses first.
    mutating func fields() -> [ModelField] {
        var fields: [ModelField] = []
        for owner in superclasses.reversed() + [site.decl] {
            for item in owner.members { read(item, of: owner, into: &fields) }
        }
        let unknown = (site.beside?.members ?? [:]).keys.filter { name in !properties.contains { $0.name == name } }
        for name in unknown.sorted() { problems.append(Refusal(site.decl, "it has no stored property `\(name)`")) }
        check(fields)
        return fields
    }

    private mutating func read(_ node: Declaration, of owner: Declaration, into fields: inout [ModelField]) {
        if node.kind == .conditional, site.beside == nil, node.text.contains("@json") {
            problems.append(Refusal(node, "a field stands in `#if`"))
        }
        guard node.kind == .property else { return }
        let annotations = site.annotations(of: node.name, member: node)
        do throws(Refusal) {
            let isField = annotations?.contains(.json) == true || annotations?.contains(.inline) == true
            if site.beside == nil, let reason = Annotations.words.problem(in: node.comment) {
                throw Refusal(node, reason)
            }
            try note(node, isField: isField)
            guard let annotations else { return }
            if isField {
                fields.append(
                    try field(for: node, argument: annotations[.json] ?? "", annotations: annotations, of: owner)
                )
            } else if let other = [Annotations.Word.date, .default, .lenient, .text, .word, .id].first(
                where: annotations.contains
            ) {
                throw Refusal(node, "`@\(other.rawValue)` is of no use without `@json`")
            }
        } catch {
            problems.append(error)
        }
    }

    private mutating func note(_ node: Declaration, isField: Bool) throws(Refusal) {
        if node.isStatic {
            if isField { throw Refusal(node, "it is static") }
            return
        }
        for binding in node.bindings {
            if !binding.isStored {
                if isField { throw Refusal(node, "it is computed") }
                continue
            }
            properties.append(
                Property(
                    name: binding.name,
                    node: node,
                    isLet: node.isLet,
                    hasValue: binding.hasValue || !node.isLet && binding.isNilByDefault,
                    isPrivate: node.access?.isPrivate == true,
                    isField: isField
                )
            )
        }
    }

    private func field(
        for node: Declaration,
        argument: String,
        annotations: Annotations,
        of owner: Declaration
    ) throws(Refusal) -> ModelField {
        guard node.bindings.count == 1, let binding = node.bindings.first, binding.isName else {
            throw Refusal(node, "annotate each property on its own")
        }
        let name = binding.name
        if let repeated = annotations.repeated.first {
            throw Refusal(node, "it has `@\(repeated.rawValue)` twice")
        }
        if node.hasModifier("lazy", "weak", "unowned") {
            throw Refusal(node, "a lazy, weak or unowned property is no field")
        }
        if let wrapper = node.attributes.first { throw Refusal(node, "it has the attribute `@\(wrapper.name)`") }
        if node.access?.isPrivate == true { throw Refusal(node, "it is private") }
        guard let type = binding.type else { throw Refusal(node, "it doesn't say its type") }
        if node.isLet, binding.hasValue { throw Refusal(node, "it is a constant with a value") }
        let subject = ModelTypes.Subject(
            declaration: node,
            annotations: annotations,
            dialect: site.dialect,
            scope: Catalog.scope(of: owner) + [owner.name]
        )
        let (kind, isOptional) = try types.field(type, of: subject)
        let path = try Self.path(argument: argument, name: name, node: node)
        // The code is written outside of the type.
        let value = annotations[.default].map { types.catalog.qualified($0, from: subject.scope) }
        if value?.isEmpty == true { throw Refusal(node, "`@default` takes a value") }
        if value != nil, isOptional {
            throw Refusal(node, "an optional property can't have a default: `nil` would be read as the default")
        }
        let isInline = annotations.contains(.inline)
        if isInline {
            guard !annotations.contains(.json), !isOptional, value == nil, case .model(_, .json) = kind else {
                throw Refusal(node, "`@inline` stands alone, on a property whose type is a model and not optional")
            }
        }
        if annotations.contains(.word), !kind.isText {
            throw Refusal(node, "`@word` is for a `String` and for `@text`")
        }
        let isIdentifier = annotations.contains(.id)
        if isIdentifier, isOptional { throw Refusal(node, "an identifier can't be optional") }
        let field = ModelField(
            name: name,
            key: path.last ?? name,
            isInline: isInline,
            isWord: annotations.contains(.word),
            groups: path.dropLast(),
            kind: kind,
            isOptional: isOptional,
            defaultValue: value,
            isIdentifier: isIdentifier,
            line: site.line(of: node)
        )
        if let reason = types.kit.refusal(of: field) { throw Refusal(node, reason) }
        return field
    }

    /// Reads `end_date`, `price.amount` or `"a.b"`, which is one name.
    private static func path(
        argument: String,
        name: String,
        node: Declaration
    ) throws(Refusal) -> [String] {
        if argument.isEmpty { return [name] }
        if argument.count > 2, argument.hasPrefix("\""), argument.hasSuffix("\"") {
            let key = String(argument.dropFirst().dropLast())
            if key.contains(where: { $0 == "\"" || $0 == "\\" }) { throw Refusal(node, "`@json` takes one name") }
            return [key]
        }
        let parts = argument.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isName = parts.allSatisfy { part in
            !part.isEmpty && !part.contains { $0.isWhitespace || $0 == "\"" || $0 == "\\" }
        }
        guard isName else { throw Refusal(node, "`@json` takes one name, or names with dots between them") }
        return parts
    }

    /// Finds fields that exclude each other.
    private mutating func check(_ fields: [ModelField]) {
        var paths: [[String]: String] = [:]
        var names: [String: String] = [:]
        for field in fields {
            let node = properties.first { $0.name == field.name && $0.isField }?.node
            guard let node else { continue }
            let path = field.groups + [field.key]
            if field.isInline { continue }
            if let other = paths[path] {
                problems.append(Refusal(node, "it has the name of `\(other)` in JSON"))
            }
            paths[path] = field.name
            if let other = names[field.name.lowercased()] {
                problems.append(Refusal(node, "SQLite can't tell its column from `\(other)`"))
            }
            names[field.name.lowercased()] = field.name
        }
        for field in fields {
            for count in field.groups.indices {
                guard let other = paths[Array(field.groups.prefix(count + 1))],
                    let node = properties.first(where: { $0.name == field.name && $0.isField })?.node
                else { continue }
                problems.append(Refusal(node, "it lies in JSON within `\(other)`, which is a field itself"))
            }
        }
        let identifiers = fields.filter(\.isIdentifier)
        if identifiers.count > 1, let node = properties.first(where: { $0.name == identifiers[1].name })?.node {
            problems.append(Refusal(node, "there is another `@id`"))
        }
        for field in identifiers where !field.kind.isScalar {
            guard let node = properties.first(where: { $0.name == field.name })?.node else { continue }
            problems.append(Refusal(node, "an identifier is a text, a number or a word"))
        }
    }
}

extension Declaration.Binding {
    /// Whether a variable without a value is nil, which it is only if its type is written with a mark.
    fileprivate var isNilByDefault: Bool {
        switch type {
        case .optional?, .implicitlyUnwrapped?: true
        default: false
        }
    }
}

extension ValueKind {
    fileprivate var isScalar: Bool {
        switch self {
        case .plain(let type): !["Double", "Float", "Decimal", "Data", "Bool"].contains(type)
        case .text: true
        case .model(_, let column): column != .json
        case .date, .list, .dictionary, .nullable: false
        }
    }
}
