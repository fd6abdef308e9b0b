public import SeamKit

/// Plans slices of one singleton. Each file is read once, so all plans are for the same contents.
public struct CutPlanner: Sendable {
    private let map: CodeMap
    private let index: TypeIndex
    private let singleton: Singleton

    /// Creates a planner.
    ///
    /// - Parameters:
    ///   - map: the map of the tree at `root`, created immediately before.
    ///   - singleton: one of the map's singletons.
    ///   - analysis: the options with which the map was created. What that run found is not looked for again.
    public init(
        _ map: CodeMap,
        root: String,
        singleton: Singleton,
        analysis: Analysis.Options = Analysis.Options()
    ) {
        self.map = map
        self.singleton = singleton
        index = TypeIndex(root: root, map: map, analysis: analysis)
        index.parse(Set(map.uses.lazy.filter { $0.singleton == singleton.id && !$0.isTest }.map(\.file)).sorted())
    }

    /// Returns the sources that a plan has to know and that weren't read whole. With any of them, nothing can be planned.
    ///
    /// Gathering and injecting take nothing away, and leave the callers that such a source may have to do with.
    public func obstacles(_ options: Cut.Options) -> [SourceProblem] {
        let takesNothing = [.gather, .inject].contains(options.stage)
        let addsTypes = options.protocolName != nil || options.style != .initializer
        guard takesNothing, !addsTypes else { return map.problems }
        let own = Set([singleton.file] + singleton.accessors.map(\.file))
        guard own.isDisjoint(with: index.unread.paths) else { return map.problems }
        return index.unread.opaque
    }

    /// Plans a slice. It writes nothing.
    public func plan(_ options: Cut.Options) -> CutPlan {
        Cut.plan(map, index: index, singleton: singleton, options: options)
    }
}

/// Plans how the uses of a singleton are moved to a property of their callers.
public enum Cut {
    /// The options of a cut.
    public struct Options: Sendable, Equatable {
        /// The stage that callers are taken to.
        public var stage: Stage
        /// The part of the cut to make now.
        public var slice: Slice
        /// The name of the property; nil for the name that is usual in the code base, or one derived from the type's.
        public var name: String?
        /// The protocol that callers see the instance through; nil for its type.
        public var protocolName: String?
        /// The form in which callers take the instance.
        public var style = Style.initializer
        /// The name of the provider, for that style.
        public var provider: String?
        /// The module that is to have the protocol, or what carries the instance; nil for that of the type.
        public var protocolModule: String?
        /// Whether structures of any kind take an instance, and not only those of a user interface. `print` then shows it.
        public var includesStructs = false
        /// The types and files that may use the accessor.
        public var roots = Roots()
        /// Whether the instance may be made earlier than today, also if somebody could see that: by callers when they are made,
        /// and by roots when threading.
        public var isEarlyAllowed = false
        /// Whether injecting lets callers read the accessor as late as before, also if nobody could see the difference.
        public var isLate = false
        /// Callers that are taken out, with what the compiler or the command says of each.
        public var excluding: [CutPlan.Caller.ID: String] = [:]
        /// Whether callers go on with what holds the instance already, and take no second dependency of its type.
        var usesHolders: Bool { !isLate && protocolName == nil && style == .initializer }
        /// Says why something stays. Only tests switch a reason off.
        var reasons = Reasons()

        /// Creates options.
        public init(stage: Stage = .inject, slice: Slice = Slice(), name: String? = nil) {
            self.stage = stage
            self.slice = slice
            self.name = name
        }
    }

    /// Plans a slice. It reads files, and writes nothing.
    ///
    /// - Parameters:
    ///   - map: the map of the tree at `root`, created immediately before.
    ///   - singleton: one of the map's singletons.
    ///   - options: the options of the cut.
    ///   - analysis: the options with which the map was created. What that run found is not looked for again.
    public static func plan(
        _ map: CodeMap,
        root: String,
        singleton: Singleton,
        options: Options = Options(),
        analysis: Analysis.Options = Analysis.Options()
    ) -> CutPlan {
        CutPlanner(map, root: root, singleton: singleton, analysis: analysis).plan(options)
    }

    /// Plans a slice with what `index` has read of the same tree already.
    static func plan(_ map: CodeMap, index: TypeIndex, singleton: Singleton, options: Options) -> CutPlan {
        // Syntax trees are as deep as sources are nested, so this requires a thread with a large stack.
        let plans = Workers.map(1, threads: 1) {
            ()
        } body: { _, _ in
            let uses = map.uses.filter { $0.singleton == singleton.id }
            let request = CutRequest(map: map, uses: uses, index: index, singleton: singleton, options: options)
            return switch options.stage {
            case .gather, .inject: Gathering.plan(request)
            case .thread: Threader.plan(request)
            case .retire: Retirement.plan(request)
            }
        }
        return plans[0]
    }
}
