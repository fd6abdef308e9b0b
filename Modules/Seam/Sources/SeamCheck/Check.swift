import SeamKit

/// Compares violations with those that a baseline and comments excuse.
public enum Check {
    /// Creates the report of a run. The function has no side effects; it accesses files only through `exists` and `read`.
    ///
    /// The comparison always covers the whole tree, and `scope` only selects what is reported. So a partial run reports for its
    /// files exactly what a whole run reports for them.
    ///
    /// - Parameters:
    ///   - rules: a configuration resolved against the map of a tree.
    ///   - baseline: what is known.
    ///   - scope: files and folders to report on, relative to the root; nil for all.
    ///   - exists: whether there is a file at a path, relative to the root.
    ///   - read: returns the bytes of a file of the map; nil if it can't be read.
    public static func report(
        against rules: Rules,
        baseline: Baseline,
        scope: [String]? = nil,
        exists: (String) -> Bool,
        read: @escaping (String) -> [UInt8]? = { _ in nil }
    ) -> CheckReport {
        let map = rules.map
        var (open, allowed, usedAllows) = split(rules.violations(), in: map)
        open.sort(by: Violation.areInOrder)
        let unread = PathSet(map.problems.map(\.path))
        let known = KnownViolations(
            of: open,
            besides: allowed.map(\.violation),
            baseline: baseline,
            rules: rules,
            unread: unread,
            exists: exists,
            read: read
        )
        let selection = scope.map(PathSet.init)
        let isInScope = { (path: String) in selection?.covers(path) ?? true }

        var report = CheckReport()
        report.isPartial = scope != nil
        // A violation's ordinal counts all of the tree, so it is the same in a partial run.
        report.findings = numbered(known.findings + allowed).filter { isInScope($0.violation.file) }
        known.addLeftovers(to: &report, unread: unread, isInScope: isInScope, exists: exists)
        report.moves = known.moves.filter { isInScope($0.from) || isInScope($0.to) }
        report.unusedAllows = unusedAllows(rules, used: usedAllows).filter { isInScope($0.file) }
        report.unknownNames = scope == nil ? rules.unknownNames() : []
        // A folder that can't be read may hold what is asked for.
        report.problems = map.problems.filter { problem in
            isInScope(problem.path) || (scope ?? []).contains { PathSet([problem.path]).covers($0) }
        }
        report.fileCount = map.files.count { isInScope($0.path) }
        return report
    }

    /// Sorts findings, and numbers those that are equal but for their place.
    private static func numbered(_ findings: [CheckReport.Finding]) -> [CheckReport.Finding] {
        var findings = findings.sorted { Violation.areInOrder($0.violation, $1.violation) }
        var ordinals: [ViolationKey: Int] = [:]
        for index in findings.indices {
            let key = findings[index].violation.key
            ordinals[key, default: 0] += 1
            findings[index].ordinal = ordinals[key] ?? 1
        }
        return findings
    }

    private struct AllowPlace: Hashable {
        var file: String
        var line: Int
        var subject: String
    }

    /// Removes the violations that comments allow.
    private static func split(
        _ violations: [Violation],
        in map: CodeMap
    ) -> (open: [Violation], allowed: [CheckReport.Finding], used: Set<AllowPlace>) {
        let allows = Dictionary((map.files + map.objectiveC).map { ($0.path, Allow.all(in: $0)) }, uniquingKeysWith: +)
        var open: [Violation] = []
        var allowed: [CheckReport.Finding] = []
        var used: Set<AllowPlace> = []
        for violation in violations {
            var reason: String?
            if violation.rule != .allowComment {
                for allow in allows[violation.file] ?? []
                where allow.problem == nil && allow.lines.contains(violation.line) {
                    for subject in allow.subjects where fits(subject, violation: violation) {
                        reason = reason ?? allow.reason
                        used.insert(AllowPlace(file: violation.file, line: allow.line, subject: subject))
                    }
                }
            }
            if let reason {
                allowed.append(CheckReport.Finding(violation: violation, state: .allowed(reason: reason)))
            } else {
                open.append(violation)
            }
        }
        return (open, allowed, used)
    }

    /// Returns whether a comment's subject matches: it can name a rule, the touched type or member, or the type of the member.
    private static func fits(_ subject: String, violation: Violation) -> Bool {
        subject == violation.rule.id || subject == violation.member
            || violation.member.hasPrefix(subject + ".")
    }

    private static func unusedAllows(
        _ rules: Rules,
        used: Set<AllowPlace>
    ) -> [CheckReport.UnusedAllow] {
        (rules.map.files + rules.map.objectiveC).filter { rules.stage(of: $0.module) != .off }.flatMap { file in
            Allow.all(in: file).compactMap { allow in
                let unused = allow.subjects.filter {
                    !used.contains(AllowPlace(file: file.path, line: allow.line, subject: $0))
                }
                guard allow.problem == nil, !unused.isEmpty else { return nil }
                var left = allow
                left.subjects = unused
                return CheckReport.UnusedAllow(file: file.path, allow: left)
            }
        }
    }
}
