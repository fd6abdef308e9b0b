import ArgumentParser
import Foundation
import SeamCheck
import SeamKit

/// `seam init`: writes a first `seam.yml`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a seam.yml from the modules as they stand, and say what was guessed."
    )

    @Argument(help: "Folder of the tree.")
    var path = "."

    @Flag(help: "Replace a seam.yml that is there.")
    var force = false

    @OptionGroup var cache: CacheOption

    func run() throws {
        let code = CommandExit.running {
            let file = path + "/" + Configuration.fileName
            if !force, FileManager.default.fileExists(atPath: file) {
                throw ValidationError("\(file) is there already; --force replaces it")
            }
            let map: CodeMap
            do {
                map = try Analysis.run(
                    root: path,
                    options: Analysis.Options(cache: cache.folder),
                    progress: ProgressLine.standardError()
                )
            } catch let error as AnalysisError {
                throw CheckFailure.analysis(error)
            }
            let proposal = Proposal(map)
            do {
                let options: Data.WritingOptions = force ? .atomic : .withoutOverwriting
                try Data(proposal.yaml.utf8).write(to: URL(fileURLWithPath: file), options: options)
            } catch {
                throw CheckFailure.cannotWrite(file)
            }
            var lines = ["wrote \(file); guessed, so read it before you keep it:"]
            lines += proposal.guesses.map { "- \($0)" }
            if proposal.guesses.isEmpty { lines.append("- nothing: no modules that import each other, no singletons") }
            CommandExit.write(lines.joined(separator: "\n") + "\n", to: .standardOutput)
            return 0
        }
        throw ExitCode(code)
    }
}
