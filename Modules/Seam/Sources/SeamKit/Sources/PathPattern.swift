/// A pattern of paths as build tools write it.
struct PathPattern: Sendable, Equatable {
    enum Kind: String {
        /// The path of a file, or of a folder with all below it.
        case path
        /// With `*` and `?` inside of a name, `[a-c]`, `{swift,m}`, and `**` for any folders; without these it is a path.
        case glob
        /// The same, and a folder that matches stands for all below it.
        case folders
    }

    let text: String
    private let kind: Kind
    /// The names of each alternative.
    private let alternatives: [[[Character]]]

    /// The number of alternatives that braces may stand for.
    private static let limit = 256

    init(_ text: String, kind: Kind = .glob) {
        self.text = text
        self.kind = text.contains(where: Self.isWild) ? kind : .path
        alternatives =
            self.kind == .path
            ? []
            : Self.alternatives(of: text).map { path in
                path.split(separator: "/").flatMap { name -> [[Character]] in
                    // `**.swift` is written for `**/*.swift`.
                    guard name.count > 2, name.hasPrefix("**") else { return [Array(name)] }
                    return [["*", "*"], Array(name.dropFirst())]
                }
            }
    }

    /// The folder above the first name with a wildcard or the name of a source; the path itself if it has none.
    var folder: String {
        if kind == .path { return text.hasSuffix(".swift") ? RelativePath.folder(of: text) : text }
        return text.split(separator: "/").prefix { !$0.contains(where: Self.isWild) }.joined(separator: "/")
    }

    private static func isWild(_ character: Character) -> Bool { "*?[{".contains(character) }

    /// The same pattern in a folder.
    func under(_ folder: String) -> Self { Self(RelativePath.join(folder, with: text), kind: kind) }

    func matches(_ path: String) -> Bool {
        if kind == .path { return text.isEmpty || path == text || path.hasPrefix(text + "/") }
        let names = path.split(separator: "/").map(Array.init)
        return alternatives.contains { Self.matches($0[...], path: names[...], includesFolders: kind == .folders) }
    }

    /// Keeps, for each name of the path, where in the pattern a match may go on, so no pattern costs more than its length
    /// times the path's.
    private static func matches(
        _ pattern: ArraySlice<[Character]>,
        path: ArraySlice<[Character]>,
        includesFolders: Bool
    ) -> Bool {
        /// Adds the places behind `**`, which may stand for no folder.
        func closed(_ places: Set<Int>) -> Set<Int> {
            var result = places
            for place in places.sorted() {
                var next = place
                while next < pattern.endIndex, pattern[next] == ["*", "*"] {
                    next += 1
                    result.insert(next)
                }
            }
            return result
        }
        var places = closed([pattern.startIndex])
        for name in path {
            if includesFolders, places.contains(pattern.endIndex) { return true }
            var next: Set<Int> = []
            for place in places where place < pattern.endIndex {
                if pattern[place] == ["*", "*"] {
                    next.insert(place)
                } else if isMatch(pattern[place], name: name) {
                    next.insert(place + 1)
                }
            }
            places = closed(next)
        }
        return places.contains(pattern.endIndex)
    }

    private static func isMatch(_ pattern: [Character], name: [Character]) -> Bool {
        var (position, start) = (0, 0)
        var star: (pattern: Int, name: Int)?
        while start < name.count {
            if position < pattern.count, pattern[position] == "*" {
                star = (position, start)
                position += 1
            } else if let next = step(in: pattern, at: position, character: name[start]) {
                position = next
                start += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                (position, start) = (last.pattern + 1, last.name + 1)
            } else {
                return false
            }
        }
        return pattern[position...].allSatisfy { $0 == "*" }
    }

    /// Returns the place behind what matches the character; nil if nothing does.
    private static func step(in pattern: [Character], at position: Int, character: Character) -> Int? {
        guard position < pattern.count else { return nil }
        if pattern[position] == "[", let end = pattern[position...].firstIndex(of: "]"), end > position + 1 {
            var set = pattern[(position + 1)..<end]
            let isNegated = set.first == "!" || set.first == "^"
            if isNegated { set = set.dropFirst() }
            var isFound = false
            while let first = set.first {
                if set.count > 2, set[set.startIndex + 1] == "-" {
                    if first <= set[set.startIndex + 2] {
                        isFound = isFound || (first...set[set.startIndex + 2]) ~= character
                    }
                    set = set.dropFirst(3)
                } else {
                    isFound = isFound || first == character
                    set = set.dropFirst()
                }
            }
            return isFound == isNegated ? nil : end + 1
        }
        return pattern[position] == "?" || pattern[position] == character ? position + 1 : nil
    }

    /// Returns the texts that braces stand for; the text itself where they are too many.
    private static func alternatives(of text: String) -> [String] {
        var open = [text]
        var done: [String] = []
        while let next = open.popLast() {
            guard let start = next.lastIndex(of: "{"), let end = next[start...].firstIndex(of: "}") else {
                done.append(next)
                continue
            }
            let parts = next[next.index(after: start)..<end].split(separator: ",", omittingEmptySubsequences: false)
            guard open.count + done.count + parts.count <= limit else { return [text] }
            let (head, tail) = (String(next[..<start]), next[next.index(after: end)...])
            open += parts.map { head + $0 + tail }
        }
        return done
    }
}

extension PathPattern: Archived {
    func write(to writer: inout ArchiveWriter) {
        writer.write(text)
        writer.write(kind.rawValue)
    }

    init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(try reader.text(), kind: try reader.choice())
    }
}
