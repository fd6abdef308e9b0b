/// The words, strings and marks of an Objective-C source; comments are left out.
///
/// Preprocessor lines are read like code: what a macro says may be used anywhere.
package struct ObjectiveCTokens: Sendable {
    /// A token and its place.
    package struct Token: Sendable {
        package enum Kind: Sendable, Equatable {
            case word(String)
            /// The contents of a string.
            case text(String)
            case mark(UInt8)
        }

        package var kind: Kind
        package var line: Int
        /// Offset in bytes from the start of the file.
        package var offset: Int
        /// Counted from 1 in UTF-8 bytes.
        package var column: Int
    }

    package private(set) var tokens: [Token] = []

    /// The number of tokens that a head or a statement may have.
    static let statement = 4_096

    /// Returns the index of the first token behind a line.
    func index(after line: Int) -> Int {
        var (low, high) = (0, tokens.count)
        while low < high {
            let middle = (low + high) / 2
            if tokens[middle].line > line { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Reads a file.
    package init(bytes: UnsafeBufferPointer<UInt8>) {
        var scanner = Scanner(bytes: bytes)
        while let token = scanner.next() { tokens.append(token) }
    }

    /// Returns the word at a position; nil for another token and outside of the file.
    package func word(at index: Int) -> String? {
        guard tokens.indices.contains(index), case .word(let word) = tokens[index].kind else { return nil }
        return word
    }

    /// Returns whether a mark of ASCII stands at a position.
    package func isMark(_ mark: Character, at index: Int) -> Bool {
        guard tokens.indices.contains(index), let byte = mark.asciiValue else { return false }
        return tokens[index].kind == .mark(byte)
    }

    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0
        var line = 1
        var lineStart = 0

        private func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

        mutating func next() -> Token? {
            skipSpace()
            guard let first = byte(at: position) else { return nil }
            let (start, line, column) = (position, line, position - lineStart + 1)
            let kind: Token.Kind
            if Self.isWord(first) {
                while let next = byte(at: position), Self.isWord(next) { position += 1 }
                kind = .word(text(in: start..<position))
            } else if first == Byte.quote || first == UInt8(ascii: "'") {
                kind = .text(readQuoted(by: first))
            } else {
                position += 1
                kind = .mark(first)
            }
            return Token(kind: kind, line: line, offset: start, column: column)
        }

        private mutating func skipSpace() {
            while let next = byte(at: position) {
                if next == Byte.slash, byte(at: position + 1) == Byte.slash {
                    while let next = byte(at: position), next != Byte.newline { advance(next) }
                } else if next == Byte.slash, byte(at: position + 1) == Byte.star {
                    position += 2
                    while let next = byte(at: position), next != Byte.star || byte(at: position + 1) != Byte.slash {
                        advance(next)
                    }
                    position = min(bytes.count, position + 2)
                } else if next <= Byte.blank || next == Byte.backslash {
                    advance(next)
                } else {
                    return
                }
            }
        }

        private mutating func advance(_ byte: UInt8) {
            position += 1
            guard byte == Byte.newline else { return }
            line += 1
            lineStart = position
        }

        /// Reads to the other quote; a string ends with its line.
        private mutating func readQuoted(by quote: UInt8) -> String {
            position += 1
            let start = position
            while let next = byte(at: position), next != quote, next != Byte.newline {
                position += next == Byte.backslash && byte(at: position + 1) != Byte.newline ? 2 : 1
            }
            let end = min(position, bytes.count)
            position = byte(at: end) == quote ? end + 1 : end
            return text(in: start..<end)
        }

        private func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

        private static func isWord(_ byte: UInt8) -> Bool { byte.isOfName || byte == UInt8(ascii: "$") }
    }
}
