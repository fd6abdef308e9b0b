public import SeamKit

/// The contents of a slice: every use of a singleton in one group, and the edits of every file.
public struct CutPlan: Sendable, Equatable {
    /// What happens to a use.
    public enum Outcome: Sendable, Equatable {
        /// The use goes through the caller's property of this name. It is a static property for a reason, or an instance's:
        /// only that can have an instance that is passed.
        case rewritten(property: String, static: Reason? = nil)
        /// The use stays as it is.
        case left(Reason)
        /// The use could be rewritten, but is not in this slice.
        case outside
    }

    /// A use of the map and its outcome.
    public struct Row: Sendable, Equatable {
        /// The use.
        public var use: Use
        /// The outcome.
        public var outcome: Outcome
        /// The code around a use that stays, without its values: `Store.shared.log(_:)`; empty for others.
        public var shape = ""
    }

    /// A caller that the slice rewrites: a type in a file, with one property for one accessor.
    public struct Caller: Sendable, Equatable, Identifiable {
        /// What a caller is known by in the plans of one tree.
        public struct ID: Sendable, Hashable {
            /// Path of the file.
            public var file: String
            /// The type's name.
            public var name: String
            /// The property.
            public var property: String
        }

        /// The type's name, with the names of the types around it.
        public var name: String
        /// Path of the file.
        public var file: String
        /// The property.
        public var property: String
        /// The number of uses that go through it after the slice.
        public var uses: Int
        /// Why it accepts no instance in its initializer; nil if it does, or if that was not requested.
        public var obstacle: Reason?
        /// The form in which it has the instance; nil if it accepts none.
        public var form: CallerForm?
        /// Why an earlier form isn't right; nil if there is none, or if --late is in use.
        public var because: FormReason?
        /// The line by which the instance is certainly made before the caller is; nil if nobody sees when it is made, or if it is read late.
        public var made: String?

        /// What the caller is known by.
        public var id: ID { ID(file: file, name: name, property: property) }
    }

    /// A caller that was taken out of the slice.
    public struct Failure: Sendable, Equatable {
        /// The caller.
        public var caller: Caller.ID
        /// Uses that stay for it.
        public var uses: Int
        /// What the compiler or the command says.
        public var message: String
    }

    /// A declaration that carries the instance to callers, beside their initializers.
    public struct Carrier: Sendable, Equatable {
        /// The name in code.
        public var name: String
        /// Path of the file that declares it.
        public var file: String
        /// Whether the slice makes the file.
        public var isNew: Bool
        /// Whether a target of an Xcode project has to get the new file by hand.
        public var isForXcode: Bool
    }

    /// The singleton.
    public var singleton: Singleton
    /// The stage that the callers are taken to.
    public var stage: Stage
    /// All uses of the singleton in the map, in the map's order.
    public var rows: [Row]
    /// The callers that are rewritten, in order of their files.
    public var callers: [Caller]
    /// The callers that had their property before and accept no instance, in order of their files. Static properties are left out.
    public var gathered: [Caller] = []
    /// The callers that were taken out, in order of their files.
    public var failures: [Failure] = []
    /// What else names the accessor that would go, in order of place.
    public var names: [AccessorName] = []
    /// With threading: the calls that rely on a default before the slice, in order of place.
    public var calls: [MakingCall] = []
    /// The files that change, in order of their paths.
    public var changes: [FileChange]
    /// The protocol that callers see the instance through; nil for its type.
    public var abstraction: ProtocolPlan?

    /// The form in which callers take the instance.
    public var style = Style.initializer
    /// What carries the instance to the callers of the slice, beside their initializers.
    public var carriers: [Carrier] = []

    /// The public declarations of libraries that change or go with threading and retiring, in order of place.
    public var api: [APIChange] = []

    /// The uses that keep the accessor, with their reasons.
    public var keeping: [(use: Use, reason: Reason)] {
        rows.compactMap { row in
            guard case .left(let reason) = row.outcome, reason != .held, reason != .root else { return nil }
            return (row.use, reason)
        }
    }

    /// The number of uses that are rewritten.
    public var rewritten: Int {
        rows.count { if case .rewritten = $0.outcome { true } else { false } }
    }

    /// The number of uses that could be rewritten, but are not in this slice.
    public var outside: Int { rows.count { $0.outcome == .outside } }

    /// The reasons why uses stay, with the number of uses for each; the most frequent first.
    public var left: [(reason: Reason, count: Int)] {
        var counts: [Reason: Int] = [:]
        for row in rows {
            if case .left(let reason) = row.outcome { counts[reason, default: 0] += 1 }
        }
        return Self.sorted(counts)
    }

    /// Returns the shapes of the uses that stay for a reason, with the number of uses for each; the most frequent first.
    public func shapes(of reason: Reason) -> [UseShape] {
        UseShape.grouped(rows.filter { $0.outcome == .left(reason) && !$0.shape.isEmpty }.map(\.shape))
    }

    /// The reasons why rewritten uses read a static property, with the number of uses for each; the most frequent first.
    public var throughType: [(reason: Reason, count: Int)] {
        var counts: [Reason: Int] = [:]
        for row in rows {
            if case .rewritten(_, let reason?) = row.outcome { counts[reason, default: 0] += 1 }
        }
        return Self.sorted(counts)
    }

    private static func sorted(_ counts: [Reason: Int]) -> [(reason: Reason, count: Int)] {
        counts.map { (reason: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.reason.code) < ($0.count, $1.reason.code) }
    }
}

/// The stage that a cut takes the callers to.
public enum Stage: String, Sendable, CaseIterable {
    /// Each caller has one computed property for the accessor.
    case gather
    /// Each caller that can accepts an instance in its initializer, and falls back to the accessor.
    case inject
    /// Whoever makes a caller passes the instance, and the fallback goes.
    case thread
    /// The root makes the instance, and the accessor goes.
    case retire
}
