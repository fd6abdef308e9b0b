import SeamKit

/// Finds out how the types of a service are written in requests and read from responses.
struct ServiceTypes {
    /// All models by qualified name: the name of the JSON form, and whether it is a word.
    let models: [String: (json: String, isWord: Bool)]
    let catalog: Catalog
    /// The types around the protocol, outermost first.
    var scope: Catalog.Scope = []

    /// Returns a type as it is written in the service, which is declared in an extension of what is around the protocol.
    func written(_ type: TypeStructure) -> String { catalog.qualified(type, from: scope, in: scope).text }

    /// Returns the code of a person as it is written there.
    func written(_ code: String) -> String { catalog.qualified(code, from: scope, in: scope) }

    /// Why a type has no place in a request or response.
    struct Unfit: Error {
        var reason: String
    }

    /// What has a text by itself: the code after a value that gives it.
    private static let texts: [String: String] = [
        "String": "", "Substring": "", "Bool": "", "Int": "", "Int8": "", "Int16": "", "Int32": "", "Int64": "",
        "UInt": "", "UInt8": "", "UInt16": "", "UInt32": "", "UInt64": "", "Double": "", "Float": "",
        "Decimal": ".description", "UUID": ".uuidString", "URL": ".absoluteString", "Date": "",
    ]

    /// Returns how a type is in a body.
    func wire(_ type: TypeStructure, depth: Int = 0) throws(Unfit) -> Wire {
        guard depth < 8 else { throw Unfit(reason: "its type is nested too deeply") }
        if let wrapped = type.wrapped { return .nullable(try wire(wrapped, depth: depth + 1)) }
        if let element = type.element { return .list(try wire(element, depth: depth + 1)) }
        if let (key, value) = type.keyAndValue {
            let name = catalog.resolved(key, from: scope).type.standardName ?? key.text
            if name == "String" { return .dictionary(try wire(value, depth: depth + 1)) }
            // Of another key, `Codable` makes a list of keys and values.
            let isOwn = catalog.declaration(of: key, from: scope).map { catalog.inherited(by: $0) }
            let isList = Self.texts[name] != nil && name != "Int" || isOwn?.contains("CodingKeyRepresentable") == false
            let inner = try wire(value, depth: depth + 1)
            if isList || inner.hasModel {
                throw Unfit(reason: "`\(type.text)` is no object in JSON: its keys must be of type `String`")
            }
        }
        guard type.fullName != nil || type.keyAndValue != nil else {
            throw Unfit(reason: "`\(type.text)` has no form in JSON")
        }
        if let model = model(type) { return .model(model.json) }
        guard let alias = catalog.aliased(type, from: scope) else { return .codable(written(type)) }
        var inner = self
        inner.scope = alias.scope
        let wire = try inner.wire(alias.type, depth: depth + 1)
        if case .codable = wire { return .codable(written(type)) }
        return wire
    }

    /// Where a text stands in a request.
    enum Place { case path, query, header }

    /// Returns the text of an argument, as code.
    ///
    /// - Parameter property: the property with the text, with a dot before it; empty for the argument itself.
    func text(
        of name: String,
        type: TypeStructure,
        property: String,
        in place: Place
    ) throws(Unfit) -> String {
        let wrapped = type.wrapped
        let list = (wrapped ?? type).element
        if place == .path, wrapped != nil { throw Unfit(reason: "it is optional, and the path needs it") }
        if place != .query, list != nil { throw Unfit(reason: "only the query has room for several values") }
        let leaf = list ?? wrapped ?? type
        func mapped(_ code: (String) -> String) -> String {
            if list != nil { return "\(name)\(wrapped == nil ? "" : "?").map { \(code("$0")) }" }
            return wrapped == nil ? code(name) : "\(name).map { \(code("$0")) }"
        }
        if !property.isEmpty { return mapped { $0 + property } }
        if let model = model(leaf) {
            if model.isWord { return mapped { "\(model.json)(\($0)).word" } }
        } else if let suffix = catalog.resolved(leaf, from: scope).type.standardName.flatMap({ Self.texts[$0] }) {
            return suffix.isEmpty ? name : mapped { $0 + suffix }
        }
        if leaf.keyAndValue != nil {
            throw Unfit(
                reason: "a dictionary has no one form there: take a parameter for each name, or an array of texts"
            )
        }
        if !leaf.arguments.isEmpty || leaf.fullName == nil {
            throw Unfit(reason: "`\(leaf.text)` is no text, and no array of texts")
        }
        throw Unfit(reason: "`\(leaf.text)` is no text: name the property that is, as in `{\(name).text}`")
    }

    private func model(_ type: TypeStructure) -> (json: String, isWord: Bool)? {
        guard let name = type.fullName, type.arguments.isEmpty else { return nil }
        for count in stride(from: scope.count, through: 0, by: -1) {
            if let model = models[(scope.prefix(count) + [name]).joined(separator: ".")] { return model }
        }
        return nil
    }
}
