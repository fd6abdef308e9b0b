import Foundation
import Strangler

/// What a journal holds.
struct JournalContents: Sendable {
    /// Differences and changes, oldest first.
    var entries: [Entry] = []
    /// Everything, in numbers.
    var evidence = Evidence()

    /// Adds what another machine, or an older copy, holds. What both hold counts once.
    mutating func join(_ other: JournalContents) {
        evidence = evidence + other.evidence
        let known = Set(entries.map(\.id))
        entries += other.entries.filter { !known.contains($0.id) }
        entries.sort { $0.date < $1.date }
    }
}

/// Where the hand-over of one use case stands. Every figure comes from the journal.
struct MigrationStatus: Sendable {
    let plan: Plan
    let verdict: Verdict
    /// Other pairs of implementations with evidence, which says nothing about the judged pair.
    let otherPairs: [Sides]

    var name: String { verdict.operation }
    var evidence: Evidence { verdict.evidence }

    init(plan: Plan, _ verdict: Verdict, _ contents: JournalContents) {
        self.plan = plan
        self.verdict = verdict
        otherPairs = contents.evidence.of(verdict.operation).pairs.filter { $0 != verdict.sides }
    }
}

extension Evidence {
    /// What calibrations apart from the comparison of a use case found.
    func calibration(of useCase: Migration.UseCase) -> (runs: Int, disagreements: Int) {
        let part = of(Calibration.apart(of: useCase.rawValue))
        return (part.runs, part.disagreements)
    }
}

extension Int {
    /// With commas between thousands.
    var grouped: String {
        let digits = String(magnitude)
        let parts = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : String(digit)
        }
        return (self < 0 ? "-" : "") + parts.joined()
    }
}

extension JSON {
    /// Returns where use cases stand.
    static func migration(_ statuses: [MigrationStatus], _ rule: Rule, demo: JSON = .absent) -> JSON {
        ["rule": .rule(rule), "useCases": .list(statuses.map(JSON.status)), "demo": demo]
    }

    /// Returns counts, sorted by name.
    static func counts(_ counts: [String: Int]) -> JSON {
        .list(counts.sorted { $0.key < $1.key }.map { ["name": .string($0), "count": .int($1)] })
    }

    private static func rule(_ rule: Rule) -> JSON {
        [
            "maximumRate": .double(rule.maximumRate),
            "confidence": .double(rule.confidence),
            "minimumRuns": .int(rule.minimumRuns),
            "periodSeconds": .int(Int(rule.period / .seconds(1))),
            "maximumUnseenShare": .double(rule.maximumUnseenShare),
            "spanDays": .int(rule.span.days),
            "spanHours": .int(rule.span.hours),
        ]
    }

    private static func status(_ status: MigrationStatus) -> JSON {
        let evidence = status.evidence
        let verdict = status.verdict
        return [
            "name": .string(status.name),
            "plan": .string(status.plan.description),
            "control": .string(verdict.sides.control.description),
            "candidate": .string(verdict.sides.candidate.description),
            // Other pairs of implementations with evidence, which are not judged.
            "otherPairs": .texts(status.otherPairs.map(\.description)),
            "since": .date(verdict.windowStart),
            "runs": .int(evidence.runs),
            "subjects": .int(verdict.subjects),
            "disagreeingSubjects": .int(verdict.disagreeing),
            "matched": .int(evidence.matched),
            "mismatched": .int(evidence.mismatched),
            "controlFailed": .int(evidence.controlFailed),
            "candidateFailed": .int(evidence.candidateFailed),
            "timedOut": .int(evidence.timedOut),
            "matchedFailures": .int(evidence.matchedFailures),
            "notComparable": .counts(evidence.notComparable),
            "ignored": .counts(evidence.ignored),
            "skipped": .counts(Dictionary(uniqueKeysWithValues: evidence.skipped.map { ($0.rawValue, $1) })),
            "lost": .int(evidence.lost),
            "unended": .int(evidence.unended + evidence.interrupted),
            "account": .account(verdict.account),
            "truncated": .int(evidence.truncated),
            "answeredByControl": .int(evidence.answered[.control] ?? 0),
            "answeredByCandidate": .int(evidence.answered[.candidate] ?? 0),
            "fellBack": .int(evidence.fellBack),
            "controlLatencies": .latencies(evidence.control),
            "candidateLatencies": .latencies(evidence.candidate),
            "verdict": .verdict(verdict),
        ]
    }

    /// Returns what became of every call.
    private static func account(_ account: CallAccount) -> JSON {
        [
            "calls": .int(account.calls),
            "notChosen": .int(account.notChosen),
            "equal": .int(account.equal),
            "different": .int(account.different),
            "unseen": .int(account.unseen),
            "reasons": .counts(account.unseenReasons),
        ]
    }

