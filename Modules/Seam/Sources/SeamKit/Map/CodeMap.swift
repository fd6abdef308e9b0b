/// The result of an analysis: modules, files, singletons and every use of them, member by member.
///
/// A plain value. Everything is sorted (files by path, singletons by name, uses by place), so two runs over the same tree give
/// equal maps on any machine.
public struct CodeMap: Sendable, Equatable {
    /// Modules in order of their names.
    public var modules: [Module] = []
    /// All Swift files that were read, in order of paths.
    public var files: [SourceFile] = []
    /// The Objective-C files that use singletons of Swift, in order of paths. What they import is not read.
    public var objectiveC: [SourceFile] = []
    /// The singletons that were recognised, and the framework singletons in use.
    public var singletons: [Singleton] = []
    /// Uses in order of file, line and column.
    public var uses: [Use] = []
    /// The folders and files that were left out, and why.
    public var skipped: [Skipped] = []
    /// The sources that could not be read as Swift, and why. They are never part of a baseline.
    public var problems: [SourceProblem] = []
    /// The counts of the run, which say nothing about the tree.
    public var statistics = Statistics()

    /// All files that may have uses.
    public var sources: [SourceFile] { files + objectiveC }

    /// Counts of one run.
    public struct Statistics: Sendable, Equatable {
        /// The number of lines in all files that were read.
        public var lines = 0
        /// The number of bytes in all files that were read.
        public var bytes = 0
        /// The number of files that were parsed in this run.
        public var parsed = 0
        /// The number of files whose results all came from the cache.
        public var cached = 0
        /// The number of files whose uses were looked for in this run.
        var resolved = 0

        /// Always true: the cost of a run says nothing about the tree.
        public static func == (_: Statistics, _: Statistics) -> Bool { true }
    }
}
