import SeamKit

extension CheckReport {
    /// The report as SARIF: violations with stable fingerprints and their state against the baseline, allowed ones as
    /// suppressed in source, fixed ones as absent, unreadable sources as notifications.
    ///
    /// - Parameters:
    ///   - toolVersion: version of `seam`.
    ///   - isStrict: whether what is left over counts as an error.
    public func sarif(toolVersion: String, isStrict: Bool = false) -> String {
        let log = SARIF(
            toolVersion: toolVersion,
            rules: Rule.all.map { ($0.id, $0.summary) }
                + [(Self.unusedAllow, "A `seam:allow` comment allows something that is there.")]
        )
        let gone = stale.flatMap { stale in (0..<stale.count).map { Self.result(for: stale, number: $0) } }
        let unused = unusedAllows.map { Self.result(for: $0, isStrict: isStrict) }
        return log.text(
            of: findings.map(Self.result) + gone + unused,
            problems: problems,
            exitCode: Int(outcome(isStrict: isStrict).rawValue)
        )
    }

    private static let unusedAllow = "unused-allow"

    private static func result(for finding: Finding) -> SARIF.Result {
        let violation = finding.violation
        var result = SARIF.Result(
            rule: violation.rule.id,
            level: finding.state == .new ? "error" : "note",
            message: finding.message,
            file: violation.file,
            line: violation.line,
            enclosing: violation.enclosing
        )
        result.fingerprint = finding.fingerprint
        result.state = finding.state == .new ? "new" : "unchanged"
        if case .allowed(let reason) = finding.state { result.suppression = reason }
        return result
    }

    private static func result(for stale: Stale, number: Int) -> SARIF.Result {
        var result = SARIF.Result(
            rule: stale.key.rule.id,
            level: "none",
            message: "fixed: \(stale.message)",
            file: stale.key.file,
            line: 0,
            enclosing: stale.key.enclosing
        )
        // Those that are left took the first numbers.
        result.fingerprint = Fingerprint.text(of: stale.key, ordinal: stale.knownCount - number)
        result.state = "absent"
        return result
    }

    private static func result(for unused: UnusedAllow, isStrict: Bool) -> SARIF.Result {
        var result = SARIF.Result(
            rule: unusedAllow,
            level: isStrict ? "error" : "warning",
            message: unused.message,
            file: unused.file,
            line: unused.allow.line
        )
        let subjects = unused.allow.subjects.joined(separator: ",")
        let key = ViolationKey(rule: .allowComment, file: unused.file, enclosing: unusedAllow, member: subjects)
        result.fingerprint = Fingerprint.text(of: key, ordinal: 1)
        result.state = "new"
        return result
    }
}
