import ArgumentParser
import Foundation
import SeamKit

/// `seam next`: the step of a migration that is best now.
struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Says which step is best now, as the command to run, and what it changes.",
        usage: "seam next [PATH] [--format FORMAT]",
        discussion: "Writes nothing. Without --write, the command that it names only shows its plan."
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    @Argument(help: "Folder of the source tree.")
    var path = "."

    @Option(name: [.short, .long], help: "text or json.")
    var format = Format.text

    @OptionGroup var document: DocumentOptions
    @OptionGroup var tree: TreeOptions

    func run() throws {
        let root = tree.root(path)
        let analysis = try tree.options(root)
        let analysed = try tree.analysed(root, analysis)
        guard !analysed.map.sources.isEmpty else {
            throw ToolFailure(message: "there is no Swift file in \(root), so there is no next step", exitCode: .usage)
        }
        let step = NextStep.find(analysed, root: root, roots: try tree.roots(root), analysis: analysis)
        switch format {
        case .text: try Output.write(Self.text(step))
        case .json: try Output.write(try document.text(Self.json(step), next: step?.line))
        }
    }

    static func text(_ step: NextStep?) -> String {
        guard let step else {
            return
                "Nothing is left that a command can do. `seam progress` shows what remains, and `seam explain` why.\n"
        }
        let lines = [step.line, "  because \(step.reason)", "  then \(step.change)"]
        return lines.map(Printable.line).joined(separator: "\n") + "\n"
    }

    static func json(_ step: NextStep?) -> String {
        struct Document: Encodable {
            var format = "seam-next"
            var version = 1
            var step: NextStep?
        }
        return JSONText.of(Document(step: step))
    }
}
