import SeamKit

/// The violations of a tree compared with a baseline: which of them it lists, and what is left of it.
struct KnownViolations {
    /// The violations in no order, each as new or as known.
    private(set) var findings: [CheckReport.Finding] = []
    /// The files that were moved since the baseline was written.
    let moves: [FileMove]
    private let baseline: Baseline
    /// The paths that moved files have now, by those in the baseline.
    private let newPaths: [String: String]
    /// How often a violation of the baseline was found.
    private var used: [ViolationKey: Int] = [:]

    init(
        of violations: [Violation],
        besides allowed: [Violation],
        baseline: Baseline,
        rules: Rules,
        unread: PathSet,
        exists: (String) -> Bool,
        read: @escaping (String) -> [UInt8]?
    ) {
        self.baseline = baseline
        let map = rules.map
        let contents = Dictionary(
            (map.files + map.objectiveC).map { ($0.path, $0.contentHash) },
            uniquingKeysWith: { first, _ in first }
        )
        moves = FileMove.find(in: baseline, violations: violations, contents: contents, exists: exists)
        newPaths = Dictionary(moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        let oldPaths = Dictionary(moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        for (key, group) in Dictionary(grouping: violations, by: \.key) {
            add(group, of: key, pathInBaseline: oldPaths[key.file], rules: rules)
        }
        standIn(rules: rules, unread: unread, allowed: allowed, read: read)
    }

    /// Excuses new violations that stand for others, or that are a part of what comments allow.
    private mutating func standIn(
        rules: Rules,
        unread: PathSet,
        allowed: [Violation],
        read: @escaping (String) -> [UInt8]?
    ) {
        let new = findings.indices.filter { index in
            let violation = findings[index].violation
            return findings[index].state == .new && violation.rule.isBaselinable
                && rules.stage(of: violation.module) != .zero
        }
        // Each is compared with each: no cut moves so many at once.
        guard !new.isEmpty, !baseline.counts.isEmpty || !allowed.isEmpty,
            new.count * baseline.counts.count <= 100_000_000
        else { return }
        var left: [ViolationKey: Int] = [:]
        var olds: [ViolationKey: ViolationKey] = [:]
        for (old, count) in baseline.counts {
            var key = old
            key.file = newPaths[old.file] ?? old.file
            olds[key] = old
            if !unread.covers(key.file) { left[key] = count - (used[old] ?? 0) }
        }
        let standIns = StandIns(
            known: findings.filter { $0.state == .known }.map(\.violation) + allowed,
            left: left,
            listed: Set(olds.keys),
            in: rules.map,
            read: read
        )
        let ordered = new.sorted { Violation.areInOrder(findings[$0].violation, findings[$1].violation) }
        let outcomes = standIns.outcomes(of: ordered.map { findings[$0].violation })
        var belonging: Set<Int> = []
        for (position, outcome) in outcomes {
            let index = ordered[position]
            switch outcome {
            case .belongs: belonging.insert(index)
            case .replaces(let key):
                findings[index].state = .known
                findings[index].replaced = key
                used[olds[key] ?? key, default: 0] += 1
            }
        }
        findings = findings.indices.filter { !belonging.contains($0) }.map { findings[$0] }
    }

    private mutating func add(_ group: [Violation], of key: ViolationKey, pathInBaseline: String?, rules: Rules) {
        var entry = key
        entry.file = pathInBaseline ?? key.file
        let excuses = key.rule.isBaselinable && rules.stage(of: group.first?.module ?? "") != .zero
        let known = excuses ? min(baseline.counts[entry] ?? 0, group.count) : 0
        used[entry] = known
        for (index, violation) in group.enumerated() {
            findings.append(
                CheckReport.Finding(
                    violation: violation,
                    state: index < known ? .known : .new,
                    count: group.count,
                    knownCount: known,
                    pathInBaseline: pathInBaseline
                )
            )
        }
    }

    /// Adds to a report what the baseline lists and the tree no longer has.
    ///
    /// - Parameters:
    ///   - unread: the places that could not be read, so nothing is known about their entries.
    ///   - isInScope: whether the report is about a path.
    ///   - exists: whether there is a file at a path.
    func addLeftovers(
        to report: inout CheckReport,
        unread: PathSet,
        isInScope: (String) -> Bool,
        exists: (String) -> Bool
    ) {
        for (key, count) in baseline.counts {
            let path = newPaths[key.file] ?? key.file
            guard isInScope(path) || isInScope(key.file) else { continue }
            report.baselineTotal += count
            let left = count - (used[key] ?? 0)
            guard left > 0 else { continue }
            if unread.covers(path) {
                report.undecided += left
            } else {
                let isGone = newPaths[key.file] == nil && !exists(key.file)
                report.stale.append(CheckReport.Stale(key: key, count: left, knownCount: count, isFileGone: isGone))
            }
        }
        report.stale.sort { $0.key < $1.key }
    }
}
