import ArgumentParser
import SeamCheck
import SeamGenerate

/// `seam services`: writes services over HTTP from protocols.
struct ServicesCommand: GeneratorCommand {
    static let configuration = CommandConfiguration(
        commandName: "services",
        abstract: "Writes services over HTTP, from annotated protocols.",
        usage: "seam services [PATH] [--output FOLDER] [--source PATH] [--check | --dry-run]",
        discussion: """
            A service is a protocol with `@service` in the comment above it, and with an HTTP method and a path above each of \
            its methods: `@get /users/{user}/deals`. Without --output, writes every entry of `services` in PATH/seam.yml. \
            What can't be generated is reported with file, line and reason. docs/seam/generate.md lists the annotations \
            and what is supported.
            """
    )

    @OptionGroup var generator: GeneratorOptions

    @Option(name: .long, help: "internal, package or public; the protocol's own without.")
    var access: GeneratorOptions.Access?

    @Flag(help: "The main actor is the default isolation of the modules.")
    var mainActorDefault = false

    @Flag(name: .customLong("url-session"), inversion: .prefixedNo, help: "Write a transport over URLSession.")
    var hasURLSession = true

    static func entries(in rules: Configuration) -> [Configuration.CodeSet] { rules.services }

    func refine(_ entry: inout Configuration.CodeSet) {
        (entry.access, entry.isMainActorDefault) = (access?.rawValue, mainActorDefault)
        entry.hasURLSession = hasURLSession
    }

    func code(for entry: Configuration.CodeSet, of folder: SourceFolder, root: String) throws -> GeneratedCode {
        let result = Services.write(
            try folder.sources(in: entry.sources),
            context: try folder.sources(in: entry.context),
            options: ServiceOptions(
                imports: entry.imports,
                access: entry.access.flatMap(MockOptions.Access.init),
                isMainActorDefault: entry.isMainActorDefault,
                hasURLSession: entry.hasURLSession
            ),
            format: CodeFormat.of(file: CodeFormat.file(nearestTo: root + "/" + entry.output))
        )
        return GeneratedCode(folders: [(entry.output, result.files)], problems: result.problems)
    }
}
