import SeamKit
import Yams

extension Baseline {
    /// Reads the text of a baseline.
    ///
    /// - Parameters:
    ///   - yaml: the text; an empty text gives an empty baseline.
    ///   - file: its path, for errors.
    /// - Throws: what is wrong with it, with lines; also when a newer seam wrote it.
    public init(yaml: String, file: String) throws(ConfigurationError) {
        self.init()
        // Sides differ in what they have fixed, and an update takes that out of either.
        let advice =
            "take either side, such as `git checkout --ours -- \(file)`, and then run `seam baseline update`, which takes out what "
            + "the other side has fixed"
        let reader = YAMLReader(file: file, conflictAdvice: advice)
        guard let root = try reader.root(of: yaml) else {
            // A text of comments is somebody's file, and an update would replace or delete it.
            guard yaml.allSatisfy(\.isWhitespace) else {
                throw ConfigurationError(file: file, problems: [.init(message: "this is no baseline")])
            }
            return
        }
        let known = ["version", "files"]
        if let version = root.mapping?["version"].flatMap({ $0.scalar.flatMap { Int($0.string) } }),
            version > Self.version
        {
            let message =
                "a newer seam wrote this baseline (version \(version), this one reads \(Self.version)); update seam"
            throw ConfigurationError(file: file, problems: [.init(line: root.mark?.line ?? 0, message: message)])
        }
        let fields = reader.fields(of: root, known: known, in: "a baseline")
        switch fields["version"].flatMap({ reader.number(of: $0, in: "version") }) {
        case Self.version: break
        case let version?: reader.report(fields["version"], message: "version \(version) is not known")
        case nil: if fields["version"] == nil { reader.report(root, message: "a baseline must say its `version`") }
        }
        var counts: [ViolationKey: Int] = [:]
        var contents: [String: String] = [:]
        for item in fields["files"].map({ reader.items(of: $0, in: "files") }) ?? [] {
            let fields = reader.fields(of: item, known: ["path", "content", "known"], in: "a file of a baseline")
            guard let path = fields["path"].flatMap({ reader.path(of: $0, in: "path") }) else {
                if fields["path"] == nil { reader.report(item, message: "a file of a baseline must say its `path`") }
                continue
            }
            if let content = fields["content"] { contents[path] = reader.text(of: content, in: "content") }
            for entry in fields["known"].map({ reader.items(of: $0, in: "known") }) ?? [] {
                guard let (key, count) = Self.entry(in: entry, path: path, reader: reader) else { continue }
                if counts.updateValue(count, forKey: key) != nil {
                    reader.report(entry, message: "listed twice; keep one and run `seam baseline update`")
                }
            }
        }
        try reader.finish()
        self.init(counts: counts, contents: contents)
    }

    /// Reads `[rule, declaration, member, count]`.
    private static func entry(in node: Node, path: String, reader: YAMLReader) -> (ViolationKey, Int)? {
        let parts = reader.items(of: node, in: "an entry")
        guard parts.count == 4, let name = parts[0].scalar?.string, let enclosing = parts[1].scalar?.string,
            let member = parts[2].scalar?.string, let count = parts[3].scalar.flatMap({ Int($0.string) }), count > 0
        else {
            reader.report(
                node,
                message: "an entry must be [rule, declaration, member, count], with a count of 1 or more"
            )
            return nil
        }
        guard let rule = Rule.named(name), rule.isBaselinable else {
            let known = Rule.all.filter(\.isBaselinable).map(\.id)
            reader.report(node, message: "no rule is called `\(name)`\(Suggestion.text(for: name, among: known))")
            return nil
        }
        return (ViolationKey(rule: rule, file: path, enclosing: enclosing, member: member), count)
    }

    /// The text of the baseline: sorted, one entry on each line.
    public var yaml: String {
        var text = """
            # What `seam check` excuses for now. It may only shrink: `seam baseline update` takes out what is fixed.
            # An entry: [rule, declaration, member, how often]
            version: \(Self.version)
            files:

            """
        var file: String?
        for key in counts.keys.sorted() {
            if key.file != file {
                file = key.file
                text += "- path: \(Self.quoted(key.file))\n"
                if let content = contents[key.file] { text += "  content: \(Self.quoted(content))\n" }
                text += "  known:\n"
            }
            let words = [key.enclosing, key.member].map(Self.quoted).joined(separator: ", ")
            text += "  - [\(key.rule.id), \(words), \(counts[key] ?? 1)]\n"
        }
        return text
    }

    /// Returns a double-quoted YAML scalar.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        var previous: Unicode.Scalar = "\""
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            // The reader rejects text that looks like an alias.
            case "&" where previous == " ": quoted += "\\u0026"
            case "*" where previous == " ": quoted += "\\u002A"
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0xFEFF
                || scalar.value == 0x2028 || scalar.value == 0x2029:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
