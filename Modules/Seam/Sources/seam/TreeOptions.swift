import ArgumentParser
import Foundation
import SeamCheck
import SeamKit
import SeamCut

/// Which tree a command maps, and how.
struct TreeOptions: ParsableArguments {
    @Option(name: .long, help: "Folder or file, in PATH, that is read although it would be skipped.")
    var include: [String] = []

    @Option(name: .long, help: "Folder or file, in PATH, that is left out.")
    var exclude: [String] = []

    @Option(name: .long, help: "Files that are read at the same time.")
    var jobs: Int?

    @OptionGroup var results: CacheOptions

    func validate() throws {
        if let jobs, !(1...64).contains(jobs) { throw ValidationError("--jobs is 1 to 64, not \(jobs).") }
    }

    /// The path without slashes at its end.
    func root(of path: String) -> String { Self.folder(at: path) }

    /// The path without slashes at its end.
    static func folder(at path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Maps the tree; its `seam.yml` counts.
    func map(of root: String, types: [String] = [], frameworks: Bool = true) throws(ToolFailure) -> CodeMap {
        try map(of: root, options: options(for: root, types: types, frameworks: frameworks))
    }

    /// Returns the options for a map of the tree; its `seam.yml` counts.
    func options(
        for root: String,
        types: [String] = [],
        frameworks: Bool = true
    ) throws(ToolFailure) -> Analysis.Options {
        let rules: Configuration?
        do {
            rules = try CheckRun.configuration(at: root)
        } catch {
            throw ToolFailure(error)
        }
        return Analysis.Options(
            include: (rules?.include ?? []) + include.map(Self.relative),
            exclude: (rules?.exclude ?? []) + exclude.map(Self.relative),
            types: types,
            frameworks: frameworks,
            workers: workers,
            cache: results.cache
        )
    }

    /// Maps the tree.
    func map(of root: String, options: Analysis.Options) throws(ToolFailure) -> CodeMap {
        try analysed(root, options: options).map
    }

    /// Maps the tree, with the graph behind the map.
    func analysed(_ root: String, options: Analysis.Options) throws(ToolFailure) -> AnalysedTree {
        let progress = ProgressLine()
        defer { progress.clear() }
        do throws(AnalysisError) {
            let tree = try Analysis.analyse(root: root, options: options, progress: { progress.report($0, of: $1) })
            Terminal.noteCircles(tree.map)
            return tree
        } catch {
            switch error {
            case .noSuchFolder(let path):
                throw ToolFailure(message: FolderTrouble.text(of: path), exitCode: .usage)
            case .unreadable(let path):
                throw ToolFailure(message: "cannot read the folder \(path)", exitCode: .unreadable)
            }
        }
    }

    /// Returns the roots that the tree's `seam.yml` names.
    func roots(in root: String) throws(ToolFailure) -> Roots {
        Roots(try configuration(in: root)?.roots.map(\.text) ?? [])
    }

    /// Returns whether the tree's `seam.yml` counts the calls that rely on a default.
    func countsCalls(_ root: String) throws(ToolFailure) -> Bool { try configuration(in: root)?.countsCalls ?? false }

    private func configuration(in root: String) throws(ToolFailure) -> Configuration? {
        do {
            return try CheckRun.configuration(at: root)
        } catch {
            throw ToolFailure(error)
        }
    }

    /// Returns how many uses of each singleton of the tree's map `seam cut` can move, by the id.
    func movable(in tree: AnalysedTree, root: String) throws(ToolFailure) -> [String: Int] {
        CutPlanner(tree, root: root, analysis: try options(for: root)).movable(roots: try roots(in: root))
    }

    /// Returns what uses of each singleton of a map have in common, by the id.
    func shapes(in tree: AnalysedTree, root: String) throws(ToolFailure) -> [String: [UseShape]] {
        let planner = CutPlanner(tree, root: root, analysis: try options(for: root))
        return Dictionary(tree.map.singletons.map { ($0.id, planner.shapes(of: $0)) }) { first, _ in first }
    }

    private var workers: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

    private static func relative(_ path: String) -> String {
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        while path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }
}
