import SeamKit
import Yams

/// Reads a YAML document with known keys and collects all problems.
final class YAMLReader {
    let file: String
    private(set) var problems: [ConfigurationError.Problem] = []
    /// What to do about a conflict that version control left in the file.
    private let conflictAdvice: String

    init(file: String, conflictAdvice: String = "resolve the conflict first") {
        self.file = file
        self.conflictAdvice = conflictAdvice
    }

    /// Returns the root of the document; nil if the document is empty.
    func root(of text: String) throws(ConfigurationError) -> Node? {
        if let line = MergeMarkers.firstLine(in: text) {
            throw ConfigurationError(
                file: file,
                problems: [.init(line: line, message: "merge markers; \(conflictAdvice)")]
            )
        }
        if let line = YAMLAliases.firstLine(in: text) {
            throw ConfigurationError(
                file: file,
                problems: [
                    .init(
                        line: line,
                        message:
                            "a word that begins with `&` or `*`; aliases are not read, and such a word needs quotes"
                    )
                ]
            )
        }
        do {
            // The parser treats a byte order mark as text.
            return try compose(yaml: text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text)
        } catch let error as YamlError {
            throw ConfigurationError(file: file, problems: [Self.problem(of: error)])
        } catch {
            throw ConfigurationError(file: file, problems: [.init(message: "not YAML: \(error)")])
        }
    }

    private static func problem(of error: YamlError) -> ConfigurationError.Problem {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            .init(line: mark.line, message: "not YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            .init(line: context.mark.line, message: "written twice: \(keys.sorted().joined(separator: ", "))")
        default:
            .init(message: "not YAML: \(error)")
        }
    }

    func report(_ node: Node?, message: String) {
        report(line: node?.mark?.line ?? 0, message: message)
    }

    func report(line: Int, message: String) {
        problems.append(.init(line: line, message: message))
    }

    /// Throws the problems reported so far.
    func finish() throws(ConfigurationError) {
        guard problems.isEmpty else { throw ConfigurationError(file: file, problems: problems) }
    }

    /// Returns the values of a mapping by key. Keys that are not `known` are reported with a suggestion.
    func fields(of node: Node, known: [String], in place: String) -> [String: Node] {
        var fields: [String: Node] = [:]
        for (key, value) in entries(of: node, in: place) {
            if known.contains(key.text) {
                fields[key.text] = value
            } else {
                let suggestion = Suggestion.text(for: key.text, among: known)
                problems.append(.init(line: key.line, message: "unknown key `\(key.text)` in \(place)\(suggestion)"))
            }
        }
        return fields
    }

    /// Returns the keys and values of a mapping in the order in which they are written; none for an empty value.
    func entries(of node: Node, in place: String) -> [(key: Configuration.Name, value: Node)] {
        if isEmpty(node) { return [] }
        guard let mapping = node.mapping else {
            report(node, message: "\(place) must be a list of `name: value`")
            return []
        }
        return mapping.compactMap { key, value in
            guard let text = key.scalar?.string else {
                report(key, message: "a key in \(place) must be a word")
                return nil
            }
            return (Configuration.Name(text, line: key.mark?.line ?? 0), value)
        }
    }

    /// Returns the items of a sequence.
    func items(of node: Node, in place: String) -> [Node] {
        if isEmpty(node) { return [] }
        guard let sequence = node.sequence else {
            report(node, message: "\(place) must be a list")
            return []
        }
        return Array(sequence)
    }

    /// Returns a list of words; a single word stands for a list of one.
    func names(of node: Node, in place: String) -> [Configuration.Name] {
        let nodes = node.scalar != nil && !isEmpty(node) ? [node] : items(of: node, in: place)
        return nodes.compactMap { item in
            guard let text = item.scalar?.string, !text.isEmpty else {
                report(item, message: "\(place) must hold words")
                return nil
            }
            return Configuration.Name(text, line: item.mark?.line ?? 0)
        }
    }

    func text(of node: Node, in place: String) -> String? {
        guard let text = node.scalar?.string, !text.isEmpty else {
            report(node, message: "\(place) must be text")
            return nil
        }
        return text
    }

