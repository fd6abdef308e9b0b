import ArgumentParser
import StoreClient

/// `account transport`: sends the requests of another process of `account`, one after the other (docs/adr/request-process.md).
///
/// It isn't for people, so the help doesn't list it. Standard input and output are one socket.
struct TransportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transport",
        abstract: "Sends requests of another process.",
        shouldDisplay: false
    )

    func run() throws { TransportServing.run() }
}
