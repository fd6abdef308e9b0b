/// A line of text that a person edits, with a cursor between two characters.
struct Field: Equatable {
    var before = ""
    var after = ""

    var text: String { before + after }

    /// Inserts at the cursor what can be shown; control characters, line breaks among them, are left out.
    mutating func insert(_ text: String) {
        before.unicodeScalars.append(
            contentsOf: text.unicodeScalars.filter { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
        )
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

    /// Deletes back to the start of the word the cursor is in or after.
    mutating func deleteWord() {
        while before.last?.isWhitespace == true { before.removeLast() }
        while before.last?.isWhitespace == false { before.removeLast() }
    }

    mutating func deleteToStart() { before = "" }
}
