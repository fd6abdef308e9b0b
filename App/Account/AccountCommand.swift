import ArgumentParser
import Presentation

/// The command line of the workspace: what a person types, down to an exit code.
@main
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Shows a customer's account of a store for internet names.",
        discussion: """
            Without options it starts a store on this machine, signs the demo user in over HTTP and shows the profile. \
            Exit codes: 0 shown (also what was kept, or in part), 64 usage, 69 unavailable and nothing kept, 77 sign-in \
            refused, 75 something would be lost, 70 anything else.
            """,
        subcommands: TerminalFeature.all.flatMap(\.subcommands) + [
            OpenCommand.self, ErrorsCommand.self, MigrationCommand.self, SandboxCommand.self,
        ],
        defaultSubcommand: ProfileCommand.self
    )

    static func main() async {
        do {
            var command = try parseAsRoot()
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
            AccountDocument(problem: ProblemDocument(key: "usage", text: message(for: error), recovery: .none)).print()
        }
        // Help goes to standard output with code 0, a usage error to standard error with code 64.
        Self.exit(withError: error)
    }
}
