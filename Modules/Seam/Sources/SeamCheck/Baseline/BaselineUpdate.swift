/// What `seam baseline update` writes, and what it refuses to write.
public struct BaselineUpdate: Sendable, Equatable {
    /// The baseline to write.
    public var baseline: Baseline
    /// Violations that were added.
    public var added: [Violation] = []
    /// New violations that were not added, because they were not accepted.
    public var refused: [Violation] = []
    /// New violations that can't be added: their module is `strict` or `zero`, or their rule has no baseline.
    public var notAcceptable: [Violation] = []
    /// The number of excused violations that were removed.
    public var removedCount = 0
    /// Moved files, whose entries move with them.
    public var moves: [FileMove] = []

    /// Creates the update for a whole run.
    ///
    /// - Parameters:
    ///   - old: the current baseline.
    ///   - report: a report over the whole tree, made with that baseline.
    ///   - rules: the rules of that report.
    ///   - contents: hashes of the tree's files by path.
    ///   - acceptsNew: whether new violations are added. What takes the place of another is never one.
    public init(
        old: Baseline,
        report: CheckReport,
        rules: Rules,
        contents: [String: String],
        acceptsNew: Bool
    ) {
        let newPaths = Dictionary(report.moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        var counts: [ViolationKey: Int] = [:]
        for (key, count) in old.counts {
            var key = key
            key.file = newPaths[key.file] ?? key.file
            counts[key, default: 0] += count
        }
        for stale in report.stale {
            var key = stale.key
            key.file = newPaths[key.file] ?? key.file
            counts[key, default: 0] -= stale.count
            removedCount += stale.count
        }
        for finding in report.findings {
            guard let entry = finding.replaced else { continue }
            counts[entry, default: 0] -= 1
            counts[finding.violation.key, default: 0] += 1
        }
        for finding in report.new {
            let violation = finding.violation
            let stage = rules.stage(of: violation.module)
            if !violation.rule.isBaselinable || stage == .strict || stage == .zero {
                notAcceptable.append(violation)
            } else if acceptsNew {
                added.append(violation)
                counts[violation.key, default: 0] += 1
            } else {
                refused.append(violation)
            }
        }
        moves = report.moves
        // A hash is renewed only if entries change, so that other edits don't change the file.
        let before = Dictionary(grouping: old.counts, by: \.key.file)
        let after = Dictionary(grouping: counts.filter { $0.value > 0 }, by: \.key.file)
        var hashes: [String: String] = [:]
        for (file, entries) in after {
            let isSame = Self.counts(of: entries) == Self.counts(of: before[file] ?? [])
            hashes[file] = isSame ? old.contents[file] : contents[file] ?? old.contents[file]
        }
        baseline = Baseline(counts: counts, contents: hashes)
    }

    private static func counts(of entries: [(key: ViolationKey, value: Int)]) -> [ViolationKey: Int] {
        Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    }
}
