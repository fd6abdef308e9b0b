import ArgumentParser
import Presentation

/// `account open`
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Opens a link: shows its screen, or has its command carried out.",
        discussion: """
            account://orders
            account://deal?id=D-1001
            account://sign-in?then=account://settings
            account://reservations/reserve?name=example.com
            myapp://featureABC?cmd=cancel#reservationId=82348@viewId=View1
            """
    )

    @Argument(help: "The link, in quotes: shells have uses of their own for ? and &.")
    var link: String

    @OptionGroup var options: FlowOptions

    func run() async throws {
        try await Session.open(link, options)
    }
}
