public import SeamKit

/// What a slice of a cut does: every use of a singleton in one group, and the edits of every file.
public struct CutPlan: Sendable, Equatable {
    /// What happens to a use.
    public enum Outcome: Sendable, Equatable {
        /// The use goes through the caller's property of this name.
        case rewritten(property: String)
        /// The use stays as it is.
        case left(Reason)
        /// The use could be rewritten, and isn't in this slice.
        case outside
    }

    /// A use of the map and what happens to it.
    public struct Row: Sendable, Equatable {
        /// The use.
        public var use: Use
        /// What happens to it.
        public var outcome: Outcome
    }

    /// A caller that the slice rewrites: a type in a file, with one property for one accessor.
    public struct Caller: Sendable, Equatable {
        /// The type's name, with the names of the types around it.
        public var name: String
        /// Path of the file.
        public var file: String
        /// The property.
        public var property: String
        /// Uses that go through it after the slice.
        public var uses: Int
        /// Why it takes no instance in its initializer; nil if it does, or wasn't asked to.
        public var obstacle: Obstacle?
    }

    /// The singleton.
    public var singleton: Singleton
    /// How far the callers are taken.
    public var stage: Stage
    /// Every use that the map has of the singleton, in the map's order.
    public var rows: [Row]
    /// Callers that are rewritten, in order of their files.
    public var callers: [Caller]
    /// Files that change, in order of their paths.
    public var changes: [FileChange]

    /// Number of uses that are rewritten.
    public var rewritten: Int {
        rows.count { if case .rewritten = $0.outcome { true } else { false } }
    }

    /// Number of uses that could be rewritten and aren't in this slice.
    public var outside: Int { rows.count { $0.outcome == .outside } }

    /// Reasons with the number of uses that are left for them; the most frequent first.
    public var left: [(reason: Reason, count: Int)] {
        var counts: [Reason: Int] = [:]
        for row in rows {
            if case .left(let reason) = row.outcome { counts[reason, default: 0] += 1 }
        }
        return counts.map { (reason: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.reason.rawValue) < ($0.count, $1.reason.rawValue) }
    }
}

/// How far a cut takes the callers.
public enum Stage: String, Sendable, CaseIterable {
    /// Each caller has one computed property for the accessor.
    case gather
    /// Each caller that can takes an instance in its initializer, and falls back to the accessor.
    case inject
}
