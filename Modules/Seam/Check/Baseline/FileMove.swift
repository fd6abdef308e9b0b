import SeamKit

/// A file of a baseline that stands under another path now.
public struct FileMove: Sendable, Equatable {
    /// Path in the baseline.
    public var from: String
    /// Path in the tree.
    public var to: String

    /// Makes a move.
    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }
}

extension FileMove {
    /// Finds where the files of a baseline went.
    ///
    /// A file has moved when the path in the baseline is gone from disk, and either
    /// 1. a file that the baseline does not know has the content it had, or
    /// 2. exactly one file that the baseline does not know breaks rules in a declaration that the baseline names for
    ///    it, and the baseline names that declaration for no other file that is gone; or, where no declaration is
    ///    named (imports), has its file name and breaks the same rule with the same member.
    ///
    /// Every file moves at most once. In order of the old paths.
    static func find(
        _ baseline: Baseline,
        violations: [Violation],
        contents: [String: String],
        exists: (String) -> Bool
    ) -> [FileMove] {
        let listed = Set(baseline.files)
        let gone = baseline.files.filter { !exists($0) }
        guard !gone.isEmpty else { return [] }
        var candidates = Dictionary(grouping: violations.filter { !listed.contains($0.file) }, by: \.file)
        var moves: [FileMove] = []

        var byContent: [String: [String]] = [:]
        for path in candidates.keys.sorted() { byContent[contents[path] ?? "", default: []].append(path) }
        var left: [String] = []
        for old in gone {
            let content = baseline.contents[old] ?? ""
            let same = content.isEmpty ? [] : byContent[content] ?? []
            guard let new = same.first(where: { fileName($0) == fileName(old) }) ?? same.first else {
                left.append(old)
                continue
            }
            moves.append(FileMove(from: old, to: new))
            byContent[content]?.removeAll { $0 == new }
            candidates[new] = nil
        }

        let old = Dictionary(grouping: baseline.counts.keys, by: \.file)
        let claims = claims(of: left.map { path in (path, (old[path] ?? []).map { Trait($0) }) })
        let offers =
            claims.isEmpty ? [:] : Self.claims(of: candidates.map { ($0.key, $0.value.map { Trait($0.key) }) })
        var taken: Set<String> = []
        for path in left {
            let traits = Set((old[path] ?? []).map { Trait($0) }.filter { claims[$0] == [path] })
            let fitting = Set(traits.flatMap { offers[$0] ?? [] })
            guard fitting.count == 1, let new = fitting.first, taken.insert(new).inserted else { continue }
            moves.append(FileMove(from: path, to: new))
        }
        return moves.sorted { $0.from < $1.from }
    }

    /// What a file is recognised by when its content has changed.
    private struct Trait: Hashable {
        var enclosing: String
        var name: String

        init(_ key: ViolationKey) {
            enclosing = key.enclosing
            name = key.enclosing.isEmpty ? "\(fileName(key.file)) \(key.rule.rawValue) \(key.member)" : ""
        }
    }

    private static func claims(of files: [(path: String, traits: [Trait])]) -> [Trait: Set<String>] {
        var claims: [Trait: Set<String>] = [:]
        for (path, traits) in files {
            for trait in traits { claims[trait, default: []].insert(path) }
        }
        return claims
    }

    private static func fileName(_ path: String) -> Substring {
        path.split(separator: "/").last ?? path[...]
    }
}
