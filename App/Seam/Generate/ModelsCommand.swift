import ArgumentParser
import Foundation
import SeamCheck
import SeamGenerate

/// `seam models`: writes parsers, serialisers, records and tests of models.
struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Writes parsers, serialisers, database records and tests, from annotated types.",
        usage: "seam models [PATH] [--output FOLDER] [--tests FOLDER] [--source PATH] [--check | --dry-run]",
        discussion: """
            A model is a struct, class or enum with `@model` in the comment above it, and `@json` above its fields. Without \
            --output, writes every entry of `models` in PATH/seam.yml. What can't be generated is reported with file, line \
            and reason. docs/seam-generate.md lists the annotations and what is supported.
            """
    )

    @Argument(help: "Folder of the tree.")
    var path = "."

    @Option(name: [.short, .long], help: "Folder, in PATH, that the code is written to.", completion: .directory)
    var output: String?

    @Option(
        name: .long,
        help: "Folder, in PATH, that the tests are written to; no tests without.",
        completion: .directory
    )
    var tests: String?

    @Option(name: .long, help: "Folder or file, in PATH, with models; PATH without. May be repeated.")
    var source: [String] = []

    @Option(name: .long, help: "Folder or file, in PATH, that the models depend on. May be repeated.")
    var context: [String] = []

    @Option(name: .customLong("import"), help: "A module that every file imports: Shop.")
    var imports: [String] = []

    @Option(name: .customLong("test-import"), help: "A module that every test imports: \"@testable Shop\".")
    var testImports: [String] = []

    enum Kit: String, ExpressibleByArgument, CaseIterable {
        case plain
    }

    @Option(name: .long, help: "What the code uses. plain: Codable and GRDB.")
    var kit = Kit.plain

    @Flag(inversion: .prefixedNo, help: "Write database records and tables.")
    var database = true

    @Flag(help: "End with 1 if something can't be generated.")
    var strict = false

    @OptionGroup var writing: WritingOptions

    func validate() throws {
        if let tests, tests == output { throw ValidationError("--tests and --output are the same folder.") }
    }

    func run() throws {
        let root = GeneratedTree.root(path)
        let rules = try GeneratedTree.configuration(root)
        var isCurrent = true
        var isComplete = true
        do {
            let folder = try SourceFolder(root: root, include: rules?.include ?? [], exclude: rules?.exclude ?? [])
            for set in try sets(rules, root) {
                let result = try write(set, of: folder, root)
                if !result.isCurrent { isCurrent = false }
                if !result.isComplete { isComplete = false }
            }
        } catch let failure as SourceFolder.Failure {
            throw ToolFailure(message: failure.message, exitCode: .unreadable)
        }
        if writing.check, !isCurrent { throw ExitCode(ToolExit.violations.rawValue) }
        if strict, !isComplete { throw ExitCode(ToolExit.violations.rawValue) }
    }

    private func write(
        _ set: Configuration.ModelSet,
        of folder: SourceFolder,
        _ root: String
    ) throws -> (isCurrent: Bool, isComplete: Bool) {
        let result = Models.write(
            try folder.sources(set.sources),
            context: try folder.sources(set.context),
            options: ModelOptions(
                kit: ModelOptions.Kit(rawValue: set.kit) ?? .plain,
                imports: set.imports,
                testImports: set.testImports,
                hasDatabase: set.hasDatabase
            ),
            format: CodeFormat.of(file: CodeFormat.file(nearestTo: root + "/" + set.output))
        )
        for problem in result.problems {
            Terminal.error("\(problem.path):\(problem.line): warning: \(problem.message)")
        }
        var isCurrent = try writing.apply(result.files, to: set.output, root: root, command: "models")
        if let tests = set.tests, !(try writing.apply(result.tests, to: tests, root: root, command: "models")) {
            isCurrent = false
        }
        return (isCurrent, result.problems.isEmpty)
    }

    /// The folders of code: one by options, or those of the configuration.
    private func sets(_ rules: Configuration?, _ root: String) throws(ToolFailure) -> [Configuration.ModelSet] {
        if let output {
            let set = Configuration.ModelSet(
                sources: source.isEmpty ? ["."] : source,
                output: output,
                tests: tests,
                context: context,
                imports: imports,
                testImports: testImports,
                kit: kit.rawValue,
                hasDatabase: database
            )
            return [set]
        }
        guard let sets = rules?.models, !sets.isEmpty else {
            let message = "where does the code go? Say --output FOLDER, or `models` in \(root)/seam.yml"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        return sets
    }
}
