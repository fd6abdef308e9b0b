import SeamKit

extension CheckReport {
    /// The report as GitLab's code-quality JSON, a subset of the Code Climate format: what is new, and what is left over.
    ///
    /// - Parameter isStrict: whether what is left over counts as an error.
    public func gitLab(isStrict: Bool = false) -> String {
        let issues = entries(isStrict: isStrict).map { entry in
            Issue(
                description: entry.message,
                checkName: entry.rule,
                fingerprint: entry.fingerprint,
                severity: entry.level == .error ? "major" : "minor",
                location: Issue.Location(path: entry.file, lines: Issue.Lines(begin: max(1, entry.line)))
            )
        }
        return JSONText.of(issues)
    }

    private struct Issue: Encodable {
        struct Location: Encodable {
            var path: String
            var lines: Lines
        }

        struct Lines: Encodable {
            var begin: Int
        }

        enum CodingKeys: String, CodingKey {
            case description, fingerprint, severity, location
            case checkName = "check_name"
        }

        var description: String
        var checkName: String
        var fingerprint: String
        var severity: String
        var location: Location
    }
}
