/// Searches a public database of registered names.
public protocol SearchNames: Sendable {
    /// Answers the names that contain `query`, in the order of the database; none found is an empty list, and never an
    /// error, and a failure is an error, and never an empty list.
    ///
    /// A record that can't be read is left out and told in `Snapshot.unreadable`. If the calling task is cancelled, the
    /// call throws `.cancelled` soon.
    func names(matching query: NameQuery) async throws(SearchNamesError) -> Snapshot<NameMatches>
}

/// What is searched for: some text, without white space around it.
public struct NameQuery: Hashable, Sendable, CustomStringConvertible {
    /// At least one character, at most `maximumLength`; no white space at either end, no control character.
    public let text: String

    /// The longest query, in characters: a name has at most 253 (RFC 1035, section 2.3.4, in its usual notation).
    public static let maximumLength = 253

    /// Trims white space at both ends and takes control characters (a pasted line break) out. Answers `nil` where nothing
    /// is left, or more than `maximumLength` characters.
    public init?(_ text: String) {
        let printable = text.filter { character in
            !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        guard let first = printable.firstIndex(where: { !$0.isWhitespace }),
            let last = printable.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        let trimmed = printable[first...last]
        guard trimmed.count <= Self.maximumLength else { return nil }
        self.text = String(trimmed)
    }

    /// The text.
    public var description: String { text }
}

/// Why a search has no answer.
public enum SearchNamesError: Error, Hashable, Sendable, CaseIterable {
    /// The database could not be reached, or could not answer in time.
    case unavailable
    /// The database asks to wait.
    case busy
    /// The database's answer can't be read as a whole: cut off, or not in the agreed format.
    case malformed
    /// The calling task was cancelled. Nothing is wrong: it is never shown, recorded or a reason to fall back.
    case cancelled
}