    /// Returns a path of the tree, without `.` and slashes that mean nothing; `.` for the tree itself.
    ///
    /// Whoever clones a tree hasn't written its `seam.yml`, so its paths stay inside of the tree.
    func path(of node: Node, in place: String) -> String? {
        text(of: node, in: place).flatMap { path(of: Configuration.Name($0, line: node.mark?.line ?? 0), in: place) }
    }

    /// Returns a list of paths of the tree; a single path stands for a list of one.
    ///
    /// - Parameter mayLeave: whether they may begin with `..`, because nothing at them is read or written.
    func paths(of node: Node, in place: String, mayLeave: Bool = false) -> [String] {
        names(of: node, in: place).compactMap { path(of: $0, in: place, mayLeave: mayLeave) }
    }

    private func path(of name: Configuration.Name, in place: String, mayLeave: Bool = false) -> String? {
        let parts = name.text.split(separator: "/").filter { $0 != "." }
        let inside = mayLeave ? Array(parts.drop { $0 == ".." }) : parts
        guard !name.text.hasPrefix("/"), !inside.contains(".."), !name.text.utf8.contains(0) else {
            report(line: name.line, message: "\(place) must be inside of the tree: relative to its root, without `..`")
            return nil
        }
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    func number(of node: Node, in place: String) -> Int? {
        guard let number = node.scalar.flatMap({ Int($0.string) }) else {
            report(node, message: "\(place) must be a whole number")
            return nil
        }
        return number
    }

    ///
    /// - Parameter other: what else the caller knows.
    func isTrue(_ node: Node, in place: String, or other: String? = nil) -> Bool {
        guard let value = node.bool else {
            report(node, message: "\(place) must be true or false" + (other.map { ", or \($0)" } ?? ""))
            return false
        }
        return value
    }

    private func isEmpty(_ node: Node) -> Bool {
        node.scalar?.style == .plain && node.null != nil
    }
}

/// Anchors and aliases of YAML. A few hundred bytes of them can stand for more nodes than any memory holds, so a text that may
/// contain one is rejected before it is parsed.
enum YAMLAliases {
    /// Returns the line of the first `&` or `*` that may begin an anchor or alias, counted from 1.
    ///
    /// The search treats each line separately and doesn't follow quotes across lines, so nothing can hide an anchor. It may
    /// misinterpret text within quotes as an anchor, if the text has `&` or `*` after a space and a mark such as `-`.
    static func firstLine(in text: String) -> Int? {
        var number = 1
        for line in text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd) {
            if hasOne(line) { return number }
            // The two characters of a Windows line end count as one.
            if line.endIndex < text.unicodeScalars.endIndex, text.unicodeScalars[line.endIndex] == "\n" { number += 1 }
        }
        return nil
    }

    private static func hasOne(_ line: String.UnicodeScalarView.SubSequence) -> Bool {
        let isComment = line.first { !isSpace($0) } == "#"
        // Text that looks like a comment may be within quotes that end on this line.
        if isComment, !line.contains("\""), !line.contains("'") { return false }
        var (word, last): ([Unicode.Scalar], [Unicode.Scalar]) = ([], [])
        var isStart = true
        for scalar in line {
            if isSpace(scalar) {
                if !word.isEmpty { last = word }
                (word, isStart) = ([], true)
            } else {
                if isStart, scalar == "&" || scalar == "*", beginsNode(after: word.isEmpty ? last : word) {
                    return true
                }
                word.append(scalar)
                isStart = "[{,:".unicodeScalars.contains(scalar)
            }
        }
        return false
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar.value == 0xFEFF
    }

    /// Returns whether a value may begin after a word: at the start of a line, after a mark, after a tag.
    private static func beginsNode(after word: [Unicode.Scalar]) -> Bool {
        guard let last = word.last else { return true }
        return "[{,:-?".unicodeScalars.contains(last) || word.first == "!"
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar.value == 0x85 || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}

/// The markers that version control writes into a file with conflicting changes.
enum MergeMarkers {
    /// Returns the line of the first marker, counted from 1.
    static func firstLine(in text: String) -> Int? {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where line.hasPrefix("<<<<<<< ") || line.hasPrefix(">>>>>>> ") || line.hasPrefix("||||||| ") {
            return index + 1
        }
        return nil
    }
}
