import ArgumentParser
import Presentation

/// `account open`
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Opens a link: shows its screen, or has its command carried out.",
        discussion: """
            account://orders
            account://reservations/reserve?name=example.com
            myapp://featureABC?cmd=cancel#reservationId=82348@viewId=View1
            """
    )

    @Argument(help: "The link, in quotes: shells have uses of their own for ? and &.")
    var link: String

    @OptionGroup var options: FlowOptions

    func run() async throws {
        try await Session.run(options.account) { session throws(AccountFailure) in
            try await session.open(link, in: session.flow(options))
        }
    }
}
