package import SeamCheck

/// The uses of singletons over a history: how many there are in each state at each commit, and what came and went.
package struct UseHistory: Sendable {
    /// What a count is about.
    package struct Row: Sendable, Hashable, Comparable {
        /// The id of the singleton, as it is called last.
        package var singleton: String
        package var member: String
        package var module: String
        /// As `CODEOWNERS` has it, with spaces between several; empty for none.
        package var owner: String
        package var state: UseState
        /// Why it is left on purpose; empty if it isn't.
        package var reason: String

        private var order: [String] { [singleton, member, module, owner, state.rawValue, reason] }

        package static func < (first: Row, second: Row) -> Bool { first.order.lexicographicallyPrecedes(second.order) }
    }

    /// A commit that was looked at.
    package struct Sample: Sendable {
        package var commit: String
        /// Seconds since 1970.
        package var time: Int
        package var rows: [Row: Int] = [:]
        /// Those of them that are in their state since before a build with tests passed.
        package var verified: [Row: Int] = [:]
        /// The calls that rely on a default, by singleton.
        package var calls: [String: Int] = [:]
        /// The uses that name the accessor and that did not at the sample before, by singleton.
        package var added: [String: Int] = [:]
        /// The uses that named it, and are gone or no longer do.
        package var removed: [String: Int] = [:]
        /// The number of sources that the repository hasn't, or that are too large.
        package var missing: Int
        /// The number of sources that are no Swift.
        package var unread: Int

        init(commit: String, time: Int, missing: Int, unread: Int) {
            (self.commit, self.time, self.missing, self.unread) = (commit, time, missing, unread)
        }

        /// The day of the commit.
        package var day: Day { Day(time: time) }

        /// Returns the number of uses that fit.
        package func count(where fits: (Row) -> Bool) -> Int { rows.reduce(0) { $0 + (fits($1.key) ? $1.value : 0) } }

        /// The number of uses in a state. What is left on purpose and names the accessor counts apart, as `left`.
        package func count(of state: UseState) -> Int { count { $0.state == state && !$0.isLeft } }

        /// The number of uses that still have to move.
        package var remaining: Int { count(where: \.isOpen) }

        /// The number of uses that name the accessor on purpose.
        package var left: Int { count(where: \.isLeft) }
    }

    /// A use at the last commit, or one that is gone.
    package struct Use: Sendable {
        package var singleton: String
        package var member: String
        package var state: UseState
        package var file: String
        /// Line, counted from 1.
        package var line: Int
        package var module: String
        package var enclosingType: String
        package var enclosingFunction: String
        package var reason: String
        package var owner: String
        /// The number of the sample at which it was first there.
        package var since: Int
        /// The state at that sample.
        package var first: UseState
        /// The last state that it had before; nil if it had none.
        package var before: UseState?
        /// The number of the sample at which its state changed; nil if it never did.
        package var changed: Int?
        /// The number of the sample at which it was gone; nil if it is there.
        package var end: Int?
        /// Whether a build with tests has passed since it is in its state.
        package var isVerified = false

        init(use: Ledger.Use, owner: String, since: Int) {
            singleton = use.singleton
            member = use.member
            state = use.state
            file = use.file
            line = use.line
            module = use.module
            enclosingType = use.enclosingType
            enclosingFunction = use.enclosingFunction
            reason = use.reason
            self.owner = owner
            self.since = since
            first = use.state
        }

        /// The type and function around it: `Cart.load(_:)`; empty at top level.
        package var enclosing: String {
            [enclosingType, enclosingFunction].filter { !$0.isEmpty }.joined(separator: ".")
        }
        /// Whether it still has to move.
        package var isOpen: Bool { state.isRemaining && reason.isEmpty }
    }

    /// A call at the last commit that relies on a default.
    package struct Call: Sendable {
        package var singleton: String
        /// What is made.
        package var callee: String
        /// What is around the call; empty at top level.
        package var maker: String
        package var file: String
        /// Line, counted from 1.
        package var line: Int
        /// The number of the sample at which it first relied on the default.
        package var since: Int

        init(call: Ledger.Call, since: Int) {
            (singleton, callee, maker) = (call.singleton, call.callee, call.maker)
            (file, line, self.since) = (call.file, call.line, since)
        }
    }

    /// A singleton that a commit has or had.
    package struct Tracked: Sendable {
        package var id: String
        package var name: String
        package var accessors: [String]
        /// The number of the sample at which its accessor was gone; nil if it is there.
        package var end: Int?
    }

    /// Oldest first; never empty.
    package var samples: [Sample] = []
    /// The uses at the last commit.
    package var uses: [Use] = []
    /// The places at the last commit that fall back to an accessor.
    package var fallbacks: [Use] = []
    /// The uses that were there at an earlier one.
    package var gone: [Use] = []
    package var singletons: [Tracked] = []
    package var restrictions: [Configuration.Restriction] = []
    package var goals: [Configuration.Goal] = []
    package var calls: [Call] = []
    /// Whether a build with tests has passed at any commit.
    package var isVerified = false
    /// Where hand-overs stand.
    package var handovers: [Handover] = []
    /// The commands that come next.
    package var next: [String] = []
    /// What a reader has to know about this history.
    package var notes: [String] = []

    init() {}

    /// Leaves only some singletons.
    package func limited(to ids: Set<String>) -> UseHistory {
        var result = self
        for index in result.samples.indices {
            result.samples[index].rows = result.samples[index].rows.filter { ids.contains($0.key.singleton) }
            result.samples[index].verified = result.samples[index].verified.filter { ids.contains($0.key.singleton) }
            result.samples[index].calls = result.samples[index].calls.filter { ids.contains($0.key) }
            result.samples[index].added = result.samples[index].added.filter { ids.contains($0.key) }
            result.samples[index].removed = result.samples[index].removed.filter { ids.contains($0.key) }
        }
        result.uses.removeAll { !ids.contains($0.singleton) }
        result.fallbacks.removeAll { !ids.contains($0.singleton) }
        result.calls.removeAll { !ids.contains($0.singleton) }
        result.gone.removeAll { !ids.contains($0.singleton) }
        result.singletons.removeAll { !ids.contains($0.id) }
        return result
    }

    /// Returns the singletons that a person may mean by a name.
    package func singletons(called name: String) -> [Tracked] {
        singletons.filter { $0.id == name || $0.name == name || $0.id.hasPrefix(name + "@") }
    }
}

