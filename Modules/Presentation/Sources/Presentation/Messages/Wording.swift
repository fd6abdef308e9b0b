/// The messages of Presentation in one language. This is the only place to translate them.
///
/// Presentation never writes sentences into view data. It passes a `Message` to its wording, with the arguments formatted for
/// the locale. To use another language, an app creates a wording that looks the key up in its own tables and chooses the plural
/// by the count:
///
///     let wording = Wording { message, arguments in
///         tables.text(for: message.key, arguments) ?? message.english(arguments)
///     }
///     let formats = Formats(locale: locale, timeZone: timeZone, wording: wording)
///
/// `Message.all` lists every message, so a test can check that the tables are complete.
///
/// Arguments that contain right-to-left text are wrapped in U+2068 FIRST STRONG ISOLATE and U+2069 POP DIRECTIONAL ISOLATE
/// (Unicode Standard Annex 9), so that a name or a date in Arabic can't reorder the sentence around it. Text that stands alone,
/// such as a recipient or an amount, is never wrapped.
public struct Wording: Sendable {
    /// The messages in English.
    public static let english = Wording { $0.english($1) }

    private let text: @Sendable (Message, [Message.Argument]) -> String

    /// Creates a wording; `text` returns the text of every message.
    public init(_ text: @escaping @Sendable (Message, [Message.Argument]) -> String) {
        self.text = text
    }

    /// Returns the text of `message`. The documentation of each message describes its arguments.
    public func callAsFunction(_ message: Message, _ arguments: Message.Argument...) -> String {
        self(message, arguments)
    }

    /// Returns the text of `message` with a list of arguments.
    public func callAsFunction(_ message: Message, _ arguments: [Message.Argument]) -> String {
        text(message, arguments.map(\.isolated))
    }

    /// Returns the text of a problem.
    public func callAsFunction(_ problem: Problem) -> String {
        text(problem.message, problem.arguments.map(\.isolated))
    }
}

extension Message.Argument {
    fileprivate var isolated: Message.Argument {
        switch self {
        case .text(let text): .text(text.isolatedIfRightToLeft)
        case .count(let count, let text): .count(count, text: text.isolatedIfRightToLeft)
        }
    }
}

extension String {
    fileprivate var isolatedIfRightToLeft: String {
        unicodeScalars.contains(where: \.isRightToLeft) ? "\u{2068}\(self)\u{2069}" : self
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is in a block of right-to-left scripts, or is a mark that starts right-to-left text. Digits in those
    /// blocks don't count, because they are written from left to right.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x0660...0x0669, 0x06F0...0x06F9: false
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        case 0x200F, 0x202B, 0x202E, 0x2067: true
        default: false
        }
    }
}
