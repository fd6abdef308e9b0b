/// A protocol with the annotation `@service`, as code is generated for it.
struct Service: Sendable, Hashable {
    var path: String
    /// The name with the types around it: `Shop.Deals`.
    var protocolName: String
    /// The types around it.
    var outer: String?
    /// The name of the generated type.
    var name: String
    var access: String
    /// `@available` as written.
    var attributes: [String]
    /// The conditions of all `#if` around it.
    var conditions: [String]
    var imports: [String]
    var isNonisolated: Bool
    var methods: [ServiceMethod]
}

/// A method of a service.
struct ServiceMethod: Sendable, Hashable {
    /// The declaration without attributes and modifiers.
    var signature: String
    /// What stands before `func`: `nonisolated`.
    var modifiers: [String]
    /// `@available` as written.
    var attributes: [String]
    /// The names of its parameters.
    var names: [String]
    /// The HTTP method.
    var verb: String
    /// The path with placeholders.
    var path: String
    var parts: [RequestPart]
    var result: ServiceResult
    /// What is thrown instead of failures, in order.
    var errors: [ServiceErrorRule]
}

/// Something that is added to a request.
enum RequestPart: Sendable, Hashable {
    /// An argument in the path: the placeholder, and its text as code.
    case path(String, String)
    /// A query item: its name, and its text as code.
    case query(String, String)
    /// A field of a form: its name, and its text as code.
    case form(String, String)
    /// A header: its name, its text as code, and the argument it comes from.
    case header(String, String, String)
    /// A body: its value as code, and the argument it comes from.
    case body(String, String)
    /// A body of bytes, as code.
    case bytes(String)
}

/// What a method returns.
enum ServiceResult: Sendable, Hashable {
    case nothing
    case bytes
    case value(Wire)
    /// Nothing, if the body is empty.
    case optional(Wire)
    case pages(ServicePages, element: Wire)
}

/// The argument of `@pages`.
struct ServicePages: Sendable, Hashable {
    /// The field with the elements; nil if the body is nothing but them.
    var items: String?
    /// The field with the token of the next page; nil for the header `Link`.
    var token: String?
    /// The query item for the token.
    var query: String?
    var limit = 100
}

/// What is thrown for a failure.
struct ServiceErrorRule: Sendable, Hashable {
    enum Occasion: Sendable, Hashable {
        case status(Int)
        /// Statuses that begin with this digit.
        case family(Int)
        case cancelled, other
    }

    var occasion: Occasion
    /// The error as code.
    var code: String
}

/// A type as it is in a body.
indirect enum Wire: Sendable, Hashable {
    /// A type that is `Codable` by itself.
    case codable(String)
    /// A model, by the name of its JSON form.
    case model(String)
    case list(Wire)
    case dictionary(Wire)
    case nullable(Wire)

    /// The type that is read and written.
    var type: String {
        switch self {
        case .codable(let name), .model(let name): name
        case .list(let element): "[\(element.type)]"
        case .dictionary(let element): "[String: \(element.type)]"
        case .nullable(let element): "\(element.type)?"
        }
    }

    /// Whether a model is in it, which need not be `Codable` by itself.
    var hasModel: Bool {
        switch self {
        case .codable: false
        case .model: true
        case .list(let element), .dictionary(let element), .nullable(let element): element.hasModel
        }
    }

    /// Returns the code that makes a value from what was read.
    func value(_ code: String) -> String {
        guard hasModel else { return code }
        return switch self {
        case .codable: code
        case .model: code + ".value"
        case .list(.model): code + ".map(\\.value)"
        case .dictionary(.model): code + ".mapValues(\\.value)"
        case .nullable(.model): code + "?.value"
        case .list(let element), .nullable(let element): code + ".map { \(element.value("$0")) }"
        case .dictionary(let element): code + ".mapValues { \(element.value("$0")) }"
        }
    }

    /// Returns the code for what is written of a value.
    func json(_ code: String) -> String {
        guard hasModel else { return code }
        return switch self {
        case .codable: code
        case .model(let type): "\(type)(\(code))"
        case .list(let element), .nullable(let element): code + ".map { \(element.json("$0")) }"
        case .dictionary(let element): code + ".mapValues { \(element.json("$0")) }"
        }
    }
}
