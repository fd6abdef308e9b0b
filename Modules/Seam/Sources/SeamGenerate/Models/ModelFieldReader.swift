import SwiftSyntax

/// Reads the properties of a struct or class.
struct ModelFieldReader {
    /// A stored property, with what an initialiser has to know of it.
    struct Property {
        var name: String
        var node: VariableDeclSyntax
        var isLet: Bool
        var hasValue: Bool
        var isPrivate: Bool
        var isField: Bool
        var isOptional: Bool
    }

    let site: ModelSite
    let sources: ModelSources
    let types: ModelTypes
    private(set) var problems: [Unmodelled] = []
    private(set) var properties: [Property] = []

    init(site: ModelSite, sources: ModelSources, types: ModelTypes) {
        self.site = site
        self.sources = sources
        self.types = types
    }

    /// The classes that it inherits from and that the sources declare, the nearest first.
    var superclasses: [ModelSite] {
        var classes: [ModelSite] = []
        var seen: Set<String> = [site.name]
        var current = site
        while current.decl.is(ClassDeclSyntax.self),
            let name = current.inherited.first.map(Catalog.bare), let next = sources.classes[name],
            seen.insert(name).inserted
        {
            classes.append(next)
            current = next
        }
        return classes
    }

    /// Reads all fields, those of superclasses first.
    mutating func fields() -> [ModelField] {
        var fields: [ModelField] = []
        for owner in superclasses.reversed() + [site] {
            for item in owner.members { read(item.decl, of: owner, into: &fields) }
        }
        let unknown = (site.beside?.members ?? [:]).keys.filter { name in !properties.contains { $0.name == name } }
        for name in unknown.sorted() { problems.append(Unmodelled(site.decl, "it has no stored property `\(name)`")) }
        check(fields)
        return fields
    }

    private mutating func read(_ decl: DeclSyntax, of owner: ModelSite, into fields: inout [ModelField]) {
        if let config = decl.as(IfConfigDeclSyntax.self) {
            if site.beside == nil, config.trimmedDescription.contains("@json") {
                problems.append(Unmodelled(config, "a field stands in `#if`"))
            }
            return
        }
        guard let node = decl.as(VariableDeclSyntax.self) else { return }
        let name = node.bindings.first?.pattern.trimmedDescription.filter { $0 != "`" } ?? ""
        let annotations = site.annotations(of: name, node)
        do throws(Unmodelled) {
            let isField = annotations?.contains(.json) == true || annotations?.contains(.inline) == true
            try note(node, isField: isField)
            guard let annotations else { return }
            if isField {
                fields.append(try field(node, annotations[.json] ?? "", annotations, owner))
            } else if let other = [Annotations.Word.date, .default, .lenient, .text, .word, .id].first(
                where: annotations.contains
            ) {
                throw Unmodelled(node, "`@\(other.rawValue)` is of no use without `@json`")
            }
        } catch {
            problems.append(error)
        }
    }

    private mutating func note(_ node: VariableDeclSyntax, isField: Bool) throws(Unmodelled) {
        let words = node.modifiers.map(\.name.text)
        if words.contains("static") || words.contains("class") {
            if isField { throw Unmodelled(node, "it is static") }
            return
        }
        for binding in node.bindings {
            if let accessors = binding.accessorBlock, !accessors.isObservers {
                if isField { throw Unmodelled(node, "it is computed") }
                continue
            }
            let type = binding.typeAnnotation?.type
            let isOptional =
                type?.is(OptionalTypeSyntax.self) == true
                || type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true
            let isLet = node.bindingSpecifier.text == "let"
            properties.append(
                Property(
                    name: binding.pattern.trimmedDescription.filter { $0 != "`" },
                    node: node,
                    isLet: isLet,
                    hasValue: binding.initializer != nil || !isLet && isOptional,
                    isPrivate: node.modifiers.contains {
                        ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil
                    },
                    isField: isField,
                    isOptional: isOptional
                )
            )
        }
    }

