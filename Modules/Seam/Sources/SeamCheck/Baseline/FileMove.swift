import SeamKit

/// A file of a baseline that has another path now.
public struct FileMove: Sendable, Equatable {
    /// The path in the baseline.
    public var from: String
    /// The path in the tree.
    public var to: String
}

extension FileMove {
    /// Finds the new paths of the files in a baseline.
    ///
    /// A file has moved when the path in the baseline no longer exists on disk, and exactly one file that the baseline does
    /// not know
    /// 1. has the same content, or
    /// 2. has the same file name and breaks the same rule in the same declaration with the same member, or
    /// 3. breaks rules in a declaration that the baseline names for the old path.
    ///
    /// In 2 and 3, what two missing files have in common proves nothing. The target that compiles a file doesn't count.
    /// Every file moves at most once. The result is in order of the old paths.
    static func find(
        in baseline: Baseline,
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
            guard let new = same.first(where: { fileName(of: $0) == fileName(of: old) }) ?? same.first else {
                left.append(old)
                continue
            }
            moves.append(FileMove(from: old, to: new))
            byContent[content]?.removeAll { $0 == new }
            candidates[new] = nil
        }

        let old = Dictionary(grouping: baseline.counts.keys, by: \.file)
        for trait in [sameName, sameDeclaration] {
            let claims = claims(of: left.map { ($0, (old[$0] ?? []).compactMap(trait)) })
            let offers = self.claims(of: candidates.map { ($0.key, $0.value.map(\.key).compactMap(trait)) })
            left.removeAll { path in
                let own = Set((old[path] ?? []).compactMap(trait).filter { claims[$0] == [path] })
                let fitting = Set(own.flatMap { offers[$0] ?? [] }).filter { candidates[$0] != nil }
                guard fitting.count == 1, let new = fitting.first else { return false }
                moves.append(FileMove(from: path, to: new))
                candidates[new] = nil
                return true
            }
        }
        return moves.sorted { $0.from < $1.from }
    }

    private static func sameName(_ key: ViolationKey) -> [String]? {
        [String(fileName(of: key.file)), key.rule.id, key.enclosing, key.member]
    }

    private static func sameDeclaration(_ key: ViolationKey) -> [String]? {
        key.enclosing.isEmpty ? nil : [key.enclosing]
    }

    /// For each trait, the files that have it.
    private static func claims(of files: [(path: String, traits: [[String]])]) -> [[String]: Set<String>] {
        var claims: [[String]: Set<String>] = [:]
        for (path, traits) in files {
            for trait in traits { claims[trait, default: []].insert(path) }
        }
        return claims
    }

    private static func fileName(of path: String) -> Substring {
        path.split(separator: "/").last ?? path[...]
    }
}
