import Dispatch

/// Reads a source tree and maps the singletons in it.
public enum Analysis {
    /// The options of an analysis.
    public struct Options: Sendable, Equatable {
        /// Folders that are read although they would be skipped by default; relative to the root, with `/` between names.
        public var include: [String]
        /// Folders and files that are left out; relative to the root, with `/` between names.
        public var exclude: [String]
        /// The Swift files to read, relative to the root; nil for all files of the tree.
        public var files: [String]?
        /// The names of singletons to look for; empty for all that are recognised.
        public var types: [String]
        /// Whether framework singletons are mapped.
        public var frameworks: Bool
        /// Types, without the types around them, whose mentions the map lists. They change nothing else in it.
        public var names: Set<String> = []
        /// The number of files to read at the same time; at least 1.
        public var workers: Int
        /// The cache for the results of runs, by the content of all files that they read; nil for none.
        public var cache: ResultCache?
        /// The path under which results are stored, for a tree that is somewhere else in each run; nil for the root.
        package var place: String?
        /// Gets the trees of the files that the run parses; nil if nobody needs them.
        public var trees: SyntaxTrees?

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

    /// Reports the progress of a run: the number of completed files and of all files. Called on the run's threads.
    public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

    /// Maps the tree at `root`.
    ///
    /// Blocks the caller: run it off the main actor. Sources that can't be read are listed in the map's problems.
    ///
    /// - Parameters:
    ///   - root: path of a folder, absolute or relative to the working folder.
    ///   - options: the options of the analysis.
    ///   - progress: called with the progress of the run.
    /// - Throws: `AnalysisError` if there is no such folder or it can't be read.
    public static func run(
        root: String,
        options: Options = Options(),
        progress: Progress? = nil
    ) throws(AnalysisError) -> CodeMap {
        let tree = try analyse(root: root, options: options, progress: progress)
        // The graph has millions of small parts, and nobody needs to wait until they are freed.
        DispatchQueue.global().async { withExtendedLifetime(tree) {} }
        return tree.map
    }

    /// Maps the tree at `root` like `run`, and also returns the graph behind the map.
    package static func analyse(
        root: String,
        options: Options = Options(),
        progress: Progress? = nil
    ) throws(AnalysisError) -> AnalysedTree {
        var tree = try AnalysisRun(root: root, options: options, progress: progress).run()
        // Never stored: it depends on paths and one file, and is read in no time.
        if let owners = CodeOwners(root: root, problems: &tree.map.problems) {
            for index in tree.map.files.indices {
                tree.map.files[index].owners = owners.owners(of: tree.map.files[index].path)
            }
            for index in tree.map.objectiveC.indices {
                tree.map.objectiveC[index].owners = owners.owners(of: tree.map.objectiveC[index].path)
            }
        }
        return tree
    }
}

/// An analysed tree: its map, and the graph for questions that the map doesn't answer.
package struct AnalysedTree: Sendable {
    package internal(set) var map: CodeMap
    private let make: @Sendable () -> CodeGraph
    private let lazyGraph = Lazy<CodeGraph>()

    /// - Parameter make: makes the graph.
    init(map: CodeMap, make: @escaping @Sendable () -> CodeGraph) {
        self.map = map
        self.make = make
    }

    /// The graph of the files as they were when they were mapped. If the map was a stored one, the graph is made from stored
    /// facts when somebody first asks for it.
    package var graph: CodeGraph { lazyGraph.value(make) }
}

/// Why a tree can't be analysed.
public enum AnalysisError: Error, Equatable {
    /// There is no folder at this path.
    case noSuchFolder(String)
    /// The folder at this path cannot be read.
    case unreadable(String)
}
