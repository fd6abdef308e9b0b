import SeamKit

extension BaselineUpdate {
    /// Whether all new violations were added.
    public var isComplete: Bool { refused.isEmpty && notAcceptable.isEmpty }

    /// Returns a text about what was written.
    ///
    /// - Parameter file: path of the baseline.
    public func text(file: String) -> String {
        var lines: [String] = []
        for move in moves { lines.append("moved: \(move.from) -> \(move.to)") }
        for violation in notAcceptable { lines.append(line(for: violation, word: "not added")) }
        for violation in refused { lines.append(line(for: violation, word: "not added")) }
        let change = "\(added.count) added, \(removedCount) taken out, \(moves.count) moved"
        let total = baseline.total
        lines.append(
            total == 0
                ? "\(file): \(change); there is nothing to excuse, so there is no file"
                : "\(file): \(change); it excuses \(total) now"
        )
        if !refused.isEmpty {
            let new = Count.text(refused.count, noun: "new violation")
            lines.append("\(new) not added: fix what is new, or run again with --accept-new")
        }
        if !notAcceptable.isEmpty {
            let new = Count.text(notAcceptable.count, noun: "new violation")
            lines.append("\(new) cannot be added: the module is strict or at zero, or a comment is wrong")
        }
        return lines.map(Printable.line).joined(separator: "\n") + "\n"
    }

    private func line(for violation: Violation, word: String) -> String {
        "\(violation.file):\(violation.line):\(violation.column): \(word): \(violation.message) [\(violation.rule.id)]"
    }
}
