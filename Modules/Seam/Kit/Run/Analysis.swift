/// Reads a source tree and maps the singletons in it.
public enum Analysis {
    /// What to look at, and how.
    public struct Options: Sendable, Equatable {
        /// Folders that are read although they would be skipped; relative to the root, with `/` between names.
        public var include: [String]
        /// Folders and files that are left out; relative to the root, with `/` between names.
        public var exclude: [String]
        /// Exactly these Swift files, relative to the root; nil for all that the tree has.
        public var files: [String]?
        /// Names of singletons to look for; empty for all that are found by shape.
        public var types: [String]
        /// Whether framework singletons are mapped.
        public var frameworks: Bool
        /// Files to read at the same time; 1 or more.
        public var workers: Int
        /// Keeps what runs found, by the content of all that they read; none without.
        public var cache: ResultCache?

        /// Makes options.
        public init(
            include: [String] = [],
            exclude: [String] = [],
            files: [String]? = nil,
            types: [String] = [],
            frameworks: Bool = true,
            workers: Int = 2,
            cache: ResultCache? = nil
        ) {
            self.include = include
            self.exclude = exclude
            self.files = files
            self.types = types
            self.frameworks = frameworks
            self.workers = workers
            self.cache = cache
        }
    }

    /// How far a run is: files done and files in all. Called from the run's threads.
    public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

    /// Maps the tree at `root`.
    ///
    /// Blocks the caller: run it off the main actor. What cannot be read is told in the map's problems.
    ///
    /// - Parameters:
    ///   - root: path of a folder, absolute or relative to the working folder.
    ///   - options: what to look at, and how.
    ///   - progress: told how far the run is.
    /// - Throws: `AnalysisError` when there is no such folder or it cannot be read.
    public static func run(
        root: String,
        options: Options = Options(),
        progress: Progress? = nil
    ) throws(AnalysisError) -> CodeMap {
        try AnalysisRun(root: root, options: options, progress: progress).run()
    }
}

/// Why a tree cannot be analysed at all.
public enum AnalysisError: Error, Equatable {
    /// There is no folder at this path.
    case noSuchFolder(String)
    /// The folder at this path cannot be read.
    case unreadable(String)
}
