import ArgumentParser
import DataSupport
import Foundation
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

    func run() throws {
        Thread.detachNewThread {
            var transport: (key: [Double], value: URLSessionTransport)?
            while let message = TransportPipe.read(TransportRequest.self, from: STDIN_FILENO) {
                let key = [message.seconds, Double(message.largestBody)]
                if transport?.key != key {
                    let clock = ContinuousClock()
                    let deadline = Duration.seconds(message.seconds)
                    transport = (
                        key, URLSessionTransport(deadline: deadline, largestBody: message.largestBody, clock: clock)
                    )
                }
                guard let wire = transport?.value else { break }
                Task {
                    let result = await Result(async: { () async throws(HTTPTransportError) in
                        try await wire.send(message.request)
                    })
                    if !TransportPipe.write(TransportReply(result), to: STDIN_FILENO) { _exit(0) }
                }
            }
            // The other process has ended, or doesn't wait any more: so does a request in progress.
            _exit(0)
        }
        while true { pause() }
    }
}
