import Foundation
import SeamCheck
import SeamKit

/// The JSON of a history. `docs/seam/progress.schema.json` describes its fields.
package enum HistoryJSON {
    /// The version of the format. It increases if a field changes its meaning or is removed, not if one is added.
    package static let version = 1

    /// Returns the text, with a newline at its end. The same history gives the same text.
    package static func text(_ history: UseHistory, next: [String] = []) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings and numbers only: there is nothing in a document that cannot be encoded.
        guard let data = try? encoder.encode(HistoryDocument(history, next: next)) else { return "{}\n" }
        return Printable.json(String(decoding: data, as: UTF8.self) + "\n")
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
        var states: [String: Int]
    }

    struct Part: Encodable {
        var name: String
        var remaining: Int
        var fell: Int

        init(_ part: HistorySummary.Part) { (name, remaining, fell) = (part.name, part.remaining, part.fell) }
    }

    struct Group: Encodable {
        var name: String
        var count: Int

        init(_ group: HistorySummary.Group) { (name, count) = (group.name, group.count) }
    }

    struct Place: Encodable {
        var singleton: String
        var member: String
        var file: String
        var line: Int
        var state: String
        var since: String?

        init(_ use: UseHistory.Use, _ history: UseHistory) {
            (singleton, member, file, line) = (use.singleton, use.member, use.file, use.line)
            state = use.state.rawValue
            since = use.since > 0 ? history.samples[use.since].day.description : nil
        }
    }

    struct Count: Encodable {
        var singleton: String
        var module: String
        var owner: String
        var state: String
        var reason: String
        var count: Int
    }

    struct Sample: Encodable {
        var date: String
        var commit: String
        var added: [String: Int]
        var removed: [String: Int]
        var unread: Int
        var counts: [Count]
    }

    struct Range: Encodable {
        var earliest: String
        var latest: String
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
    var forbidden: [Place]
    var fallbacks: [Place]
    var reasons: [Group]
    var shapes: [Group]
    var retired: [String]
    var retirable: [String]
    var forecast: Range?
    var noForecast: String?
    var goals: [Goal]
    var next: [String]
    var notes: [String]
    var samples: [Sample]

    init(_ history: UseHistory, next: [String]) {
        let summary = HistorySummary(history)
        self.summary = Summary(
            remaining: summary.remaining,
            weekAgo: summary.weekAgo,
            start: summary.start,
            added: summary.added,
            removed: summary.removed,
            left: summary.left,
            states: Dictionary(uniqueKeysWithValues: summary.states.map { ($0.state.rawValue, $0.count) })
        )
        owners = summary.owners.map(Part.init)
        singletons = summary.singletons.map(Part.init)
        modules = summary.modules.map(Part.init)
        forbidden = summary.forbidden.map { Place($0, history) }
        fallbacks = summary.fallbacks.map { Place($0.use, history) }
        reasons = summary.reasons.map(Group.init)
        shapes = summary.shapes.map(Group.init)
        retired = summary.retired
        retirable = summary.retirable
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
        self.next = next
        notes = history.notes
        samples = history.samples.map { sample in
            Sample(
                date: sample.day.description,
                commit: sample.commit,
                added: sample.added,
                removed: sample.removed,
                unread: sample.missing + sample.unread,
                counts: history.counts(of: sample).map { count in
                    Count(
                        singleton: count.singleton,
                        module: count.module,
                        owner: count.owner,
                        state: count.state.rawValue,
                        reason: count.reason,
                        count: count.count
                    )
                }
            )
        }
    }
}
