/// A sentence that Presentation shows, identified by a key that does not change.
///
/// Each feature declares its messages beside its view models, with their English text. `{0}` stands for the first
/// argument. Another package declares its own in the same way:
///
///     extension Message {
///         static let invoiceDue = Message("invoice.due", "Due on {0}")
///     }
///
/// `Wording` describes how to translate them.
public struct Message: Hashable, Sendable {
    /// The name of the message for translations and programs: `orders.problem.unavailable`.
    public let key: String
    private let text: String
    private let singular: String?

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - key: Lower-case words with hyphens, separated by dots; unique in the app.
    ///   - english: The text, with `{0}`, `{1}` and so on for the arguments.
    ///   - one: The text if argument 0 is the count 1.
    public init(_ key: String, _ english: String, one: String? = nil) {
        self.key = key
        text = english
        singular = one
    }

    /// An argument of a message.
    public enum Argument: Hashable, Sendable {
        /// Text that is ready to be shown.
        case text(String)
        /// A count that determines the plural, and its text.
        case count(Int, text: String)

        /// The text to insert into the sentence.
        public var text: String {
            switch self {
            case .text(let text), .count(_, let text): text
            }
        }
    }

    /// Returns the message in English. A missing argument leaves its placeholder, such as `{0}`.
    public func english(_ arguments: [Argument] = []) -> String {
        let isOne = if case .count(1, _)? = arguments.first { true } else { false }
        let template = isOne ? singular ?? text : text
        // One pass, so that an argument that looks like a placeholder is not replaced.
        return template.split(separator: "{", omittingEmptySubsequences: false).enumerated()
            .reduce(into: "") { text, part in
                let (position, piece) = part
                if position == 0 {
                    text += piece
                } else if let end = piece.firstIndex(of: "}"), let index = Int(piece[..<end]),
                    arguments.indices.contains(index)
                {
                    text += arguments[index].text + piece[piece.index(after: end)...]
                } else {
                    text += "{" + piece
                }
            }
    }
}

extension Noun {
    static let all = [
        orders,
        addresses,
        profile,
        deals,
        settings,
        names,
        reservations,
    ]
}

extension Message {
    /// Every message of this module, so that a translation can be checked for completeness.
    public static let all: [Message] = Noun.all.flatMap(\.messages) + features.joined()

    private static let features: [[Message]] = [
        content,
        profile,
        orders,
        addresses,
        deals,
        news,
        settings,
        search,
        reservations,
        signIn,
        flow,
    ]
}
