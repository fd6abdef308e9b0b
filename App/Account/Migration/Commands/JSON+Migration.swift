import Strangler

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
