import SeamKit

/// Finds words in comments that look like annotations and aren't: `@headr`, `@Query`, `@json(name)`.
struct AnnotationWords {
    /// The annotations that have a meaning.
    var known: [String]
    /// What to do instead of words that other tools have.
    var advice: [String: String] = [:]

    /// Words of other languages for comments, and attributes, with which a line of text may begin.
    private static let others: Set<String> = [
        "param", "parameter", "parameters", "return", "returns", "throws", "see", "author", "since", "note", "warning",
        "todo", "version", "deprecated", "link", "discussion", "brief", "example", "code", "endcode", "escaping",
        "available", "objc", "testable", "main", "unchecked", "frozen", "inlinable", "isolated", "convention",
        "mockable",
    ]

    /// Returns what is wrong with the first such word; nil if there is none.
    ///
    /// A word counts where an annotation may stand: at the beginning of a line, behind another one, or anywhere if it is
    /// spelled nearly as one that has a meaning.
    func problem(in lines: [Substring]) -> String? {
        for line in lines where line.contains("@") {
            var isPlace = true
            var end = line.startIndex
            for match in line.matches(of: /(?:^|[\s*])@([A-Za-z]+)(?=\s|$|[(:=])/) {
                let word = String(match.output.1)
                let isFirst = line[end..<match.range.lowerBound].allSatisfy { $0.isWhitespace || $0 == "*" }
                isPlace = isFirst && end == line.startIndex || end != line.startIndex && isPlace
                end = match.range.upperBound
                if known.contains(word) {
                    isPlace = true
                    if end < line.endIndex, !line[end].isWhitespace {
                        return "`@\(word)\(line[end])` is no annotation: write a space after `@\(word)`"
                    }
                    // What follows is Swift code.
                    if ["default", "error"].contains(word) { break }
                } else if let reason = reason(for: word, isPlace: isPlace) {
                    return reason
                }
            }
        }
        return nil
    }

    private func reason(for word: String, isPlace: Bool) -> String? {
        let isLower = word == word.lowercased()
        guard isPlace || isLower, !Self.others.contains(word) else { return nil }
        if let advice = advice[word.lowercased()] { return advice }
        if word.count > 2 || isPlace, let near = nearest(to: word) {
            return "there is no annotation `@\(word)`; did you mean `@\(near)`?"
        }
        guard isPlace, isLower else { return nil }
        return "there is no annotation `@\(word)`, only \(known.map { "`@\($0)`" }.joined(separator: ", "))"
    }

    private func nearest(to word: String) -> String? {
        // A letter is more often forgotten than written too much: `@headr` is `@header`, not `@head`.
        let word = word.lowercased()
        let longer = known.first { known in
            known.indices.contains { known[..<$0] + known[known.index(after: $0)...] == word }
        }
        return longer ?? Suggestion.nearest(to: word, among: known)
    }

    /// Returns what is wrong with a comment that stands above no declaration, if it begins with an annotation.
    func stray(in line: Substring) -> String? {
        guard let match = line.prefixMatch(of: /[\s*]*@([a-z]+)(?=\s|$)/), known.contains(String(match.output.1)) else {
            return nil
        }
        return
            "`@\(match.output.1)` is above nothing: annotations stand in the comment directly above what they describe"
    }

    /// Returns whether a line begins with something that is nearly the annotation of a type, and isn't.
    func isNearly(_ word: String, in lines: [Substring]) -> String? {
        for line in lines {
            guard let match = line.prefixMatch(of: /[\s*]*@([A-Za-z]+)(?=\s|$)/) else { continue }
            let found = String(match.output.1)
            if found != word, found.count > 2, !known.contains(found), !Self.others.contains(found),
                Suggestion.nearest(to: found, among: [word]) != nil
            {
                return "there is no annotation `@\(found)`; did you mean `@\(word)`?"
            }
        }
        return nil
    }
}
