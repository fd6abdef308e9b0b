import Yams

/// Reads a YAML document of known keys and collects everything that is wrong with it.
final class YAMLReader {
    let file: String
    private(set) var problems: [ConfigurationError.Problem] = []

    init(file: String) {
        self.file = file
    }

    /// The root of the document; nil where the document is empty.
    func root(_ text: String) throws(ConfigurationError) -> Node? {
        if let line = MergeMarkers.firstLine(in: text) {
            throw ConfigurationError(
                file: file,
                problems: [.init(line: line, "merge markers; resolve the conflict first")]
            )
        }
        do {
            // The parser takes a byte order mark for text.
            return try compose(yaml: text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text)
        } catch let error as YamlError {
            throw ConfigurationError(file: file, problems: [Self.problem(error)])
        } catch {
            throw ConfigurationError(file: file, problems: [.init("not YAML: \(error)")])
        }
    }

    private static func problem(_ error: YamlError) -> ConfigurationError.Problem {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            .init(line: mark.line, "not YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            .init(line: context.mark.line, "written twice: \(keys.sorted().joined(separator: ", "))")
        default:
            .init("not YAML: \(error)")
        }
    }

    func report(_ node: Node?, _ message: String) {
        report(line: node?.mark?.line ?? 0, message)
    }

    func report(line: Int, _ message: String) {
        problems.append(.init(line: line, message))
    }

    /// Throws what was reported so far.
    func finish() throws(ConfigurationError) {
        guard problems.isEmpty else { throw ConfigurationError(file: file, problems: problems) }
    }

    /// The values of a mapping by key; keys that are not `known` are reported with what was probably meant.
    func fields(_ node: Node, known: [String], in place: String) -> [String: Node] {
        var fields: [String: Node] = [:]
        for (key, value) in entries(node, in: place) {
            if known.contains(key.text) {
                fields[key.text] = value
            } else {
                let suggestion = Suggestion.text(for: key.text, among: known)
                problems.append(.init(line: key.line, "unknown key `\(key.text)` in \(place)\(suggestion)"))
            }
        }
        return fields
    }

    /// Keys and values of a mapping in the order they are written; none for an empty value.
    func entries(_ node: Node, in place: String) -> [(key: Configuration.Name, value: Node)] {
        if isEmpty(node) { return [] }
        guard let mapping = node.mapping else {
            report(node, "\(place) must be a list of `name: value`")
            return []
        }
        return mapping.compactMap { key, value in
            guard let text = key.scalar?.string else {
                report(key, "a key in \(place) must be a word")
                return nil
            }
            return (Configuration.Name(text, line: key.mark?.line ?? 0), value)
        }
    }

    /// Items of a sequence.
    func items(_ node: Node, in place: String) -> [Node] {
        if isEmpty(node) { return [] }
        guard let sequence = node.sequence else {
            report(node, "\(place) must be a list")
            return []
        }
        return Array(sequence)
    }

    /// A list of words; a single word stands for a list of one.
    func names(_ node: Node, in place: String) -> [Configuration.Name] {
        let nodes = node.scalar != nil && !isEmpty(node) ? [node] : items(node, in: place)
        return nodes.compactMap { item in
            guard let text = item.scalar?.string, !text.isEmpty else {
                report(item, "\(place) must hold words")
                return nil
            }
            return Configuration.Name(text, line: item.mark?.line ?? 0)
        }
    }

    func text(_ node: Node, in place: String) -> String? {
        guard let text = node.scalar?.string, !text.isEmpty else {
            report(node, "\(place) must be text")
            return nil
        }
        return text
    }

    func number(_ node: Node, in place: String) -> Int? {
        guard let number = node.scalar.flatMap({ Int($0.string) }) else {
            report(node, "\(place) must be a whole number")
            return nil
        }
        return number
    }

    func isTrue(_ node: Node, in place: String) -> Bool {
        guard let value = node.bool else {
            report(node, "\(place) must be true or false")
            return false
        }
        return value
    }

    private func isEmpty(_ node: Node) -> Bool {
        node.scalar?.style == .plain && node.null != nil
    }
}

/// What version control leaves in a file that two sides changed.
enum MergeMarkers {
    /// Line of the first marker, counted from 1.
    static func firstLine(in text: String) -> Int? {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where line.hasPrefix("<<<<<<< ") || line.hasPrefix(">>>>>>> ") || line.hasPrefix("||||||| ") {
            return index + 1
        }
        return nil
    }
}
