/// Who owns which files: the rules of a `CODEOWNERS`, as GitHub documents them.
///
/// The last rule that matches a path decides, also if it names nobody. Patterns are those of `.gitignore`, without `!`, `[ ]`
/// and `\#`; one that ends with `/*` matches the files of that folder and none below it.
public struct CodeOwners: Sendable, Equatable {
    /// Where such a file may be, relative to the root of a tree; the first that exists counts.
    public static let places = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"]
    /// A larger file counts for nothing, as on GitHub.
    static let sizeLimit = 3 << 20
    /// The number of rules that count, since each file is compared with each of them.
    static let ruleLimit = 20_000

    private let rules: [Rule]

    private struct Rule: Sendable, Equatable {
        var pattern: OwnedPath
        var owners: [String]
    }

    /// Reads the text of the file. Lines that are no rules are skipped, as on GitHub.
    public init(text: String) {
        let rules = text.split(whereSeparator: \.isNewline).compactMap { line -> Rule? in
            let words = Self.words(of: line)
            guard let first = words.first, let pattern = OwnedPath(text: first) else { return nil }
            return Rule(pattern: pattern, owners: Array(words.dropFirst()))
        }
        self.rules = rules.suffix(Self.ruleLimit)
    }

    /// Reads the file of a tree; nil if there is none. What can't be read is added to `problems`.
    init?(root: String, problems: inout [SourceProblem]) {
        guard let place = Self.places.first(where: { FileReader.mayExist(root + "/" + $0) }) else { return nil }
        let bytes = FileReader.bytes(at: root + "/" + place)
        let text = bytes.map { $0.count > Self.sizeLimit ? "" : String(decoding: $0, as: UTF8.self) }
        guard let text else {
            problems.append(SourceProblem(path: place, kind: .unreadable, message: "cannot read this file"))
            return nil
        }
        self.init(text: text)
    }

    /// The owners of a file, in the order of the rule; none if no rule names anybody.
    ///
    /// - Parameter path: relative to the root, with `/` between names.
    public func owners(of path: String) -> [String] {
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        return rules.last { $0.pattern.matches(names) }?.owners ?? []
    }

    /// The words of a line up to a comment. A backslash makes a space part of a word.
    private static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var isEscaped = false
        for character in line {
            if isEscaped {
                if !character.isWhitespace { word.append("\\") }
                word.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "#", word.isEmpty {
                break
            } else if character.isWhitespace {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}

/// The pattern of a rule, name by name.
private struct OwnedPath: Sendable, Equatable {
    private enum Part: Equatable {
        /// `**`: any number of folders.
        case folders
        case name([UInt8])
    }

    private var parts: [Part]
    /// Whether what is below a matching folder matches too.
    private var reachesBelow: Bool
    /// Whether it only matches folders.
    private var isFolder: Bool

    /// Nil for what GitHub doesn't take for a pattern.
    init?(text: String) {
        guard !text.hasPrefix("!"), !text.contains("["), !text.contains("]"), !text.hasPrefix("\\#") else { return nil }
        let names = text.split(separator: "/").map(String.init)
        guard let last = names.last else { return nil }
        // What is below a folder, and not the folder.
        isFolder = text.hasSuffix("/") || last == "**"
        // A slash at the start or in the middle ties a pattern to the root.
        let isAnchored = text.hasPrefix("/") || names.count > 1
        parts = isAnchored ? [] : [.folders]
        parts += (last == "**" ? names.dropLast() : names[...]).map { $0 == "**" ? .folders : .name(Array($0.utf8)) }
        reachesBelow = isFolder || last != "*"
    }

    func matches(_ path: [[UInt8]]) -> Bool {
        var ends: Set<Int> = [0]
        for part in parts {
            switch part {
            case .folders:
                guard let first = ends.min() else { return false }
                ends = Set(first...path.count)
            case .name(let name):
                ends = Set(ends.filter { $0 < path.count && Self.matches(name, name: path[$0]) }.map { $0 + 1 })
            }
            if ends.isEmpty { return false }
        }
        // What ends before the path does is a folder, and the file is below it.
        return ends.contains { end in end < path.count ? reachesBelow : !isFolder }
    }

    /// `*` stands for any bytes, `?` for one; in time proportional to the product of both lengths.
    private static func matches(_ pattern: [UInt8], name: [UInt8]) -> Bool {
        var (position, at) = (0, 0)
        var (star, resume) = (-1, 0)
        while at < name.count {
            if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
                (star, resume) = (position, at)
                position += 1
            } else if position < pattern.count, pattern[position] == UInt8(ascii: "?") || pattern[position] == name[at]
            {
                position += 1
                at += 1
            } else if star >= 0 {
                resume += 1
                (position, at) = (star + 1, resume)
            } else {
                return false
            }
        }
        return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
