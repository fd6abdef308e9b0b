import ArgumentParser
import Presentation

/// The command `account open`.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Opens a link: shows its screen, or has its command carried out.",
        discussion: """
            A link that changes something asks first. Without a terminal it needs --yes, and ends with code 79 otherwise.

            account://orders
            account://deal?id=D-1001
            account://sign-in?then=account://settings
            account://reservations/reserve?name=example.com
            myapp://featureABC?cmd=cancel#reservationId=82348@viewId=View1
            """
    )

    @Argument(help: "The link, in quotes: shells have uses of their own for ? and &.")
    var link: String

    @Flag(help: "Carry out a link that changes something without asking.")
    var yes = false

    @OptionGroup var options: FlowOptions

    func run() async throws {
        try await Session.open(link, isAgreed: yes, options)
    }
}
