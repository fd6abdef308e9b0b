import SwiftSyntax

/// The annotations in the comment above a declaration: `@model`, `@json end_date`.
struct Annotations: Sendable, Equatable {
    /// The words that are annotations; others, such as the name of an attribute in a text, mean nothing.
    enum Word: String, Sendable, CaseIterable {
        case model, json, `default`, date, lenient, text, id, table, other
    }

    private(set) var arguments: [Word: String] = [:]
    /// Annotations that occur twice.
    private(set) var repeated: [Word] = []

    /// Reads the comments directly above a declaration.
    init(above node: some SyntaxProtocol) {
        for line in Self.lines(of: node.leadingTrivia) { read(line) }
    }

    /// The text after an annotation; empty if there is none, nil without the annotation.
    subscript(word: Word) -> String? { arguments[word] }

    /// Returns whether the comment has the annotation.
    func contains(_ word: Word) -> Bool { arguments[word] != nil }

    private mutating func read(_ line: Substring) {
        var found: [(word: Word, range: Range<Substring.Index>)] = []
        for match in line.matches(of: /(?:^|[\s*])@([a-z]+)(?=\s|$)/) {
            if let word = Word(rawValue: String(match.output.1)) { found.append((word, match.range)) }
        }
        for (index, item) in found.enumerated() {
            let end = index + 1 < found.count ? found[index + 1].range.lowerBound : line.endIndex
            let argument = line[item.range.upperBound..<end].trimmed
            if arguments.updateValue(argument, forKey: item.word) != nil { repeated.append(item.word) }
        }
    }

    /// Returns the lines of the last block of comments, without comment marks.
    private static func lines(of trivia: Trivia) -> [Substring] {
        var lines: [Substring] = []
        // What stands above an empty line and another comment describes something else.
        var isEnded = false
        func add(_ more: [Substring]) {
            lines = (isEnded ? [] : lines) + more
            isEnded = false
        }
        for piece in trivia.pieces {
            switch piece {
            case .docLineComment(let text), .lineComment(let text): add([text.drop { $0 == "/" }])
            case .docBlockComment(let text), .blockComment(let text):
                add(
                    text.dropLast(2).split(whereSeparator: \.isNewline).map { line in
                        line.drop { $0.isWhitespace || $0 == "/" || $0 == "*" }
                    }
                )
            case .newlines(let count) where count > 1: isEnded = true
            case .carriageReturnLineFeeds(let count) where count > 1: isEnded = true
            default: break
            }
        }
        return lines
    }
}

extension Substring {
    /// The text without white space at both ends.
    fileprivate var trimmed: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
