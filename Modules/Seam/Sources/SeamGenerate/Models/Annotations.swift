import SeamKit

/// The annotations in the comment above a declaration: `@model`, `@json end_date`.
struct Annotations: Sendable, Equatable {
    /// The words that are annotations; others, such as the name of an attribute in a text, mean nothing.
    enum Word: String, Sendable, CaseIterable {
        case model, json, `default`, date, lenient, text, word, inline, id, table, other
    }

    static let words = AnnotationWords(known: Word.allCases.map(\.rawValue))

    private(set) var arguments: [Word: String] = [:]
    /// Annotations that occur twice.
    private(set) var repeated: [Word] = []

    private init() {}

    /// Reads the comments directly above a declaration.
    init(above declaration: Declaration) {
        for line in declaration.comment { read(line) }
    }

    /// Reads the comments directly above an extension: `number @json` in a line of its own is about the property or case
    /// `number`, and the other lines are about the type.
    static func beside(_ declaration: Declaration) -> (type: Annotations, members: [String: Annotations]) {
        var type = Annotations()
        var members: [String: Annotations] = [:]
        for line in declaration.comment {
            var own = Annotations()
            own.read(line)
            if let match = line.prefixMatch(of: /\s*(\w+)\s+(?=@)/), !own.arguments.isEmpty, !own.contains(.model) {
                members[String(match.output.1), default: Annotations()].read(line)
            } else {
                type.read(line)
            }
        }
        return (type, members)
    }

    /// The text after an annotation; empty if there is none, nil without the annotation.
    subscript(word: Word) -> String? { arguments[word] }

    /// Returns whether the comment has the annotation.
    func contains(_ word: Word) -> Bool { arguments[word] != nil }

    private mutating func read(_ line: Substring) {
        for item in Self.items(in: line, word: Word.init(rawValue:)) {
            if arguments.updateValue(item.argument, forKey: item.word) != nil { repeated.append(item.word) }
        }
    }

    /// Returns the annotations in a line, with their arguments, in order.
    ///
    /// - Parameter word: finds an annotation; nil for any other word.
    static func items<Found>(
        in line: Substring,
        word: (String) -> Found?
    ) -> [(word: Found, argument: String)] {
        guard line.contains("@") else { return [] }
        let found = line.matches(of: /(?:^|[\s*])@([a-z]+)(?=\s|$)/).compactMap { match in
            word(String(match.output.1)).map { (word: $0, range: match.range) }
        }
        return found.enumerated().map { index, item in
            let end = index + 1 < found.count ? found[index + 1].range.lowerBound : line.endIndex
            return (item.word, line[item.range.upperBound..<end].trimmed)
        }
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
