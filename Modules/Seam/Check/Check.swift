public import SeamKit

/// Compares what breaks the rules with what a baseline and comments excuse.
public enum Check {
    /// Makes the report of a run. Pure: files are looked at by `exists` alone.
    ///
    /// Everything is compared over the whole tree; `scope` only selects what is reported, so a partial run says of
    /// its files exactly what a whole run says of them.
    ///
    /// - Parameters:
    ///   - rules: a configuration resolved against the map.
    ///   - map: what was found in the tree.
    ///   - inspections: what `FileInspection.inspect` found for the rules' types.
    ///   - baseline: what is known.
    ///   - scope: files and folders to report on, relative to the root; nil for all.
    ///   - exists: whether there is a file at a path, relative to the root.
    public static func report(
        _ rules: Rules,
        map: CodeMap,
        inspections: [String: FileInspection],
        baseline: Baseline,
        scope: [String]? = nil,
        exists: (String) -> Bool
    ) -> CheckReport {
        let all = rules.violations(inspections)
        var (open, allowed, usedAllows) = split(all, inspections)
        open.sort(by: Violation.areInOrder)
        let contents = Dictionary(
            map.files.map { ($0.path, $0.contentHash) },
            uniquingKeysWith: { first, _ in first }
        )
        let moves = FileMove.find(baseline, violations: open, contents: contents, exists: exists)

        var report = CheckReport()
        report.isPartial = scope != nil
        let oldPaths = Dictionary(moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        let newPaths = Dictionary(moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        var used: [ViolationKey: Int] = [:]
        for (key, violations) in Dictionary(grouping: open, by: \.key) {
            var entry = key
            entry.file = oldPaths[key.file] ?? key.file
            let module = violations.first?.module ?? ""
            let excuses = key.rule.isBaselinable && rules.stage(of: module) != .zero
            let known = excuses ? min(baseline.counts[entry] ?? 0, violations.count) : 0
            used[entry] = known
            for (index, violation) in violations.enumerated() {
                report.findings.append(
                    CheckReport.Finding(
                        violation: violation,
                        state: index < known ? .known : .new,
                        count: violations.count,
                        knownCount: known,
                        pathInBaseline: oldPaths[key.file]
                    )
                )
            }
        }
        report.findings.append(contentsOf: allowed)
        report.findings.sort { Violation.areInOrder($0.violation, $1.violation) }
        var ordinals: [ViolationKey: Int] = [:]
        for index in report.findings.indices {
            let key = report.findings[index].violation.key
            ordinals[key, default: 0] += 1
            report.findings[index].ordinal = ordinals[key] ?? 1
        }

        let selection = scope.map(PathSet.init)
        let isInScope = { (path: String) in selection?.covers(path) ?? true }
        let problems = map.problems + Self.syntaxErrors(map, inspections)
        let unread = PathSet(problems.map(\.path))
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
        report.findings.removeAll { !isInScope($0.violation.file) }
        report.moves = moves.filter { isInScope($0.from) || isInScope($0.to) }
        report.unusedAllows = unusedAllows(map, inspections, rules, usedAllows).filter { isInScope($0.file) }
        report.unknownNames = scope == nil ? rules.unknownNames(inspections) : []
        // A folder that can't be read may hold what is asked for.
        report.problems = problems.filter { problem in
            isInScope(problem.path) || (scope ?? []).contains { PathSet([problem.path]).covers($0) }
        }
        report.fileCount = map.files.count { isInScope($0.path) }
        return report
    }

    /// Files in which the inspection found errors that the analysis did not see, because it did not parse them.
    private static func syntaxErrors(_ map: CodeMap, _ inspections: [String: FileInspection]) -> [SourceProblem] {
        let known = Set(map.problems.map(\.path))
        return map.files.filter { !known.contains($0.path) }.compactMap { file in
            inspections[file.path]?.errorLine.map { line in
                SourceProblem(path: file.path, line: line, kind: .syntax, message: "syntax error")
            }
        }
    }

    private struct AllowPlace: Hashable {
        var file: String
        var line: Int
        var subject: String
    }

    /// Takes out what comments allow.
    private static func split(
        _ violations: [Violation],
        _ inspections: [String: FileInspection]
    ) -> (open: [Violation], allowed: [CheckReport.Finding], used: Set<AllowPlace>) {
        var open: [Violation] = []
        var allowed: [CheckReport.Finding] = []
        var used: Set<AllowPlace> = []
        for violation in violations {
            var reason: String?
            if violation.rule != .allowComment {
                for allow in inspections[violation.file]?.allows ?? []
                where allow.problem == nil && allow.lines.contains(violation.line) {
                    for subject in allow.subjects where fits(subject, violation) {
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

    /// A comment can name a rule, what is touched, or the type that has it.
    private static func fits(_ subject: String, _ violation: Violation) -> Bool {
        subject == violation.rule.rawValue || subject == violation.member
            || violation.member.hasPrefix(subject + ".")
    }

    private static func unusedAllows(
        _ map: CodeMap,
        _ inspections: [String: FileInspection],
        _ rules: Rules,
        _ used: Set<AllowPlace>
    ) -> [CheckReport.UnusedAllow] {
        map.files.filter { rules.stage(of: $0.module) != .off }.flatMap { file in
            (inspections[file.path]?.allows ?? []).compactMap { allow in
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

/// Files and folders, with what is below them.
private struct PathSet {
    private let paths: Set<String>

    /// An empty path, or `.`, is the root.
    init(_ paths: [String]) {
        self.paths = Set(paths.map { $0 == "." ? "" : $0 })
    }

    func covers(_ path: String) -> Bool {
        if paths.contains(path) || paths.contains("") { return true }
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if paths.contains(String(folder)) { return true }
        }
        return false
    }
}
