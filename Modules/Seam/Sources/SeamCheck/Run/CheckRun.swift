import Foundation
public import SeamKit

/// A tree with its `seam.yml` and baseline, read from disk. Reading blocks the caller.
public struct CheckRun: Sendable {
    /// Path of the tree.
    public let root: String
    /// The contents of its `seam.yml`.
    public let configuration: Configuration
    /// The configuration, resolved against the map.
    public let rules: Rules
    /// The map of the tree.
    public let map: CodeMap
    /// The known violations; empty if there is no file.
    public let baseline: Baseline
    /// The text of its file; nil if there is none.
    private let baselineText: String?

    /// Reads the tree at `root`.
    ///
    /// - Parameters:
    ///   - root: path of the folder with `seam.yml`.
    ///   - proposed: what its `seam.yml` is going to say; else it is read.
    ///   - cache: stores what runs found; nil to store nothing.
    ///   - calls: finds the calls that rely on a default. It is asked only if the configuration counts them.
    ///   - progress: called with how far the analysis is.
    /// - Throws: `CheckFailure`.
    package init(
        root: String,
        proposed: Configuration? = nil,
        cache: ResultCache? = nil,
        calls: (AnalysedTree, Configuration, Analysis.Options) -> [DefaultedCall] = { _, _, _ in [] },
        progress: Analysis.Progress? = nil
    ) throws(CheckFailure) {
        self.root = root
        let written = proposed == nil ? try Self.configuration(at: root) : proposed
        guard let configuration = written else { throw .noConfiguration(root) }
        self.configuration = configuration
        let file = configuration.baseline
        let text = try Self.text(at: root, name: file)
        baselineText = text
        baseline = try Self.converting { () throws(ConfigurationError) in try Baseline(yaml: text ?? "", file: file) }
        var options = Analysis.Options(
            include: configuration.include,
            exclude: configuration.exclude,
            workers: ProcessInfo.processInfo.activeProcessorCount,
            cache: cache
        )
        options.names = configuration.restrictedNames
        let tree: AnalysedTree
        do {
            tree = try Analysis.analyse(root: root, options: options, progress: progress)
        } catch {
            throw .analysis(error)
        }
        let map = tree.map
        self.map = map
        let found = configuration.countsCalls ? calls(tree, configuration, options) : []
        rules = try Self.converting { () throws(ConfigurationError) in
            try Rules(configuration: configuration, map: map, calls: found)
        }
    }

    /// Returns what reads the bytes of a file of a tree.
    private static func reader(at root: String) -> (String) -> [UInt8]? { { FileReader.bytes(at: root + "/" + $0) } }

    /// Compares the tree with its baseline.
    ///
    /// - Parameter scope: files and folders to report on, relative to the root; nil for all.
    /// - Throws: `CheckFailure.noSuchPath` for a path that is neither on disk nor in the baseline.
    public func report(scope: [String]? = nil) throws(CheckFailure) -> CheckReport {
        for path in scope ?? [] {
            if !exists(path), !baseline.files.contains(path) { throw .noSuchPath(path) }
            if isNeitherFileNorFolder(path) { throw .cannotRead(path) }
        }
        return Check.report(
            against: rules,
            baseline: baseline,
            scope: scope,
            exists: exists,
            read: Self.reader(at: root)
        )
    }

    /// Returns what an update of the baseline writes.
    ///
    /// - Parameters:
    ///   - report: a report on the whole tree.
    ///   - acceptsNew: whether new violations are added.
    public func update(from report: CheckReport, acceptsNew: Bool) -> BaselineUpdate {
        BaselineUpdate(
            old: baseline,
            report: report,
            rules: rules,
            contents: Dictionary(
                (map.files + map.objectiveC).map { ($0.path, $0.contentHash) },
                uniquingKeysWith: { first, _ in first }
            ),
            acceptsNew: acceptsNew
        )
    }

