/// A line of text that a person edits, with a cursor between two characters.
struct Field: Equatable {
    /// Longer than any name of a person or thing, and short enough to be drawn with each key.
    static let limit = 1_000

    var before = ""
    var after = ""

    var text: String { before + after }

    /// Inserts text at the cursor. Control characters, including line breaks, are left out.
    /// The field has at most `limit` scalars; what is beyond is left out.
    mutating func insert(_ text: String) {
        let room = max(0, Self.limit - before.unicodeScalars.count - after.unicodeScalars.count)
        before.unicodeScalars.append(
            contentsOf: text.unicodeScalars.prefix(2 * Self.limit).filter { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }.prefix(room)
        )
    }

    /// Inserts pasted text at the cursor. Line breaks inside it become spaces, and those at its ends are left out.
    mutating func paste(_ text: String) {
        insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    mutating func moveLeft() {
        if let character = before.popLast() { after.insert(character, at: after.startIndex) }
    }

    mutating func moveRight() {
        if !after.isEmpty { before.append(after.removeFirst()) }
    }

    mutating func moveToStart() { (before, after) = ("", text) }

    mutating func moveToEnd() { (before, after) = (text, "") }

    mutating func deleteBackward() { _ = before.popLast() }

    mutating func deleteForward() { if !after.isEmpty { after.removeFirst() } }

    /// Deletes back to the start of the word before the cursor or around it.
    mutating func deleteWord() {
        while before.last?.isWhitespace == true { before.removeLast() }
        while before.last?.isWhitespace == false { before.removeLast() }
    }

    mutating func deleteToStart() { before = "" }
}
