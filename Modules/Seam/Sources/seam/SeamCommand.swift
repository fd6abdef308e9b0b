import ArgumentParser
import Foundation
import SeamKit

/// `seam`: shows what singletons hold a code base together, and never lets it grow.
struct SeamCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seam",
        abstract: "Maps the singletons of a Swift code base, and holds the rules about them.",
        discussion: """
            Reads sources only: no build, no index, no Mac. Exit codes: 0 all is well, 1 violations, 2 the \
            command or its configuration is wrong, 3 some sources could not be read, 66 there is no such singleton, 74 the \
            output could not be written.
            """,
        version: PackageVersion.current,
        subcommands: [
            MapCommand.self, CutCommand.self, RetireCommand.self, CheckCommand.self, InitCommand.self,
            BaselineCommand.self, ProgressCommand.self, NextCommand.self, ExplainCommand.self,
            MCPCommand.self,
            MocksCommand.self, ModelsCommand.self, ServicesCommand.self,
        ]
    )
}

extension ParsableCommand {
    /// The command and those below it, by name.
    fileprivate static var names: CommandNames {
        CommandNames(_commandName, subcommands: configuration.subcommands.map { $0.names })
    }
}

@main
enum SeamTool {
    static func main() {
        StandardStreams.secure()
        do {
            if let trouble = OpenFiles.makeRoom() { throw ToolFailure(message: trouble, exitCode: .usage) }
            var command = try SeamCommand.parseAsRoot()
            try command.run()
        } catch let failure as ToolFailure {
            end(failure)
        } catch {
            let code = SeamCommand.exitCode(for: error)
            let arguments = Array(CommandLine.arguments.dropFirst())
            var message = SeamCommand.fullMessage(for: error)
            if code == .success { help(message) }
            let meant = code == .validationFailure ? SeamCommand.names.suggestion(for: arguments) : nil
            if code != .success, !message.isEmpty {
                let first = message.split(separator: "\n").first.map(String.init) ?? message
                let text = first.hasPrefix("Error: ") ? String(first.dropFirst("Error: ".count)) : first
                let isUsage = code == .validationFailure
                ErrorDocument.print(text, code: isUsage ? ToolExit.usage.rawValue : code.rawValue, next: meant)
            }
            if message.hasPrefix("Error: ") { message = "seam: error: " + message.dropFirst("Error: ".count) }
            if !message.isEmpty { Terminal.error(message) }
            if let meant { Terminal.error("Did you mean '\(meant)'?") }
            // What cannot be parsed, and what cannot be carried out as it was asked for.
            Foundation.exit(code == .validationFailure ? ToolExit.usage.rawValue : code.rawValue)
        }
    }

    private static func end(_ failure: ToolFailure) -> Never {
        if failure.exitCode != .output { ErrorDocument.print(failure.message, code: failure.exitCode.rawValue) }
        Terminal.error("seam: error: \(failure.message)")
        Foundation.exit(failure.exitCode.rawValue)
    }

    private static func help(_ text: String) -> Never {
        do {
            try Output.write(text + "\n")
        } catch {
            end(error)
        }
        Foundation.exit(0)
    }
}
