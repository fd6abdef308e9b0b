import ArgumentParser
import Foundation
import SeamCheck
import SeamKit

/// `seam init`: writes a first `seam.yml`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a seam.yml from the modules as they stand, and says what it guessed."
    )

    @Argument(help: "Folder of the tree.")
    var path = "."

    @Flag(help: "Replace a seam.yml that is there.")
    var force = false

    @OptionGroup var tree: CheckedTree

    func run() throws {
        let file = path == "." ? Configuration.fileName : path + "/" + Configuration.fileName
        if !force, FileManager.default.fileExists(atPath: file) {
            throw ToolFailure(message: "\(file) is there already; --force replaces it", exitCode: .usage)
        }
        let map = try tree.map(of: path)
        let inspections = FileInspection.inspect(map, root: path, types: Proposal.inspectedTypes(map))
        let proposal = Proposal(map, inspections: inspections)
        do {
            if force {
                try FileWriter.replace(file, with: Array(proposal.yaml.utf8))
            } else {
                // Nothing is lost to a file that came into being meanwhile.
                try Data(proposal.yaml.utf8).write(to: URL(fileURLWithPath: file), options: .withoutOverwriting)
            }
        } catch {
            throw ToolFailure(CheckFailure.cannotWrite(file))
        }
        var lines = ["wrote \(file); these are guesses, so read it before you keep it:"]
        lines += proposal.guesses.map { "- \(Printable.line($0))" }
        if proposal.guesses.isEmpty { lines.append("- nothing: no modules that import each other, no singletons") }
        try Output.write(lines.joined(separator: "\n") + "\n", done: "\(file) was written")
    }
}
