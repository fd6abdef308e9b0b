import ArgumentParser
import Foundation
import SeamCheck
import SeamGenerate

/// `seam mocks`: writes fakes of protocols.
struct MocksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mocks",
        abstract: "Writes fakes that record their calls, from protocols.",
        usage: "seam mocks [PATH] [--output FOLDER] [--source PATH] [--check | --dry-run]",
        discussion: """
            Without --output, writes every entry of `mocks` in PATH/seam.yml. Protocols that can't have a fake \
            are reported with file, line and reason. docs/seam-generate.md lists what is supported.
            """
    )

    @Argument(help: "Folder of the tree.")
    var path = "."

    @Option(name: [.short, .long], help: "Folder, in PATH, that the fakes are written to.", completion: .directory)
    var output: String?

    @Option(name: .long, help: "Folder or file, in PATH, whose protocols get a fake; PATH without. May be repeated.")
    var source: [String] = []

    @Option(name: .long, help: "Folder or file, in PATH, that those protocols depend on. May be repeated.")
    var context: [String] = []

    @Option(name: .customLong("import"), help: "A module that every fake imports: Shop, \"@testable Shop\".")
    var imports: [String] = []

    @Option(name: .customLong("protocol"), help: "Name of a protocol, or a pattern with *. May be repeated.")
    var protocols: [String] = []

    enum Access: String, ExpressibleByArgument, CaseIterable {
        case `internal`
        case package
        case `public`
    }

    @Option(name: .long, help: "internal, package or public; the protocol's own without.")
    var access: Access?

    @Flag(help: "The main actor is the default isolation of the modules.")
    var mainActorDefault = false

    @Flag(help: "End with 1 if a protocol can't have a fake.")
    var strict = false

    @OptionGroup var writing: WritingOptions

    func run() throws {
        let root = GeneratedTree.root(path)
        let rules = try GeneratedTree.configuration(root)
        let sets = try sets(rules, root)
        let folder: SourceFolder
        var isCurrent = true
        var isComplete = true
        do {
            folder = try SourceFolder(root: root, include: rules?.include ?? [], exclude: rules?.exclude ?? [])
            for set in sets {
                let result = Mocks.write(
                    try folder.sources(set.sources),
                    context: try folder.sources(set.context),
                    options: options(set),
                    format: CodeFormat.of(file: CodeFormat.file(nearestTo: root + "/" + set.output))
                )
                for problem in result.problems {
                    Terminal.error("\(problem.path):\(problem.line): warning: \(problem.message)")
                }
                if !result.problems.isEmpty { isComplete = false }
                if !(try writing.apply(result.files, to: set.output, root: root, command: "mocks")) {
                    isCurrent = false
                }
            }
        } catch let failure as SourceFolder.Failure {
            throw ToolFailure(message: failure.message, exitCode: .unreadable)
        }
        if writing.check, !isCurrent { throw ExitCode(ToolExit.violations.rawValue) }
        if strict, !isComplete { throw ExitCode(ToolExit.violations.rawValue) }
    }

    /// The folders of fakes: one by options, or those of the configuration.
    private func sets(_ rules: Configuration?, _ root: String) throws(ToolFailure) -> [Configuration.MockSet] {
        if let output {
            let set = Configuration.MockSet(
                sources: source.isEmpty ? ["."] : source,
                output: output,
                context: context,
                imports: imports,
                protocols: protocols,
                access: access?.rawValue,
                isMainActorDefault: mainActorDefault
            )
            return [set]
        }
        guard let sets = rules?.mocks, !sets.isEmpty else {
            let message = "where do the fakes go? Say --output FOLDER, or `mocks` in \(root)/seam.yml"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        return sets
    }

    private func options(_ set: Configuration.MockSet) -> MockOptions {
        MockOptions(
            protocols: set.protocols,
            imports: set.imports,
            access: set.access.flatMap(MockOptions.Access.init),
            isMainActorDefault: set.isMainActorDefault
        )
    }
}
