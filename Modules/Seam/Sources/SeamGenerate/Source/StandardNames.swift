import SeamKit

/// The names of the standard library and Foundation that types of the sources have too. Generated code that means the library's
/// writes its module.
struct StandardNames: Sendable {
    private let hidden: Set<String>

    /// Finds the names that a file of the module sees first.
    init(catalog: Catalog) {
        hidden = catalog.outermostNames.intersection(Self.modules.keys)
    }

    private static let modules: [String: String] = {
        let names = [
            "Swift": [
                "Any", "Array", "Bool", "Character", "Codable", "CodingKey", "CustomStringConvertible", "Decodable",
                "DecodingError", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "EncodingError", "Error",
                "FixedWidthInteger", "Float", "FloatingPoint", "Hashable", "Int", "KeyedDecodingContainer",
                "KeyedEncodingContainer", "LosslessStringConvertible", "Never", "ObjectIdentifier", "Optional",
                "RandomNumberGenerator", "Result", "Sendable", "Set", "String", "Substring", "UInt8", "UInt64",
                "Unicode",
                "Void",
            ],
            "_Concurrency": ["AsyncStream", "CancellationError", "Task"],
            "Foundation": [
                "Calendar", "CodableWithConfiguration", "Data", "Date", "DateFormatter", "Decimal", "JSONDecoder",
                "JSONEncoder", "Locale", "NSLock", "TimeZone", "URL", "URLComponents", "UUID",
            ],
        ]
        return Dictionary(
            uniqueKeysWithValues: names.flatMap { module, names in names.map { ($0, module) } }
        )
    }()

    /// Returns the name as code.
    func code(for name: String) -> String {
        hidden.contains(name) ? "\(Self.modules[name] ?? "Swift").\(name)" : name
    }

    /// Returns code in which the names that were marked as the library's are written.
    func written(_ code: String) -> String {
        guard code.contains(String.libraryMark) else { return code }
        return code.replacing(/\u{1}(\w+)/) { self.code(for: String($0.output.1)) }
    }

    /// Returns code that is about nothing of the sources.
    func code(in template: String) -> String {
        if hidden.isEmpty { return template }
        return template.replacing(/(^|[^\w.`"])([A-Z]\w*)/.anchorsMatchLineEndings()) { match in
            "\(match.output.1)\(code(for: String(match.output.2)))"
        }
    }
}

extension String {
    fileprivate static let libraryMark: Character = "\u{1}"

    /// The name of a type of the standard library or Foundation, marked until `StandardNames` writes it.
    var ofLibrary: String { "\(Self.libraryMark)\(self)" }

    /// The number of characters, without marks.
    var writtenCount: Int { count { $0 != Self.libraryMark } }
}
