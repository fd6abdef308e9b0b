import Foundation

/// Searches a public database of registered names.
public protocol SearchNames: Sendable {
    /// Answers the names that contain `query`, in the order of the database, each once; none found is an empty list,
    /// and never an error, and a failure is an error, and never an empty list.
    ///
    /// A record that can't be read, or repeats a name, is left out and told in `Snapshot.unreadable`. If the calling task is cancelled, the
    /// call throws `.cancelled` soon.
    func names(matching query: NameQuery) async throws(SearchNamesError) -> Snapshot<NameMatches>
}

/// What is searched for: some text, without white space around it.
///
/// The form of one query is the same however it was typed, so that equal queries ask the same of a database.
public struct NameQuery: Hashable, Sendable, CustomStringConvertible {
    /// At least one character, at most `maximumLength` scalar values; no white space at either end, no control
    /// character, line break or mark of direction; in the normal form NFC.
    public let text: String

    /// The longest query, in Unicode scalar values: a name has at most 253 of them (RFC 1035, section 2.3.4, in its
    /// usual notation).
    public static let maximumLength = 253

    /// Takes what can be in no name but comes along with pasted text out: control characters and line breaks, marks of
    /// direction, and white space at both ends. Answers `nil` where nothing is left, or more than `maximumLength`.
    public init?(_ text: String) {
        let scalars = text.unicodeScalars.filter { !Self.isPastedAlong($0) }
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        let composed = String(scalars[first...last]).precomposedStringWithCanonicalMapping
        guard composed.unicodeScalars.count <= Self.maximumLength else { return nil }
        self.text = composed
    }

    private static func isPastedAlong(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl || scalar == "\u{FEFF}"
        }
    }

    /// The text.
    public var description: String { text }
}

/// Why a search has no answer.
public typealias SearchNamesError = ReadError
