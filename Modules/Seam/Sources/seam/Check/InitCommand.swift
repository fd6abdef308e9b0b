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

    @Flag(help: "Write a section about seam to AGENTS.md, and nothing else.")
    var agents = false

    @OptionGroup var tree: CheckOptions

    func run() throws {
        if agents {
            try AgentSection.put(in: path)
            return try Output.write("wrote the section about seam in \(AgentSection.fileName)\n")
        }
        let file = path == "." ? Configuration.fileName : path + "/" + Configuration.fileName
        if !force, FileManager.default.fileExists(atPath: file) {
            throw ToolFailure(message: "\(file) is there already; --force replaces it", exitCode: .usage)
        }
        let map = try tree.map(of: path)
        let proposal = Proposal(for: map)
        let first = try tree.first(proposal, of: path)
        do throws(FileWriter.Failure) {
            // Nothing is lost to a file that came into being meanwhile.
            let bytes = Array(proposal.yaml.utf8)
            let before: StagedFile.Before = force ? .anything : .nothing
            try FileWriter.replace(Configuration.fileName, in: WritableTree(root: path), with: bytes, over: before)
        } catch {
            throw ToolFailure(CheckFailure.cannotWrite(file, error.reason))
        }
        try Output.write(text(of: file, proposal: proposal, first: first), done: "\(file) was written")
    }

    private func text(of file: String, proposal: Proposal, first: (count: Int, example: String?)) -> String {
        var lines = ["wrote \(file); these are guesses, so read it before you commit it:"]
        lines += proposal.guesses.map { "- \(Printable.line($0))" }
        if proposal.guesses.isEmpty { lines.append("- nothing: no modules that import each other, no singletons") }
        lines.append("")
        lines.append(
            first.count == 0
                ? "Nothing breaks these rules today, so no baseline is needed."
                : "The first baseline excuses \(Count.text(first.count, noun: "violation")): `seam baseline update --accept-new`"
        )
        if let example = first.example { lines += ["A new one will look like this:", "", example] }
        return lines.joined(separator: "\n") + "\n"
    }
}
