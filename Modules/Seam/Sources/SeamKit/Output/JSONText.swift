import Foundation

/// JSON, as everything in the tool writes it.
package enum JSONText {
    /// Returns the text of a value, with sorted keys. Characters that a terminal would obey are escaped.
    ///
    /// - Parameter isOneLine: whether the text is one line without an end, and not several with an end.
    package static func of(_ value: some Encodable, isOneLine: Bool = false) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !isOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
        let end = isOneLine ? "" : "\n"
        // Texts and finite numbers only: there is nothing in a document that can't be encoded.
        guard let data = try? encoder.encode(value) else { return "{}" + end }
        return Printable.json(String(decoding: data, as: UTF8.self) + end)
    }
}
