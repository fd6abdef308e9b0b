import ArgumentParser
import DataSupport
import Foundation
import Presentation

/// The program `account`, from its command line to its exit code.
@main
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Shows a customer's account of a store for internet names.",
        discussion: """
            Without options it starts a store on this machine, signs the demo user in over HTTP and shows the profile. \
            Exit codes: 0 shown (also stored data, or a part), 64 usage, 66 no such user, deal or reservation, 69 \
            unavailable and nothing stored, 74 the output could not be written, 75 something would be lost, 77 sign-in \
            refused, 79 a link was not agreed to, 130 a search was left, 70 anything else.
            """,
        version: PackageVersion.current,
        subcommands: TerminalFeature.all.flatMap(\.subcommands) + [
            OpenCommand.self, WebCommand.self, ErrorsCommand.self, MigrationCommand.self, SandboxCommand.self,
            TransportCommand.self,
        ],
        defaultSubcommand: ProfileCommand.self
    )

    static func main() async {
        Output.occupyStandardDescriptors()
        // Whatever is made here is its owner's only, and its owner's at all.
        umask(0o077)
        do {
            try OpenFiles.makeRoom()
            try StandardInput.checkArguments()
            var command = try await asyncParseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            leave(after: error, wantsJSON: AccountOptions.wantsJSON(CommandLine.arguments))
        }
    }

    private static func leave(after error: any Error, wantsJSON: Bool) -> Never {
        if let failure = error as? AccountFailure {
            failure.report(wantsJSON: wantsJSON)
            Self.exit(withError: ExitCode(failure.status.rawValue))
        }
        let code = exitCode(for: error)
        if wantsJSON, code != .success {
            let problem = ProblemDocument(key: "usage", text: message(for: error), recovery: .none)
            if let json = try? problem.bytes() { try? Output.write(json) }
        }
        if code == .success {
            do throws(SystemError) {
                try Output.write(help(for: error) + "\n")
                Foundation.exit(0)
            } catch {
                leave(after: AccountFailure.output(error), wantsJSON: false)
            }
        }
        // An exit code alone has no text.
        if error is ExitCode { Self.exit(withError: error) }
        var text = fullMessage(for: error)
        if text.hasPrefix("Error: ") { text = "account: error: " + text.dropFirst("Error: ".count) }
        if code == .validationFailure, let meant = names.suggestion(for: Array(CommandLine.arguments.dropFirst())) {
            text += "\nDid you mean '\(meant)'?"
        }
        StandardError.write(
            text.split(separator: "\n", omittingEmptySubsequences: false).map { Page.printable(String($0)) }
                .joined(separator: "\n") + "\n"
        )
        Foundation.exit(code.rawValue)
    }

    /// Returns the help or the version. Help about the whole program also has the options of the command that runs if none is
    /// named.
    private static func help(for error: any Error) -> String {
        let text = fullMessage(for: error)
        guard text == helpMessage() else { return text }
        let options = ProfileCommand.helpMessage().components(separatedBy: "\n")
            .drop { $0 != "\(AccountOptions.title.uppercased()):" }
            .prefix { !$0.isEmpty }
            .joined(separator: "\n")
        return text + "\n\nOptions without a subcommand, which is the same as account profile:\n\n" + options
    }
}

extension ParsableCommand {
    /// The command and those below it, by name.
    fileprivate static var names: CommandNames {
        CommandNames(_commandName, configuration.subcommands.map { $0.names })
    }
}