extension UseHistory.Row {
    /// Whether the uses still have to move.
    package var isOpen: Bool { state.isRemaining && reason.isEmpty }
    /// Whether the uses name the accessor on purpose.
    package var isLeft: Bool { state.isRemaining && !reason.isEmpty }
}

extension UseHistory {
    /// The last commit.
    package var last: Sample { samples[samples.count - 1] }
    /// The first commit.
    package var first: Sample { samples[0] }

    /// The last sample that is at least a week older than the last; the first if there is none.
    package var weekAgo: Sample { samples.last { last.time - $0.time >= 7 * 86_400 } ?? first }

    /// The open uses that are new since a sample.
    package func added(after sample: Int) -> [Use] {
        uses.filter {
            $0.isOpen && ($0.since > sample || ($0.changed ?? -1) > sample && $0.before?.isRemaining == false)
        }
    }

    /// The uses that named an accessor at the first commit, and are gone or no longer do.
    package var removed: [Use] {
        (gone + uses + fallbacks).filter { use in
            use.since == 0 && use.first.isRemaining && (use.end != nil || !use.state.isRemaining)
        }
    }

    /// Returns whether `seam.yml` forbids a use: its type or member is restricted, and the place is not among those that may.
    package func isForbidden(_ use: Use) -> Bool {
        let name = singletons.first { $0.id == use.singleton }?.name ?? use.singleton
        return restrictions.contains { entry in
            guard [name, "\(name).\(use.member)", "\(name).*", use.singleton].contains(entry.subject.text) else {
                return false
            }
            return !entry.only.contains {
                let pattern = Pattern($0.text)
                return pattern.matches(path: use.file) || pattern.matches(module: use.module, isTest: false)
            }
        }
    }

    /// The singletons that something used, and whose accessor is gone.
    package var retired: [Tracked] {
        singletons.filter { singleton in
            singleton.end != nil
                && (uses + fallbacks + gone).contains { $0.singleton == singleton.id && $0.first.isRemaining }
        }
    }

    /// The singletons whose accessor is there although nothing but the roots needs it any more, and that something used before.
    package var retirable: [Tracked] {
        singletons.filter { singleton in
            singleton.end == nil
                && !(uses + fallbacks).contains { $0.singleton == singleton.id && $0.state.needsAccessor }
                && (uses + gone).contains { $0.singleton == singleton.id }
        }
    }
}
