import SeamKit

/// The numbers of a history that all formats show.
package struct HistorySummary: Sendable {
    /// A part of the uses, and how many of them fell since the first commit.
    package struct Part: Sendable, Equatable {
        package var name: String
        package var remaining: Int
        /// How many fewer than at the first commit; negative if there are more.
        package var fell: Int
    }

    /// A number of uses that have something in common.
    package struct Group: Sendable, Equatable {
        package var name: String
        package var count: Int
    }

    package var remaining: Int
    package var weekAgo: Int
    package var start: Int
    /// The uses that came and went since the first commit, each counted at every commit that was looked at.
    package var added: Int
    package var removed: Int
    package var states: [(state: UseState, count: Int)]
    /// The uses that no longer name the accessor.
    package var moved: Int
    /// Those of them that are in their state since before a build with tests passed.
    package var verified: Int
    /// The uses that are left on purpose.
    package var left: Int
    /// New uses since the first commit that `seam.yml` forbids.
    package var forbidden: [UseHistory.Use]
    package var owners: [Part]
    package var singletons: [Part]
    package var modules: [Part]
    /// By singleton and member: `App.Log.write`.
    package var members: [Part]
    /// The places that still fall back to an accessor.
    package var fallbacks: [UseHistory.Use]
    /// The calls that rely on a default, the oldest first.
    package var calls: [UseHistory.Call]
    package var callsWeekAgo: Int
    package var callsAtStart: Int
    package var reasons: [Group]
    /// What the open uses look like in code.
    package var shapes: [Group]
    package var retired: [String]
    package var retirable: [String]
    package var forecast: Result<Forecast, Forecast.Absence>

    /// How many calls rely on a default, in words.
    package var relying: String {
        "\(Count.text(calls.count, noun: "call")) \(calls.count == 1 ? "relies" : "rely") on a default"
    }

    /// Sums a history up.
    package init(of history: UseHistory) {
        let (first, last) = (history.first, history.last)
        remaining = last.remaining
        weekAgo = history.weekAgo.remaining
        start = first.remaining
        added = history.samples.reduce(0) { $0 + $1.added.values.reduce(0, +) }
        removed = history.samples.reduce(0) { $0 + $1.removed.values.reduce(0, +) }
        states = UseState.ofUses.map { ($0, last.count(of: $0)) }
        left = last.left
        moved = last.count { $0.state != .direct }
        verified = last.verified.reduce(0) { $0 + ($1.key.state == .direct ? 0 : $1.value) }
        forbidden = history.added(after: 0).filter(history.isForbidden)
        owners = Self.parts(from: first, to: last) { $0.owner }
        singletons = Self.parts(from: first, to: last) { $0.singleton }
        modules = Self.parts(from: first, to: last) { $0.module }
        members = Self.parts(from: first, to: last) { "\($0.singleton).\($0.member)" }
        fallbacks = history.fallbacks.filter(\.reason.isEmpty)
        calls = history.calls.sorted { ($0.since, $0.file, $0.line) < ($1.since, $1.file, $1.line) }
        callsWeekAgo = history.weekAgo.calls.values.reduce(0, +)
        callsAtStart = first.calls.values.reduce(0, +)
        reasons = Self.groups(of: history.uses.filter { $0.state.isRemaining && !$0.reason.isEmpty }.map(\.reason))
        let accessors = Dictionary(history.singletons.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        shapes = Self.groups(
            of: history.uses.filter(\.isOpen).map { use in
                let own = accessors[use.singleton]
                let accessor = own?.accessors.count == 1 ? ".\(own?.accessors[0] ?? "")" : ""
                let member = use.member == "(instance)" ? "" : ".\(use.member)"
                return "\(own?.name ?? use.singleton)\(accessor)\(member)"
            }
        )
        retired = history.retired.map(\.id).sorted()
        retirable = history.retirable.map(\.id).sorted()
        forecast = history.forecast
    }

    private static func parts(
        from first: UseHistory.Sample,
        to last: UseHistory.Sample,
        by name: (UseHistory.Row) -> String
    ) -> [Part] {
        var counts: [String: (first: Int, last: Int)] = [:]
        for (row, count) in first.rows where row.isOpen { counts[name(row), default: (0, 0)].first += count }
        for (row, count) in last.rows where row.isOpen { counts[name(row), default: (0, 0)].last += count }
        return counts.map { Part(name: $0.key, remaining: $0.value.last, fell: $0.value.first - $0.value.last) }
            .sorted { ($1.fell, $1.remaining, $0.name) < ($0.fell, $0.remaining, $1.name) }
    }

    private static func groups(of names: [String]) -> [Group] {
        Dictionary(grouping: names) { $0 }.map { Group(name: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}

extension UseHistory {
    /// A count of the long form: what formats for programs consist of.
    package struct Count: Sendable {
        package var sample: Sample
        package var singleton: String
        package var module: String
        package var owner: String
        package var state: UseState
        package var reason: String
        package var count: Int
        /// Those that are in their state since before a build with tests passed.
        package var verified: Int

        var labels: [String] { [singleton, module, owner, state.rawValue, reason] }
    }

    /// Returns the counts of a sample by everything but the member, in order.
    package func counts(of sample: Sample) -> [Count] {
        func summed(_ rows: [Row: Int]) -> [Row: Int] {
            let pairs = rows.map { row, count in
                var row = row
                row.member = ""
                return (row, count)
            }
            return Dictionary(pairs, uniquingKeysWith: +)
        }
        let (sums, verified) = (summed(sample.rows), summed(sample.verified))
        return sums.sorted { $0.key < $1.key }.map { row, count in
            Count(
                sample: sample,
                singleton: row.singleton,
                module: row.module,
                owner: row.owner,
                state: row.state,
                reason: row.reason,
                count: count,
                verified: verified[row] ?? 0
            )
        }
    }

    /// Returns since when something is so, for a person.
    func since(_ sample: Int) -> String { sample > 0 ? "since \(samples[sample].day)" : "since the start" }

    /// Returns a title for an owner.
    static func owner(named name: String) -> String { name.isEmpty ? "nobody" : name }
}

extension Result<Forecast, Forecast.Absence> {
    /// The forecast in words.
    package var text: String {
        switch self {
        case .success(let forecast) where forecast.earliest == forecast.latest:
            "none left to move by \(forecast.earliest)"
        case .success(let forecast): "none left to move between \(forecast.earliest) and \(forecast.latest)"
        case .failure(let absence): absence.rawValue
        }
    }
}
