import SeamKit

extension CheckReport {
    /// The report for people: one line a new violation, as compilers write them, and what changed against the
    /// baseline.
    ///
    /// - Parameters:
    ///   - showsKnown: whether violations that are excused are listed too.
    ///   - isStrict: whether what is left over counts as an error.
    public func text(showsKnown: Bool = false, isStrict: Bool = false) -> String {
        var lines: [String] = []
        for problem in problems {
            let line = problem.line > 0 ? ":\(problem.line)" : ""
            lines.append("\(problem.path)\(line): error: \(problem.message) [unreadable]")
        }
        for finding in findings {
            switch finding.state {
            case .new: lines.append(line(finding, "error", finding.message))
            case .known where showsKnown: lines.append(line(finding, "known", finding.message))
            case .allowed(let reason) where showsKnown:
                lines.append(line(finding, "allowed", "\(finding.message) (\(reason))"))
            case .known, .allowed: break
            }
        }
        let severity = isStrict ? "error" : "warning"
        for unused in unusedAllows {
            lines.append("\(unused.file):\(unused.allow.line): \(severity): \(unused.message) [unused-allow]")
        }
        for name in unknownNames {
            lines.append("seam.yml:\(name.line): \(severity): \(Self.message(unknown: name)) [unknown-name]")
        }
        for move in moves { lines.append("moved: \(move.from) -> \(move.to)") }
        for stale in stale { lines.append("fixed: \(stale.message)") }
        if !lines.isEmpty { lines.append("") }
        lines.append(contentsOf: summary(isStrict: isStrict))
        return lines.map(Printable.line).joined(separator: "\n") + "\n"
    }

    private func line(_ finding: Finding, _ severity: String, _ message: String) -> String {
        let violation = finding.violation
        return
            "\(violation.file):\(violation.line):\(violation.column): \(severity): \(message) [\(violation.rule.rawValue)]"
    }

    /// What the run comes to: the change against the baseline, and what to do next.
    func summary(isStrict: Bool = false) -> [String] {
        var parts = ["\(new.count) new", delta]
        if allowedCount > 0 { parts.append("\(allowedCount) allowed by comments") }
        if undecided > 0 { parts.append("\(undecided) undecided in files that could not be read") }
        let files = fileCount == 1 ? "1 file" : "\(fileCount) files"
        var lines = ["\(parts.joined(separator: ", ")); \(files)\(isPartial ? " of a larger tree" : "")"]
        switch outcome(isStrict: isStrict) {
        case .clean where fixedCount > 0 || !moves.isEmpty:
            lines.append("passed; run `seam baseline update` to take what is fixed out of the baseline")
        case .clean: lines.append("passed")
        case .violations where new.isEmpty:
            lines.append("failed: with --strict nothing may be left over (see above)")
        case .violations: lines.append("failed: fix what is new, or allow it with `// seam:allow NAME: why`")
        case .unreadable:
            let sources = Count.text(problems.count, "source")
            lines.append("failed: \(sources) could not be read; no baseline excuses that")
        }
        return lines
    }

    /// `12 known of 15 in the baseline (-3)`.
    var delta: String {
        let change = new.count - fixedCount
        let sign = change > 0 ? "+\(change)" : change < 0 ? "\(change)" : "no change"
        let moved = moves.isEmpty ? "" : ", \(moves.count) moved"
        return
            "\(knownCount) known of \(baselineTotal) in the baseline (\(sign): +\(new.count), -\(fixedCount))\(moved)"
    }

    static func message(unknown name: Configuration.Name) -> String {
        "nothing in the tree is called `\(name.text)`; take it out, or correct it"
    }
}

extension CheckReport.Finding {
    /// The violation's message, and how many there are where the baseline knows fewer.
    var message: String {
        guard count > knownCount, knownCount > 0 else { return violation.message }
        return "\(violation.message) (\(count) times, \(knownCount) known)"
    }
}

extension CheckReport.Stale {
    /// What is gone.
    var message: String {
        let place = key.enclosing.isEmpty ? "" : " in \(key.enclosing)"
        let why = isFileGone ? "the file is gone" : count == 1 ? "1 fewer" : "\(count) fewer"
        return "\(key.file): \(key.member)\(place) [\(key.rule.rawValue)]: \(why)"
    }
}

extension CheckReport.UnusedAllow {
    /// What the comment allows for nothing.
    var message: String {
        "`seam:allow \(allow.subjects.joined(separator: ", "))` allows nothing here; take it out"
    }
}
