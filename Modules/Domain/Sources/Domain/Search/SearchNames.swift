import Foundation

/// Searches a public database of registered names.
public protocol SearchNames: Sendable {
    /// Returns the names that contain `query`, in the order of the database, without duplicates. If no name matches, the list
    /// is empty and the call doesn't throw. If the search fails, the call throws and never returns an empty list.
    ///
    /// A record that can't be read, or that repeats a name, is left out and listed in `Snapshot.unreadable`. If the calling
    /// task is cancelled, the call soon throws `.cancelled`.
    func names(matching query: NameQuery) async throws(SearchNamesError) -> Snapshot<NameMatches>
}

/// The text to search for, without white space around it.
///
/// Queries are normalised: texts that differ only in how they were typed give equal queries, which send the same request to a
/// database.
public struct NameQuery: Hashable, Sendable, CustomStringConvertible {
    /// The text: at least one character, at most `maximumLength` Unicode scalars, in the normal form NFC. It has no white space
    /// at either end, and no control character, line break or mark of direction.
    public let text: String

    /// The longest query, in Unicode scalars: a name has at most 253 of them (RFC 1035, section 2.3.4, in its usual notation).
    public static let maximumLength = 253

    /// Removes what can't be part of a name but is often pasted with it: control characters, line breaks, marks of direction,
    /// and white space at both ends. Returns `nil` if the rest is empty or longer than `maximumLength`.
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

/// Why a search failed.
public typealias SearchNamesError = ReadError
