import SwiftSyntax

/// Finds out how the types of a service are written in requests and read from responses.
struct ServiceTypes {
    /// All models by qualified name: the name of the JSON form, and whether it is a word.
    let models: [String: (json: String, isWord: Bool)]
    let aliases: [String: TypeSyntax]
    /// The types around the protocol, outermost first.
    var outer: [String] = []

    /// What has a text by itself: the code after a value that gives it.
    private static let texts: [String: String] = [
        "String": "", "Substring": "", "Bool": "", "Int": "", "Int8": "", "Int16": "", "Int32": "", "Int64": "",
        "UInt": "", "UInt8": "", "UInt16": "", "UInt32": "", "UInt64": "", "Double": "", "Float": "",
        "Decimal": ".description", "UUID": ".uuidString", "URL": ".absoluteString", "Date": ".ISO8601Format()",
    ]

    /// Returns how a type is in a body.
    func wire(_ type: TypeSyntax, depth: Int = 0) throws(Unmodelled) -> Wire {
        guard depth < 8 else { throw Unmodelled(type, "its type is nested too deeply") }
        if let wrapped = type.wrapped { return .nullable(try wire(wrapped, depth: depth + 1)) }
        if let element = type.element { return .list(try wire(element, depth: depth + 1)) }
        if let dictionary = type.as(DictionaryTypeSyntax.self), dictionary.key.trimmedDescription == "String" {
            return .dictionary(try wire(dictionary.value, depth: depth + 1))
        }
        guard type.isNameOrDictionary else {
            throw Unmodelled(type, "`\(type.trimmedDescription)` has no form in JSON")
        }
        if let model = model(type) { return .model(model.json) }
        if let alias = aliases[type.trimmedDescription] {
            let wire = try wire(alias, depth: depth + 1)
            if case .codable = wire { return .codable(type.trimmedDescription) }
            return wire
        }
        return .codable(type.trimmedDescription)
    }

    /// Where a text stands in a request.
    enum Place { case path, query, header }

    /// Returns the text of an argument, as code.
    ///
    /// - Parameter property: the property with the text, with a dot before it; empty for the argument itself.
    func text(
        of name: String,
        _ type: TypeSyntax,
        property: String,
        in place: Place
    ) throws(Unmodelled) -> String {
        let wrapped = type.wrapped
        let list = (wrapped ?? type).element
        if place == .path, wrapped != nil { throw Unmodelled(type, "it is optional, and the path needs it") }
        if place != .query, list != nil { throw Unmodelled(type, "only the query has room for several values") }
        let leaf = list ?? wrapped ?? type
        func mapped(_ code: (String) -> String) -> String {
            if list != nil { return "\(name)\(wrapped == nil ? "" : "?").map { \(code("$0")) }" }
            return wrapped == nil ? code(name) : "\(name).map { \(code("$0")) }"
        }
        if !property.isEmpty { return mapped { $0 + property } }
        if let model = model(leaf), model.isWord { return mapped { "\(model.json)(\($0)).word" } }
        if let suffix = suffix(leaf) { return suffix.isEmpty ? name : mapped { $0 + suffix } }
        let text = leaf.trimmedDescription
        throw Unmodelled(type, "`\(text)` is no text: name the property that is, as in `{\(name).text}`")
    }

    /// Returns what gives the text of a type; nil for other types than those of the standard library and their aliases.
    private func suffix(_ type: TypeSyntax) -> String? {
        var bare = type.trimmedDescription
        for module in ["Swift.", "Foundation."] where bare.hasPrefix(module) { bare.removeFirst(module.count) }
        if model(type) != nil { return nil }
        return Self.texts[bare] ?? aliases[bare].flatMap { Self.texts[$0.trimmedDescription] }
    }

    private func model(_ type: TypeSyntax) -> (json: String, isWord: Bool)? {
        let name = type.trimmedDescription
        for count in stride(from: outer.count, through: 0, by: -1) {
            let scope = outer.prefix(count).joined(separator: ".")
            if let model = models[scope.isEmpty ? name : "\(scope).\(name)"] { return model }
        }
        return nil
    }
}

extension TypeSyntax {
    /// The type that this one makes optional.
    fileprivate var wrapped: TypeSyntax? {
        self.as(OptionalTypeSyntax.self)?.wrappedType ?? generic("Optional")
    }

    /// The type of an array's elements.
    fileprivate var element: TypeSyntax? { self.as(ArrayTypeSyntax.self)?.element ?? generic("Array") }

    private func generic(_ name: String) -> TypeSyntax? {
        guard let type = self.as(IdentifierTypeSyntax.self), type.name.text == name,
            case .type(let argument)? = type.genericArgumentClause?.arguments.first?.argument
        else { return nil }
        return argument
    }

    fileprivate var isNameOrDictionary: Bool {
        self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self) || self.is(DictionaryTypeSyntax.self)
    }
}
