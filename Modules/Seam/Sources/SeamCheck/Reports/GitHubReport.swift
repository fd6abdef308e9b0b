import SeamKit

extension CheckReport {
    /// Returns the report as workflow commands of GitHub Actions, which shows them beside the changed lines.
    ///
    /// - Parameter isStrict: whether stale entries, unused comments and unknown names count as errors.
    public func gitHub(isStrict: Bool = false) -> String {
        var lines = entries(isStrict: isStrict).map { entry in
            command(
                severity: entry.level.rawValue,
                file: entry.file,
                line: entry.line,
                title: entry.rule,
                message: entry.message,
                column: entry.column
            )
        }
        for stale in stale {
            let path = stale.isFileGone ? "" : stale.key.file
            lines.append(
                command(
                    severity: isStrict ? "error" : "notice",
                    file: path,
                    line: 0,
                    title: "fixed",
                    message: stale.message
                )
            )
        }
        lines.append(contentsOf: summary(isStrict: isStrict))
        return lines.joined(separator: "\n") + "\n"
    }

    private func command(
        severity: String,
        file: String,
        line: Int,
        title: String,
        message: String,
        column: Int = 0
    ) -> String {
        var properties: [String] = []
        if !file.isEmpty { properties.append("file=\(Self.escaped(file, isProperty: true))") }
        if line > 0 { properties.append("line=\(line)") }
        if column > 0 { properties.append("col=\(column)") }
        properties.append("title=\(Self.escaped("seam: \(title)", isProperty: true))")
        return "::\(severity) \(properties.joined(separator: ","))::\(Self.escaped(message, isProperty: false))"
    }

    /// Percent-escapes characters that end a command, and in its properties those that separate them.
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
