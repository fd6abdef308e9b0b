/// The tag of a representation (RFC 9110, section 8.8.3).
///
/// A text that is no single tag isn't one: sent back in a condition, `*` or a list of tags would mean something else.
struct EntityTag: Hashable {
    /// Whether two representations with this tag may differ in their bytes.
    let isWeak: Bool
    /// The tag without the mark of a weak one. It is what a weak comparison compares.
    let strong: String

    /// The tag as it is sent.
    var text: String { isWeak ? "W/\(strong)" : strong }

    /// Reads `"xyz"`, `W/"xyz"`, and `xyz` without quotation marks, which some servers send and expect.
    init?(_ text: String) {
        isWeak = text.hasPrefix("W/")
        strong = isWeak ? String(text.dropFirst(2)) : text
        let isQuoted = strong.utf8.count >= 2 && strong.hasPrefix("\"") && strong.hasSuffix("\"")
        let opaque = isQuoted ? strong.utf8.dropFirst().dropLast() : strong.utf8[...]
        guard opaque.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }) else { return nil }
        let isList = opaque.isEmpty || opaque.contains(UInt8(ascii: ",")) || strong == "*"
        guard isQuoted || !isList else { return nil }
    }
}

extension HTTPAnswer {
    /// The tag of the representation in the response, or `nil` if it has none.
    var entityTag: EntityTag? { self[field: "ETag"].flatMap { EntityTag($0) } }
}
