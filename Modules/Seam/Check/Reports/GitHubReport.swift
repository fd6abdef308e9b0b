import SeamKit

extension CheckReport {
    /// The report as workflow commands of GitHub Actions, which shows them beside the lines of a change.
    ///
    /// - Parameter isStrict: whether what is left over counts as an error.
    public func gitHub(isStrict: Bool = false) -> String {
        var lines: [String] = []
        for problem in problems {
            lines.append(command("error", problem.path, problem.line, "unreadable", problem.message))
        }
        for finding in new {
            let violation = finding.violation
            lines.append(
                command(
                    "error",
                    violation.file,
                    violation.line,
                    violation.rule.rawValue,
                    finding.message,
                    column: violation.column
                )
            )
        }
        let severity = isStrict ? "error" : "warning"
        for unused in unusedAllows {
            lines.append(command(severity, unused.file, unused.allow.line, "unused-allow", unused.message))
        }
        for name in unknownNames {
            lines.append(
                command(severity, Configuration.fileName, name.line, "unknown-name", Self.message(unknown: name))
            )
        }
        for stale in stale {
            let path = stale.isFileGone ? "" : stale.key.file
            lines.append(command(isStrict ? "error" : "notice", path, 0, "fixed", stale.message))
        }
        lines.append(contentsOf: summary(isStrict: isStrict))
        return lines.joined(separator: "\n") + "\n"
    }

    private func command(
        _ severity: String,
        _ file: String,
        _ line: Int,
        _ title: String,
        _ message: String,
        column: Int = 0
    ) -> String {
        var properties: [String] = []
        if !file.isEmpty { properties.append("file=\(Self.escaped(file, isProperty: true))") }
        if line > 0 { properties.append("line=\(line)") }
        if column > 0 { properties.append("col=\(column)") }
        properties.append("title=\(Self.escaped("seam: \(title)", isProperty: true))")
        return "::\(severity) \(properties.joined(separator: ","))::\(Self.escaped(message, isProperty: false))"
    }

    /// Percent-escapes what ends a command, and in its properties what parts them.
    private static func escaped(_ text: String, isProperty: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            case ":" where isProperty: escaped += "%3A"
            case "," where isProperty: escaped += "%2C"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return Printable.line(escaped)
    }
}
