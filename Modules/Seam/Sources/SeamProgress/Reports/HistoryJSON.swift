import SeamCheck
import SeamKit

/// The JSON of a history. `docs/seam/progress.schema.json` describes its fields.
package enum HistoryJSON {
    /// The version of the format. It increases if a field changes its meaning or is removed, not if one is added.
    package static let version = 1

    /// Returns the text, with a newline at its end. The same history gives the same text.
    ///
    /// - Parameter limit: the number of entries of each list, at most; nil for all. Of commits, the newest are listed.
    package static func text(of history: UseHistory, limit: Int? = nil) -> String {
        JSONText.of(HistoryDocument(of: history, limit: limit ?? .max))
    }
}

private struct HistoryDocument: Encodable {
    struct Summary: Encodable {
        var remaining: Int
        var weekAgo: Int
        var start: Int
        var added: Int
        var removed: Int
        var left: Int
        var moved: Int
        var verified: Int
        var calls: Int
        var states: [String: Int]
    }

    struct Part: Encodable {
        var name: String
        var remaining: Int
        var fell: Int

        init(of part: HistorySummary.Part) { (name, remaining, fell) = (part.name, part.remaining, part.fell) }
    }

    struct Group: Encodable {
        var name: String
        var count: Int

        init(of group: HistorySummary.Group) { (name, count) = (group.name, group.count) }
    }

    struct Place: Encodable {
        var singleton: String
        var member: String
        var file: String
        var line: Int
        var state: String
        var since: String?

        init(of use: UseHistory.Use, in history: UseHistory) {
            (singleton, member, file, line) = (use.singleton, use.member, use.file, use.line)
            state = use.state.rawValue
            since = use.since > 0 ? history.samples[use.since].day.description : nil
        }
    }

    struct Call: Encodable {
        var singleton: String
        var callee: String
        var maker: String
        var file: String
        var line: Int
        var since: String?

        init(of call: UseHistory.Call, in history: UseHistory) {
            (singleton, callee, maker) = (call.singleton, call.callee, call.maker)
            (file, line) = (call.file, call.line)
            since = call.since > 0 ? history.samples[call.since].day.description : nil
        }
    }

    struct Count: Encodable {
        var singleton: String
        var module: String
        var owner: String
        var state: String
        var reason: String
        var count: Int
        var verified: Int

        init(of count: UseHistory.Count) {
            (singleton, module, owner) = (count.singleton, count.module, count.owner)
            (state, reason) = (count.state.rawValue, count.reason)
            (self.count, verified) = (count.count, count.verified)
        }
    }

    struct Sample: Encodable {
        var date: String
        var commit: String
        var added: [String: Int]
        var removed: [String: Int]
        var unread: Int
        var calls: [String: Int]
        var counts: [Count]

        init(of sample: UseHistory.Sample, in history: UseHistory) {
            (date, commit) = (sample.day.description, sample.commit)
            (added, removed, calls) = (sample.added, sample.removed, sample.calls)
            unread = sample.missing + sample.unread
            counts = history.counts(of: sample).map(Count.init)
        }
    }

    struct Range: Encodable {
        var earliest: String
        var latest: String
    }

    struct Standing: Encodable {
        var name: String
        var plan: String
        var runs: Int
        var isMet: Bool
        var missing: [String]

        init(of handover: Handover) {
            (name, plan, runs) = (handover.name, handover.plan, handover.runs)
            (isMet, missing) = (handover.isMet, handover.missing)
        }
    }

    struct Goal: Encodable {
        var singleton: String
        var uses: Int
        var by: String
        var remaining: Int
        var isMissed: Bool
        var isAtRisk: Bool
    }

    var format = "seam-progress"
    var version = HistoryJSON.version
    var summary: Summary
    var owners: [Part]
    var singletons: [Part]
    var modules: [Part]
    var members: [Part]
    var forbidden: [Place]
    var fallbacks: [Place]
    var calls: [Call]
    var reasons: [Group]
    var shapes: [Group]
    var retired: [String]
    var retirable: [String]
    var forecast: Range?
    var noForecast: String?
    var handovers: [Standing]
    var goals: [Goal]
    var next: [String]
    var notes: [String]
    var samples: [Sample]

    init(of history: UseHistory, limit: Int) {
        let summary = HistorySummary(of: history)
        self.summary = Summary(
            remaining: summary.remaining,
            weekAgo: summary.weekAgo,
            start: summary.start,
            added: summary.added,
            removed: summary.removed,
            left: summary.left,
            moved: summary.moved,
            verified: summary.verified,
            calls: summary.calls.count,
            states: Dictionary(uniqueKeysWithValues: summary.states.map { ($0.state.rawValue, $0.count) })
        )
        owners = summary.owners.prefix(limit).map(Part.init)
        singletons = summary.singletons.prefix(limit).map(Part.init)
        modules = summary.modules.prefix(limit).map(Part.init)
        members = summary.members.prefix(limit).map(Part.init)
        forbidden = summary.forbidden.prefix(limit).map { Place(of: $0, in: history) }
        fallbacks = summary.fallbacks.prefix(limit).map { Place(of: $0, in: history) }
        calls = summary.calls.prefix(limit).map { Call(of: $0, in: history) }
        reasons = summary.reasons.prefix(limit).map(Group.init)
        shapes = summary.shapes.prefix(limit).map(Group.init)
        retired = Array(summary.retired.prefix(limit))
        retirable = Array(summary.retirable.prefix(limit))
        handovers = history.handovers.map(Standing.init)
        switch summary.forecast {
        case .success(let range):
            forecast = Range(earliest: range.earliest.description, latest: range.latest.description)
        case .failure(let absence): noForecast = absence.rawValue
        }
        goals = history.goalStates().map { state in
            Goal(
                singleton: state.goal.singleton.text,
                uses: state.goal.uses,
                by: state.goal.by,
                remaining: state.remaining,
                isMissed: state.isMissed,
                isAtRisk: state.isAtRisk
            )
        }
        next = history.next
        notes = history.notes
        samples = history.samples.suffix(limit).map { Sample(of: $0, in: history) }
    }
}
