import ArgumentParser
import Foundation
import SeamCheck
import SeamGenerate

/// The arguments of all commands that generate code.
struct GeneratorOptions: ParsableArguments {
    @Argument(help: "Folder of the tree.")
    var path = "."

    @Option(name: [.short, .long], help: "Folder, in PATH, that the code is written to.", completion: .directory)
    var output: String?

    @Option(name: .long, help: "Folder or file, in PATH, that code is generated from; PATH without. May be repeated.")
    var source: [String] = []

    @Option(name: .long, help: "Folder or file, in PATH, that those sources depend on. May be repeated.")
    var context: [String] = []

    @Option(name: .customLong("import"), help: "A module that every file imports: Shop, \"@testable Shop\".")
    var imports: [String] = []

    @Flag(help: "End with 1 if something can't be generated.")
    var strict = false

    @OptionGroup var writing: WritingOptions
    @OptionGroup var results: CacheOptions

    /// The access level of declarations.
    enum Access: String, ExpressibleByArgument, CaseIterable {
        case `internal`
        case package
        case `public`
    }
}

/// A command that writes code from sources: one folder by options, or those that `seam.yml` lists.
protocol GeneratorCommand: ParsableCommand {
    var generator: GeneratorOptions { get }

    /// Returns the entries of `seam.yml`.
    static func entries(in rules: Configuration) -> [Configuration.CodeSet]

    /// Adds what the options of the command say to an entry.
    func refine(_ entry: inout Configuration.CodeSet)

    /// Returns the code for an entry.
    func code(for entry: Configuration.CodeSet, of folder: SourceFolder, root: String) throws -> GeneratedCode
}

/// Files for one or more folders.
struct GeneratedCode {
    /// Everything that each folder should hold.
    var folders: [(path: String, files: [GeneratedFile])]
    var problems: [GenerateProblem]
}

/// What an entry of `seam.yml` asks for.
private struct Run {
    var stored: StoredRun?
    /// The code; nil if the folders are as an earlier run left them, and nothing has changed since.
    var code: GeneratedCode?
    var problems: [GenerateProblem]
}

extension GeneratorCommand {
    /// The word after `seam`, and the key in `seam.yml`.
    private static var word: String { _commandName }

    func run() throws {
        let root = GeneratedTree.root(of: generator.path)
        let rules = try GeneratedTree.configuration(in: root)
        let entries = try entries(in: rules, root: root)
        var isCurrent = true
        var isComplete = true
        // Nothing is written before everything was read.
        let runs: [Run]
        do {
            let folder = try SourceFolder(root: root, include: rules?.include ?? [], exclude: rules?.exclude ?? [])
            runs = try entries.map { try run($0, of: folder, root: root) }
        } catch let failure as SourceFolder.Failure {
            throw ToolFailure(message: failure.message, exitCode: .unreadable)
        }
        for run in runs {
            if try !write(run, root: root) { isCurrent = false }
            for problem in run.problems {
                Terminal.error("\(problem.path):\(problem.line): warning: \(problem.message)")
            }
            if !run.problems.isEmpty { isComplete = false }
        }
        if generator.writing.check, !isCurrent { throw ExitCode(ToolExit.violations.rawValue) }
        if generator.strict, !isComplete { throw ExitCode(ToolExit.violations.rawValue) }
    }

    /// Generates the code of an entry, without reading sources if nothing has changed.
    private func run(_ entry: Configuration.CodeSet, of folder: SourceFolder, root: String) throws -> Run {
        let stored = try stored(entry, of: folder, root: root)
        if let problems = stored?.problems { return Run(stored: stored, code: nil, problems: problems) }
        let code = try code(for: entry, of: folder, root: root)
        return Run(stored: stored, code: code, problems: code.problems)
    }

    /// Brings the folders of an entry up to date. Returns whether they were.
    private func write(_ run: Run, root: String) throws -> Bool {
        guard let code = run.code else { return true }
        var isCurrent = true
        var written: [String: GeneratedFile] = [:]
        for (path, files) in code.folders {
            let isUpToDate = try generator.writing.apply(
                files,
                to: path,
                root: root,
                isNamed: generator.output != nil,
                command: Self.word
            )
            if !isUpToDate { isCurrent = false }
            let folder = GeneratedTree.absolute(path, in: root)
            for file in files { written[folder + "/" + file.path] = file }
        }
        if isCurrent || !generator.writing.writesNothing { run.stored?.keep(written, problems: code.problems) }
        return isCurrent
    }

    private func stored(
        _ entry: Configuration.CodeSet,
        of folder: SourceFolder,
        root: String
    ) throws -> StoredRun? {
        guard let cache = generator.results.cache else { return nil }
        let folders = entry.folders.map { GeneratedTree.absolute($0, in: root) }
        let sources = try folder.files(in: entry.sources + entry.context).map { GeneratedTree.absolute($0, in: root) }
        // Without one, a later file is a change too.
        let formats = folders.map { CodeFormat.file(nearestTo: $0) ?? "" }
        return StoredRun(
            cache: cache,
            options: "\(Self.word) \(entry) \(formats)",
            inputs: sources + formats.filter { !$0.isEmpty },
            folders: folders
        )
    }

    private func entries(in rules: Configuration?, root: String) throws(ToolFailure) -> [Configuration.CodeSet] {
        if let output = generator.output {
            let sources = generator.source.isEmpty ? ["."] : generator.source
            var entry = Configuration.CodeSet(sources: sources, output: output)
            (entry.context, entry.imports) = (generator.context, generator.imports)
            refine(&entry)
            return [entry]
        }
        guard let entries = rules.map(Self.entries), !entries.isEmpty else {
            let message = "where does the code go? Say --output FOLDER, or `\(Self.word)` in \(root)/seam.yml"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        return entries
    }
}
