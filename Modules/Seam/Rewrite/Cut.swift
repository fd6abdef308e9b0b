public import SeamKit

/// Plans how the uses of a singleton move to a property of their callers.
public enum Cut {
    /// What a cut is to do.
    public struct Options: Sendable, Equatable {
        /// How far callers are taken.
        public var stage: Stage
        /// The part that is done now.
        public var slice: Slice
        /// The name of the property; nil for the one that the code base uses, or one made from the type's.
        public var name: String?

        /// Creates options.
        public init(stage: Stage = .inject, slice: Slice = Slice(), name: String? = nil) {
            self.stage = stage
            self.slice = slice
            self.name = name
        }
    }

    /// Plans a slice. Reads files, and writes nothing.
    ///
    /// - Parameters:
    ///   - map: the map of the tree at `root`, made just before.
    ///   - singleton: one of the map's.
    ///   - options: what to do.
    public static func plan(
        _ map: CodeMap,
        root: String,
        singleton: Singleton,
        options: Options = Options()
    ) -> CutPlan {
        // Syntax trees are as deep as sources are nested, so this takes a thread with a large stack.
        let plans = Workers.map(1, threads: 1) {
            ()
        } body: { _, _ in
            Gatherer(
                map: map,
                root: root,
                singleton: singleton,
                slice: options.slice,
                name: options.name,
                stage: options.stage
            ).plan()
        }
        return plans[0]
    }
}
