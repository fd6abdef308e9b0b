/// Puts what Presentation has to say into one language: the one place to translate it.
///
/// Presentation never writes a sentence of its own into view data; it asks the wording it was given for a `Message`
/// and hands over the arguments, formatted for the locale. To speak another language an app makes a wording that looks
/// the key up in its own tables and chooses the plural by the count:
///
///     let wording = Wording { message, arguments in
///         tables.text(for: message.key, arguments) ?? message.english(arguments)
///     }
///     let formats = Formats(locale: locale, timeZone: timeZone, wording: wording)
///
/// `Message.all` lists every message, so a test can hold the tables complete.
///
/// Arguments that hold right-to-left text come wrapped in U+2068 FIRST STRONG ISOLATE and U+2069 POP DIRECTIONAL
/// ISOLATE (Unicode Standard Annex 9), so that a name or a date in Arabic can't reorder the sentence around it. Text
/// that stands alone, a recipient or an amount, is never wrapped.
public struct Wording: Sendable {
    /// The language the messages are written in.
    public static let english = Wording { $0.english($1) }

    private let text: @Sendable (Message, [Message.Argument]) -> String

    /// Creates a wording; `text` returns the text of every message.
    public init(_ text: @escaping @Sendable (Message, [Message.Argument]) -> String) {
        self.text = text
    }

    /// The text of `message`; the order of the arguments is documented at its case.
    public func callAsFunction(_ message: Message, _ arguments: Message.Argument...) -> String {
        self(message, arguments)
    }

    /// The same with a list of arguments.
    public func callAsFunction(_ message: Message, _ arguments: [Message.Argument]) -> String {
        text(message, arguments.map(\.isolated))
    }

    /// The text of a problem.
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
    /// Whether the scalar is in a block of right-to-left scripts, or is a mark that starts right-to-left text. The
    /// digits in those blocks are no reason: they are written from left to right.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x0660...0x0669, 0x06F0...0x06F9: false
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        case 0x200F, 0x202B, 0x202E, 0x2067: true
        default: false
        }
    }
}
