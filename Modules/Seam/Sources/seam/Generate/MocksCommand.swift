import ArgumentParser
import SeamCheck
import SeamGenerate

/// `seam mocks`: writes fakes of protocols.
struct MocksCommand: GeneratorCommand {
    static let configuration = CommandConfiguration(
        commandName: "mocks",
        abstract: "Writes fakes that record their calls, from protocols.",
        usage: "seam mocks [PATH] [--output FOLDER] [--source PATH] [--check | --dry-run]",
        discussion: """
            Without --output, writes every entry of `mocks` in PATH/seam.yml. Protocols that can't have a fake \
            are reported with file, line and reason. docs/seam/generate-reference.md lists what is supported.
            """
    )

    @OptionGroup var generator: GeneratorOptions

    @Option(name: .customLong("protocol"), help: "Name of a protocol, or a pattern with *. May be repeated.")
    var protocols: [String] = []

    @Option(name: .long, help: "internal, package or public; the protocol's own without.")
    var access: GeneratorOptions.Access?

    @Flag(help: "The main actor is the default isolation of the modules.")
    var mainActorDefault = false

    static func entries(in rules: Configuration) -> [Configuration.CodeSet] { rules.mocks }

    func refine(_ entry: inout Configuration.CodeSet) {
        (entry.access, entry.isMainActorDefault) = (access?.rawValue, mainActorDefault)
        entry.protocols = protocols
    }

    func code(for entry: Configuration.CodeSet, of folder: SourceFolder, root: String) throws -> GeneratedCode {
        let sources = try folder.sources(in: entry.sources)
        let options = MockOptions(
            protocols: entry.protocols,
            imports: entry.imports,
            access: entry.access.flatMap(MockOptions.Access.init),
            isMainActorDefault: entry.isMainActorDefault
        )
        if let name = options.unmatched(in: sources).first {
            let message =
                "no protocol of \(entry.sources.joined(separator: ", ")) is called \(name); nothing was written"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        let result = Mocks.write(
            sources,
            context: try folder.sources(in: entry.context),
            options: options,
            format: CodeFormat.of(file: CodeFormat.file(nearestTo: root + "/" + entry.output))
        )
        return GeneratedCode(folders: [(entry.output, result.files)], problems: result.problems)
    }
}
