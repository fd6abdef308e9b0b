import ArgumentParser
import SeamCheck
import SeamGenerate

/// `seam models`: writes parsers, serialisers, records and tests of models.
struct ModelsCommand: GeneratorCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Writes parsers, serialisers, database records and tests, from annotated types.",
        usage: "seam models [PATH] [--output FOLDER] [--tests FOLDER] [--source PATH] [--check | --dry-run]",
        discussion: """
            A model is a struct, class or enum with `@model` in the comment above it, and `@json` above its fields. For a type \
            that is declared elsewhere, the comment of an extension has a line for each field. Without --output, writes every \
            entry of `models` in PATH/seam.yml. What can't be generated is reported with file, line and reason. \
            docs/seam/generate.md lists the annotations and what is supported.
            """
    )

    @OptionGroup var generator: GeneratorOptions

    @Option(
        name: .long,
        help: "Folder, in PATH, that the tests are written to; no tests without.",
        completion: .directory
    )
    var tests: String?

    @Option(name: .customLong("test-import"), help: "A module that every test imports: \"@testable Shop\".")
    var testImports: [String] = []

    enum Kit: String, ExpressibleByArgument, CaseIterable {
        case seam
        case plain
    }

    @Option(
        name: .long,
        help: """
            What the code uses. seam: the reading kit of Seam's workspace, for packages that contain it. plain: Codable and \
            GRDB, for all others.
            """
    )
    var kit = Kit.seam

    @Option(name: .long, help: "internal, package or public; internal without.")
    var access: GeneratorOptions.Access?

    @Flag(help: "The main actor is the default isolation of the modules.")
    var mainActorDefault = false

    @Flag(inversion: .prefixedNo, help: "Write database records and tables.")
    var database = true

    func validate() throws {
        if let tests, tests == generator.output { throw ValidationError("--tests and --output are the same folder.") }
    }

    static func entries(in rules: Configuration) -> [Configuration.CodeSet] { rules.models }

    func refine(_ entry: inout Configuration.CodeSet) {
        (entry.access, entry.isMainActorDefault) = (access?.rawValue, mainActorDefault)
        (entry.tests, entry.testImports) = (tests, testImports)
        (entry.kit, entry.hasDatabase) = (kit.rawValue, database)
    }

    func code(for entry: Configuration.CodeSet, of folder: SourceFolder, root: String) throws -> GeneratedCode {
        let sources = try folder.sources(in: entry.sources)
        let kit = ModelOptions.Kit(rawValue: entry.kit) ?? .seam
        if kit == .seam, !folder.contains(fileNamed: "WireRecord.swift") {
            let message = """
                there is no reading kit (WireRecord.swift) in this tree; say --kit plain, or `kit: plain` in seam.yml, for code \
                that needs nothing of Seam
                """
            throw ToolFailure(message: message, exitCode: .usage)
        }
        if kit == .seam, entry.access == "public" {
            let message =
                "the reading kit is `package`, so that its code can't be public; say --kit plain, or another access"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        let result = Models.write(
            sources,
            context: try folder.sources(in: entry.context),
            options: ModelOptions(
                kit: kit,
                imports: entry.imports,
                testImports: entry.testImports,
                access: entry.access.flatMap(MockOptions.Access.init),
                isMainActorDefault: entry.isMainActorDefault,
                hasDatabase: entry.hasDatabase
            ),
            format: CodeFormat.of(file: CodeFormat.file(nearestTo: root + "/" + entry.output))
        )
        let tests = entry.tests.map { [($0, result.tests)] } ?? []
        return GeneratedCode(folders: [(entry.output, result.files)] + tests, problems: result.problems)
    }
}
