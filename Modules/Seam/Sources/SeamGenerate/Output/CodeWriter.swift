import SeamKit

/// Writes indented lines.
struct CodeWriter {
    let format: CodeFormat
    private(set) var lines: [String] = []
    private var depth = 0

    init(format: CodeFormat) {
        self.format = format
    }

    /// All lines as the text of a file.
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Adds a line; an empty one has no indentation.
    mutating func line(_ text: String = "") {
        lines.append(text.isEmpty ? "" : indentation + text)
    }

    /// Adds an empty line unless the code above begins a block or is empty.
    mutating func gap() {
        guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
        lines.append("")
    }

    /// Adds lines that are indented once more.
    mutating func indented(_ body: (inout CodeWriter) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds a block in braces.
    mutating func block(_ head: String, body: (inout CodeWriter) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    /// Returns whether a line of this text is short enough at the current indentation.
    func fits(_ text: String) -> Bool { indentation.count + text.writtenCount <= format.lineLength }

    /// Adds documentation, wrapped at words.
    mutating func documentation(_ text: String) {
        var line = "///"
        for word in text.split(separator: " ") {
            if line != "///", !fits(line + " " + word) {
                self.line(line)
                line = "///"
            }
            line += " " + word
        }
        self.line(line)
    }

    /// Adds lines within the `#if` of a condition; without one, just the lines.
    mutating func conditional(_ conditions: [String], body: (inout CodeWriter) -> Void) {
        guard !conditions.isEmpty else { return body(&self) }
        line("#if \(conditions.joinedConditions)")
        if format.indentsConditions { indented(body) } else { body(&self) }
        line("#endif")
    }

    private var indentation: String { String(repeating: format.indentation, count: depth) }
}