    /// Writes a baseline atomically, over the one that was read. Deletes the file if there is nothing left to excuse.
    public func write(_ baseline: Baseline) throws(CheckFailure) {
        let (file, tree) = (configuration.baseline, WritableTree(root: root))
        let old = baselineText.map { Array($0.utf8) }
        do throws(FileWriter.Failure) {
            if baseline.counts.isEmpty {
                if let old { try FileWriter.remove(file, in: tree, having: old) }
            } else if baselineText != baseline.yaml {
                let before = old.map { StagedFile.Before.content($0) } ?? .nothing
                try FileWriter.replace(file, in: tree, with: Array(baseline.yaml.utf8), over: before)
            }
        } catch {
            throw .cannotWrite(root + "/" + file, error.reason)
        }
    }

    /// Returns the configuration in the `seam.yml` of the folder `root`, or nil if there is none.
    public static func configuration(at root: String) throws(CheckFailure) -> Configuration? {
        guard let yaml = try text(at: root, name: Configuration.fileName, limit: SourceLimits.rulesSize) else {
            return nil
        }
        return try converting { () throws(ConfigurationError) in try Configuration(yaml: yaml) }
    }

    /// Returns the nearest folder at or above `path` that contains a `seam.yml`, or nil if there is none.
    public static func root(above path: String) -> String? {
        var folder = URL(fileURLWithPath: path).standardizedFileURL
        while true {
            let file = folder.appending(path: Configuration.fileName).path(percentEncoded: false)
            if FileManager.default.fileExists(atPath: file) {
                let path = folder.path(percentEncoded: false)
                return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            }
            let parent = folder.deletingLastPathComponent().standardizedFileURL
            guard parent.path != folder.path, folder.path != "/" else { return nil }
            folder = parent
        }
    }

    private func exists(_ path: String) -> Bool { FileReader.mayExist(root + "/" + path) }

    private func isNeitherFileNorFolder(_ path: String) -> Bool {
        var status = stat()
        guard stat(root + "/" + path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    }

    /// The text of a file of the tree; nil where there is none.
    private static func text(
        at root: String,
        name: String,
        limit: Int = SourceLimits.listSize
    ) throws(CheckFailure) -> String? {
        let path = root + "/" + name
        guard FileReader.mayExist(path) else { return nil }
        guard let bytes = FileReader.bytes(at: path, limit: limit) else { throw .cannotRead(path) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .configuration(ConfigurationError(file: name, problems: [.init(message: "not UTF-8")]))
        }
        return text
    }

    private static func converting<Value>(
        _ body: () throws(ConfigurationError) -> Value
    ) throws(CheckFailure) -> Value {
        do {
            return try body()
        } catch {
            throw .configuration(error)
        }
    }
}

/// Why a check can't be made.
public enum CheckFailure: Error, Equatable, CustomStringConvertible {
    /// There is no `seam.yml` in this folder or above it.
    case noConfiguration(String)
    /// `seam.yml` or the baseline has errors.
    case configuration(ConfigurationError)
    /// The tree cannot be analysed.
    case analysis(AnalysisError)
    /// There is nothing at this path, and the baseline doesn't know it.
    case noSuchPath(String)
    /// The file at this path cannot be read.
    case cannotRead(String)
    /// The file at this path cannot be written, for this reason.
    case cannotWrite(String, String)

    /// A text for people.
    public var description: String {
        switch self {
        case .noConfiguration(let path): "no seam.yml in \(path) or above it; `seam init` writes one"
        case .configuration(let error): "\(error.file) cannot be used\n\(error.description)"
        case .analysis(.noSuchFolder(let path)): FolderTrouble.text(of: path)
        case .analysis(.unreadable(let path)): "\(path) cannot be read"
        case .noSuchPath(let path): "there is no \(path), and the baseline does not know it"
        case .cannotRead(let path): "\(path) cannot be read"
        case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
        }
    }

    /// Whether the reason is a file that can't be read, rather than its contents or the command line.
    public var isUnreadable: Bool {
        switch self {
        case .analysis(.unreadable), .cannotRead: true
        default: false
        }
    }
}
