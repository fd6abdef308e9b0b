/// What one analysis found in a source tree: modules, files, singletons and every use of them, member by member.
///
/// A plain value. Everything is sorted (files by path, singletons by name, uses by place), so two runs over the
/// same tree give equal maps on any machine.
public struct CodeMap: Sendable, Equatable {
    /// Modules in order of their names.
    public var modules: [Module]
    /// Every Swift file that was read, in order of paths.
    public var files: [SourceFile]
    /// Singletons that were found by their shape, and the framework ones in use.
    public var singletons: [Singleton]
    /// Uses in order of file, line and column.
    public var uses: [Use]
    /// What was left out, and why.
    public var skipped: [Skipped]
    /// What could not be read as Swift, and why. Never part of a baseline.
    public var problems: [SourceProblem]
    /// How the run went; not part of what the tree says.
    public var statistics: Statistics

    /// Makes a map from its parts.
    public init(
        modules: [Module] = [],
        files: [SourceFile] = [],
        singletons: [Singleton] = [],
        uses: [Use] = [],
        skipped: [Skipped] = [],
        problems: [SourceProblem] = [],
        statistics: Statistics = Statistics()
    ) {
        self.modules = modules
        self.files = files
        self.singletons = singletons
        self.uses = uses
        self.skipped = skipped
        self.problems = problems
        self.statistics = statistics
    }

    /// Counts of one run.
    public struct Statistics: Sendable, Equatable {
        /// Lines of all files that were read.
        public var lines: Int
        /// Bytes of all files that were read.
        public var bytes: Int
        /// Files whose syntax was parsed in this run.
        public var parsed: Int
        /// Files of which all that was found came from the cache.
        public var cached: Int

        /// Makes the counts of one run.
        public init(lines: Int = 0, bytes: Int = 0, parsed: Int = 0, cached: Int = 0) {
            self.lines = lines
            self.bytes = bytes
            self.parsed = parsed
            self.cached = cached
        }

        /// Equal to any other: what a run cost says nothing about the tree.
        public static func == (_: Statistics, _: Statistics) -> Bool { true }
    }
}
