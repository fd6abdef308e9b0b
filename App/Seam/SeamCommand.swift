import ArgumentParser
import Foundation

/// `seam`: shows the coupling of a code base, and never lets it grow.
@main
struct SeamCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seam",
        abstract: "See the coupling of a code base, and never let it grow.",
        version: SeamVersion.text,
        subcommands: [CheckCommand.self, InitCommand.self, BaselineCommand.self]
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let code as ExitCode {
            Foundation.exit(code.rawValue)
        } catch {
            // Help and version end well; anything else is a matter of usage.
            let code = exitCode(for: error)
            let text = fullMessage(for: error)
            let handle = code.isSuccess ? FileHandle.standardOutput : .standardError
            CommandExit.write(text + "\n", to: handle)
            Foundation.exit(code.isSuccess ? 0 : CommandExit.configuration)
        }
    }
}
