/// One Swift file as its tokens: what the compiler reads, without comments and without the text of string literals.
///
/// The lexer supports nested comments, raw and multi-line strings, interpolation (whose code is preserved) and `#/.../#`. It
/// does not support regular expressions between bare slashes; a quote in one hides the rest of its line.
struct Code: Sendable {
    /// The path of the file, from the root of the tree.
    let path: String
    let lineCount: Int
    let tokens: [Token]

    struct Token: Hashable, Sendable {
        let text: String
        /// The line, counted from 1.
        let line: Int
        /// Whether only spaces or comments precede it on its line.
        let opensLine: Bool
        let isWord: Bool
    }

    init(path: String, text: String) {
        self.path = path
        lineCount = text.split(separator: "\n", omittingEmptySubsequences: false).count - (text.hasSuffix("\n") ? 1 : 0)
        var blanker = Blanker(text)
        tokens = Self.tokens(in: blanker.code())
    }

    /// The text of the token at `index`; nil beyond the end.
    subscript(_ index: Int) -> String? {
        tokens.indices.contains(index) ? tokens[index].text : nil
    }

    private static func tokens(in code: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var line = 1
        var lineOfLast = 0
        var index = 0
        while index < code.count {
            let byte = code[index]
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte <= UInt8(ascii: " ") || byte == UInt8(ascii: "`") {
                index += 1
                continue
            }
            let start = index
            index += 1
            let isWord = isWordByte(byte)
            while isWord, index < code.count, isWordByte(code[index]) { index += 1 }
            tokens.append(
                Token(
                    text: String(decoding: code[start..<index], as: UTF8.self),
                    line: line,
                    opensLine: line != lineOfLast,
                    isWord: isWord
                )
            )
            lineOfLast = line
        }
        return tokens
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}

/// Replaces comments and the text of string literals with spaces, and preserves all line breaks.
private struct Blanker {
    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        output.reserveCapacity(bytes.count)
    }

    mutating func code() -> [UInt8] {
        while index < bytes.count { readCode(inInterpolation: false) }
        return output
    }

    private mutating func readCode(inInterpolation: Bool) {
        var depth = 0
        while index < bytes.count {
            if starts("//") {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
            } else if starts("/*") {
                readBlockComment()
            } else if let opening = stringOpening() {
                readLiteral(opening)
            } else {
                let byte = bytes[index]
                keep()
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") {
                    if inInterpolation, depth == 0 { return }
                    depth -= 1
                }
            }
        }
    }

    private mutating func readBlockComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                blank(2)
            } else if starts("*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && index < bytes.count
    }

    private struct Literal {
        let hashes: String
        let delimiter: String
        var isMultiline: Bool { delimiter == "\"\"\"" || delimiter == "/" }
    }

    private func stringOpening() -> Literal? {
        var end = index
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        let hashes = String(repeating: "#", count: end - index)
        if starts("\"\"\"", at: end) { return Literal(hashes: hashes, delimiter: "\"\"\"") }
        if starts("\"", at: end) { return Literal(hashes: hashes, delimiter: "\"") }
        if !hashes.isEmpty, starts("/", at: end) { return Literal(hashes: hashes, delimiter: "/") }
        return nil
    }

    private mutating func readLiteral(_ literal: Literal) {
        let closing = literal.delimiter + literal.hashes
        let escape = literal.delimiter == "/" ? "\\" : "\\" + literal.hashes
        blank(closing.utf8.count)
        while index < bytes.count {
            if starts(closing) {
                blank(closing.utf8.count)
                return
            }
            if literal.delimiter != "/", starts(escape + "(") {
                blank(escape.utf8.count)
                keep()
                readCode(inInterpolation: true)
            } else if starts(escape) {
                blank(escape.utf8.count)
                blank()
            } else if bytes[index] == UInt8(ascii: "\n"), !literal.isMultiline {
                return
            } else {
                blank()
            }
        }
    }

    private func starts(_ text: String, at start: Int? = nil) -> Bool {
        bytes[(start ?? index)...].starts(with: text.utf8)
    }

    private mutating func keep() {
        output.append(bytes[index])
        index += 1
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            let isLineBreak = bytes[index] == UInt8(ascii: "\n")
            output.append(isLineBreak ? UInt8(ascii: "\n") : UInt8(ascii: " "))
            index += 1
        }
    }
}
