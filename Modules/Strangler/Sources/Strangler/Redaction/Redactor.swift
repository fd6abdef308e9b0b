/// The only way in which values, dictionary keys and errors get into a record.
///
/// Without a redactor of your own nothing of a value is recorded. If a redactor throws, the record says so and contains nothing
/// of either value.
public struct Redactor: Sendable {
    private let text: @Sendable (_ path: String, _ value: Any) throws -> String?

    /// Creates a redactor from a function that gets a place, such as `orders[3].total` or `error`, and the value at that place.
    /// The function returns the text that may be recorded, or nil to record nothing.
    public init(_ text: @escaping @Sendable (_ path: String, _ value: Any) throws -> String?) {
        self.text = text
    }

    /// Records nothing of any value or error.
    public static let withholding = Redactor { _, _ in nil }

    /// Records every value as Swift describes it. For tests, and for data that isn't personal.
    public static let unredacted = Redactor { _, value in String(describing: value) }

    func recorded(_ path: String, _ value: Any) -> Recorded {
        do {
            guard let text = try text(path, value) else { return .withheld }
            return .text(text.count <= Recorded.longest ? text : text.prefix(Recorded.longest - 1) + "…")
        } catch {
            return .redactionFailed
        }
    }
}

/// The recorded part of a value.
public enum Recorded: Hashable, Sendable, Codable {
    /// The redactor gave no text.
    case withheld
    /// The redactor's text, truncated to 500 characters.
    case text(String)
    /// The redactor threw. Nothing is recorded.
    case redactionFailed

    static let longest = 500
}

extension Recorded: CustomStringConvertible {
    /// The text, or the reason in angle brackets why there is no text.
    public var description: String {
        switch self {
        case .withheld: "<withheld>"
        case .text(let text): text
        case .redactionFailed: "<redaction failed>"
        }
    }
}
