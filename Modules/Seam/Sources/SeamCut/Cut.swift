public import SeamKit

/// Plans slices for the singletons of a tree. Each file is read once, so all plans are for the same contents.
public struct CutPlanner: Sendable {
    let map: CodeMap
    let index: CodeTree
    private let workers: Int

    /// Creates a planner.
    ///
    /// - Parameters:
    ///   - tree: the tree at `root`, analysed immediately before.
    ///   - analysis: the options with which it was analysed. What that run found is not looked for again.
    package init(_ tree: AnalysedTree, root: String, analysis: Analysis.Options = Analysis.Options()) {
        map = tree.map
        index = CodeTree(root: root, tree: tree, analysis: analysis)
        workers = analysis.workers
    }

    /// Returns the sources that a plan has to know and that weren't read whole. With any of them, nothing can be planned.
    ///
    /// Gathering and injecting take nothing away, and leave the callers that such a source may have to do with.
    public func obstacles(to options: Cut.Options, of singleton: Singleton) -> [SourceProblem] {
        let takesNothing = [.gather, .inject].contains(options.stage)
        let addsTypes = options.protocolName != nil || options.style != .initializer
        guard takesNothing, !addsTypes else { return map.problems }
        let own = Set([singleton.file] + singleton.accessors.map(\.file))
        guard own.isDisjoint(with: index.sources.unread.paths) else { return map.problems }
        return index.sources.unread.opaque
    }

    /// Returns the program's file that has a variable of this name which is no singleton, because only that file reads it.
    public func program(withVariable name: String) -> String? {
        let files = index.paths(saying: name).compactMap(index.file).filter { $0.name == "main.swift" }
        return files.first { $0.global.variables.contains { $0.parts.contains { $0.written == name } } }?.path
    }

    /// Plans a slice. It reads files, and writes nothing.
    ///
    /// - Parameter singleton: one of the map's singletons.
    public func plan(_ singleton: Singleton, _ options: Cut.Options = Cut.Options()) -> CutPlan {
        index.sources.parse(
            Set(map.uses.lazy.filter { $0.singleton == singleton.id && !$0.isTest }.map(\.file)).sorted()
        )
        // Syntax trees are as deep as sources are nested, so this requires a thread with a large stack.
        let plans = Workers.map(1, threads: 1, state: {}) { _, _ in
            let request = request(singleton, options)
            return switch options.stage {
            case .gather, .inject: Gathering.plan(request)
            case .thread: Threader.plan(request).listingAPI(request.index)
            case .retire: Retirement.plan(request).listingAPI(request.index)
            }
        }
        return plans[0]
    }

    /// Returns the shapes of the uses of a singleton, the most frequent first. Uses that go through something else have none.
    public func shapes(of singleton: Singleton) -> [UseShape] {
        let found = each([singleton], Cut.Options()) { request in
            request.uses.filter { !$0.isTest }.compactMap(request.shape)
        }
        return UseShape.grouped(found.flatMap(\.self))
    }

    func request(_ singleton: Singleton, _ options: Cut.Options) -> CutRequest {
        let uses = map.uses.filter { $0.singleton == singleton.id }
        return CutRequest(map: map, uses: uses, index: index, singleton: singleton, options: options)
    }

    /// Returns how many uses of each singleton a cut without options rewrites, by the `Singleton.id`.
    ///
    /// It is an option of the map all the same: the count doubles the time of a map. Facts alone know no closures, isolation or
    /// free names, so they would differ.
    ///
    /// - Parameter roots: the types and files that may use the accessors.
    public func movable(roots: Roots) -> [String: Int] {
        var options = Cut.Options()
        options.roots = roots
        let counts = each(map.singletons, options) { ($0.singleton.id, Gathering.plan($0).rewritten) }
        return Dictionary(counts, uniquingKeysWith: { first, _ in first })
    }

    /// Returns all calls of the tree that rely on a default for the accessor of one of its singletons, in order of place.
    ///
    /// - Parameter ids: the singletons to ask about, by `Singleton.id`; nil for all.
    public func calls(roots: Roots, of ids: Set<String>? = nil) -> [MakingCall] {
        var options = Cut.Options(stage: .thread)
        options.roots = roots
        // A framework's accessor is often a default of another kind, and never goes.
        let singletons = map.singletons.filter {
            $0.shape != .framework && $0.shape != .elsewhere && ids?.contains($0.id) != false
        }
        let found = each(singletons, options) { request in
            let request = request.withDelegateValues
            return request.singleton.accessors.flatMap { Threader.graph(request, passing: $0).graph.calls() }
        }
        return found.flatMap(\.self).sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }

    /// Returns the uses by which roots pass some singletons on to what they make, as threading writes them.
    public func passed(byRoots roots: Roots, of singletons: Set<String>) -> [Use] {
        var options = Cut.Options(stage: .thread)
        options.roots = roots
        // Only these uses, because a request reads the files of all that it has.
        let isNamed: (Use) -> Bool = { $0.member == Use.instance && $0.path == .direct && !$0.isTest }
        let found = each(map.singletons.filter { singletons.contains($0.id) }, options, uses: isNamed) { request in
            request.uses.indices.filter { row in
                let located = try? Locator(request: request).locate(row).get()
                return located?.isPassedByRoot == true
            }.map { request.uses[$0] }
        }
        return found.flatMap(\.self)
    }

    /// Asks about singletons, on all threads.
    private func each<Result: Sendable>(
        _ singletons: [Singleton],
        _ options: Cut.Options,
        uses isWanted: (Use) -> Bool = { _ in true },
        _ body: @escaping @Sendable (CutRequest) -> Result
    ) -> [Result] {
        let uses = Dictionary(grouping: map.uses.lazy.filter(isWanted), by: \.singleton)
        return Workers.map(singletons.count, threads: workers, state: {}) { _, position in
            let singleton = singletons[position]
            let own = uses[singleton.id] ?? []
            return body(CutRequest(map: map, uses: own, index: index, singleton: singleton, options: options))
        }
    }
}

/// How the uses of a singleton are moved to a property of their callers.
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
        /// Whether what is public in a library may change or go, for a new major version.
        public var changesAPI = false
        /// Callers that are taken out, with what the compiler or the command says of each.
        public var excluding: [CutPlan.Caller.ID: String] = [:]
        /// Whether only what can be passed to an initializer or a function gets a place of its own.
        var isForInitializers: Bool { stage == .inject && !isLate && style == .initializer }
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
}
