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
        let root = tree.root(of: path)
        let analysis = try tree.options(for: root)
        let analysed = try tree.analysed(root, options: analysis)
        guard !analysed.map.sources.isEmpty else {
            throw ToolFailure(message: "there is no Swift file in \(root), so there is no next step", exitCode: .usage)
        }
        let step = NextStep.find(in: analysed, root: root, roots: try tree.roots(in: root), analysis: analysis)
        switch format {
        case .text: try Output.write(Self.text(of: step))
        case .json: try Output.write(try document.text(Self.json(of: step), next: step?.line))
        }
    }

    static func text(of step: NextStep?) -> String {
        guard let step else {
            return
                "Nothing is left that a command can do. `seam progress` shows what remains, and `seam explain` why.\n"
        }
        let lines = [step.line, "  because \(step.reason)", "  then \(step.change)"]
        return lines.map(Printable.line).joined(separator: "\n") + "\n"
    }

    static func json(of step: NextStep?) -> String {
        struct Document: Encodable {
            var format = "seam-next"
            var version = 1
            var step: NextStep?
        }
        return JSONText.of(Document(step: step))
    }
}