    private static func verdict(_ verdict: Verdict) -> JSON {
        [
            "isMet": .bool(verdict.isMet),
            "upperBound": .double(verdict.upperBound),
            "noise": .double(verdict.noise),
            // `at any time`, or how many looks were planned.
            "looks": .string(verdict.rule.looks.description),
            // What is missing, for people.
            "missing": .texts(verdict.shortfalls.map(\.description)),
            "calibration": verdict.calibration.map {
                ["runs": .int($0.runs), "disagreements": .int($0.disagreements)]
            } ?? .absent,
        ]
    }

    private static func latencies(_ latencies: Latencies?) -> JSON {
        latencies.map {
            [
                "count": .int($0.count),
                "p50Microseconds": .int(Int($0.p50 / .microseconds(1))),
                "p95Microseconds": .int(Int($0.p95 / .microseconds(1))),
                "p99Microseconds": .int(Int($0.p99 / .microseconds(1))),
            ]
        } ?? .absent
    }
}

extension Page {
    /// Writes where each use case stands.
    mutating func write(_ statuses: [MigrationStatus], _ rule: Rule) {
        for status in statuses { write(status) }
        heading("Rule")
        line(rule.description, .faint, indent: 2)
    }

    private mutating func write(_ status: MigrationStatus) {
        let evidence = status.evidence
        heading("\(status.name): \(status.plan)")
        var rows: [[String]] = []
        rows.append(["judged", status.verdict.sides.description])
        let verdict = status.verdict
        let conclusion = verdict.lines.enumerated().map { [$0 == 0 ? "verdict" : "", $1] }
        guard verdict.account.calls > 0 || !evidence.answered.isEmpty else {
            // Of a use case that nobody compares there is nothing else to show.
            return write(rows + conclusion)
        }
        if !status.otherPairs.isEmpty {
            rows.append(["not judged", status.otherPairs.map(\.description).joined(separator: ", ")])
        }
        rows.append(["runs", runs(evidence)])
        rows.append(["subjects", subjects(status.verdict)])
        rows.append(["account", status.verdict.account.description])
        let answers = Side.allCases.compactMap { side in
            evidence.answered[side].map { "\($0.grouped) by \(side == .control ? "legacy" : "replacement")" }
        }
        if !answers.isEmpty {
            let fellBack = evidence.fellBack > 0 ? ["\(evidence.fellBack.grouped) fell back"] : []
            rows.append(["answers", (answers + fellBack).joined(separator: ", ")])
        }
        if let control = evidence.control { rows.append(["legacy", control.words]) }
        if let candidate = evidence.candidate { rows.append(["replacement", candidate.words]) }
        if let calibration = status.verdict.calibration {
            rows.append([
                "noise",
                "\(calibration.disagreements.grouped) of \(calibration.runs.grouped) runs of legacy against itself",
            ])
        }
        rows += conclusion
        rows.append(["stands on", verdict.basis])
        write(rows)
    }

    /// Writes labels and texts; the further lines of a text begin where its first does.
    private mutating func write(_ rows: [[String]]) {
        if parts != nil { return write(rows.map { RowText($0) }) }
        let width = rows.map { $0[0].count }.max() ?? 0
        for row in rows {
            let room = terminal.width - width - 4
            for (number, text) in Self.wrapped(Self.printable(row[1]), to: room).enumerated() {
                let label = number == 0 ? row[0] : ""
                line(label + String(repeating: " ", count: width - label.count + 2) + text, indent: 2)
            }
        }
    }

    private func subjects(_ verdict: Verdict) -> String {
        "\(verdict.subjects.grouped) (\(verdict.disagreeing.grouped) saw a difference)"
    }

    private func runs(_ evidence: Evidence) -> String {
        var parts = ["\(evidence.matched.grouped) matched", "\(evidence.mismatched.grouped) mismatched"]
        func add(_ count: Int, _ words: String) {
            if count > 0 { parts.append("\(count.grouped) \(words)") }
        }
        add(evidence.controlFailed, "control failed")
        add(evidence.candidateFailed, "failed")
        add(evidence.timedOut, "timed out")
        add(evidence.lost, "lost")
        add(evidence.unended + evidence.interrupted, "never ended")
        add(evidence.truncated, "not stored")
        return "\(evidence.runs.grouped) (\(parts.joined(separator: ", ")))"
    }
}

extension Latencies {
    /// `p50 2.1 ms, p95 4.0 ms, p99 7.3 ms`
    fileprivate var words: String {
        func text(_ latency: Duration) -> String {
            let milliseconds = latency / .milliseconds(1)
            return String(format: milliseconds < 100 ? "%.1f ms" : "%.0f ms", milliseconds)
        }
        return "p50 \(text(p50)), p95 \(text(p95)), p99 \(text(p99))"
    }
}