    private func field(
        _ node: VariableDeclSyntax,
        _ argument: String,
        _ annotations: Annotations,
        _ owner: ModelSite
    ) throws(Unmodelled) -> ModelField {
        guard node.bindings.count == 1, let binding = node.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.bareName
        else { throw Unmodelled(node, "annotate each property on its own") }
        if let repeated = annotations.repeated.first {
            throw Unmodelled(node, "it has `@\(repeated.rawValue)` twice")
        }
        let words = node.modifiers.map(\.name.text)
        if words.contains("lazy") || words.contains("weak") || words.contains("unowned") {
            throw Unmodelled(node, "a lazy, weak or unowned property is no field")
        }
        if let wrapper = node.attributes.names.first { throw Unmodelled(node, "it has the attribute `@\(wrapper)`") }
        if node.modifiers.contains(where: { ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil }) {
            throw Unmodelled(node, "it is private")
        }
        guard let type = binding.typeAnnotation?.type else { throw Unmodelled(node, "it doesn't say its type") }
        if node.bindingSpecifier.text == "let", binding.initializer != nil {
            throw Unmodelled(node, "it is a constant with a value")
        }
        let (kind, isOptional) = try types.field(type, annotations, in: owner)
        let path = try Self.path(argument, name, node)
        let value = annotations[.default]
        if value?.isEmpty == true { throw Unmodelled(node, "`@default` takes a value") }
        if value != nil, isOptional {
            throw Unmodelled(node, "an optional property can't have a default: `nil` would be read as the default")
        }
        let isInline = annotations.contains(.inline)
        if isInline {
            guard !annotations.contains(.json), !isOptional, value == nil, case .model(_, .json) = kind else {
                throw Unmodelled(node, "`@inline` stands alone, on a property whose type is a model and not optional")
            }
        }
        if annotations.contains(.word), !kind.isText {
            throw Unmodelled(node, "`@word` is for a `String` and for `@text`")
        }
        let isIdentifier = annotations.contains(.id)
        if isIdentifier, isOptional { throw Unmodelled(node, "an identifier can't be optional") }
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
            line: site.beside?.line ?? node.line(in: owner.path)
        )
        if let reason = types.kit.refusal(of: field) { throw Unmodelled(node, reason) }
        return field
    }

    /// Reads `end_date`, `price.amount` or `"a.b"`, which is one name.
    private static func path(
        _ argument: String,
        _ name: String,
        _ node: VariableDeclSyntax
    ) throws(Unmodelled) -> [String] {
        if argument.isEmpty { return [name] }
        if argument.count > 2, argument.hasPrefix("\""), argument.hasSuffix("\"") {
            let key = String(argument.dropFirst().dropLast())
            if key.contains(where: { $0 == "\"" || $0 == "\\" }) { throw Unmodelled(node, "`@json` takes one name") }
            return [key]
        }
        let parts = argument.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isName = parts.allSatisfy { part in
            !part.isEmpty && !part.contains { $0.isWhitespace || $0 == "\"" || $0 == "\\" }
        }
        guard isName else { throw Unmodelled(node, "`@json` takes one name, or names with dots between them") }
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
                problems.append(Unmodelled(node, "it has the name of `\(other)` in JSON"))
            }
            paths[path] = field.name
            if let other = names[field.name.lowercased()] {
                problems.append(Unmodelled(node, "SQLite can't tell its column from `\(other)`"))
            }
            names[field.name.lowercased()] = field.name
        }
        for field in fields {
            for count in field.groups.indices {
                guard let other = paths[Array(field.groups.prefix(count + 1))],
                    let node = properties.first(where: { $0.name == field.name && $0.isField })?.node
                else { continue }
                problems.append(Unmodelled(node, "it lies in JSON within `\(other)`, which is a field itself"))
            }
        }
        let identifiers = fields.filter(\.isIdentifier)
        if identifiers.count > 1, let node = properties.first(where: { $0.name == identifiers[1].name })?.node {
            problems.append(Unmodelled(node, "there is another `@id`"))
        }
        for field in identifiers where !field.kind.isScalar {
            guard let node = properties.first(where: { $0.name == field.name })?.node else { continue }
            problems.append(Unmodelled(node, "an identifier is a text, a number or a word"))
        }
    }
}

extension AccessorBlockSyntax {
    /// Whether the accessors only observe a stored property.
    fileprivate var isObservers: Bool {
        guard case .accessors(let list) = accessors else { return false }
        return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
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
