import ArgumentParser
import DataSupport
import Foundation
import StoreClient
import Synchronization

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
        // A connection that is lost while something is written is an error, and no signal.
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread {
            // The other process has ended, or doesn't wait any more: so does a request in progress.
            var other = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
            while poll(&other, 1, -1) < 0, errno == EINTR {}
            _exit(0)
        }
        let send = Self.way()
        while let message = TransportPipe.read(TransportRequest.self, from: STDIN_FILENO) {
            guard TransportPipe.write(TransportReply(send(message)), to: STDIN_FILENO) else { break }
        }
        _exit(0)
    }

    private typealias Outcome = Result<HTTPAnswer, HTTPTransportError>

    /// Returns libcurl's way to send a request, or URLSession's if there is no libcurl by the names that are known.
    private static func way() -> (TransportRequest) -> Outcome {
        #if os(Linux)
            if let curl = Curl() { return curl.send }
        #endif
        var transports: [[Double]: URLSessionTransport] = [:]
        return { message in
            let key = [message.seconds, Double(message.largestBody)]
            let transport =
                transports[key]
                ?? URLSessionTransport(
                    deadline: .seconds(message.seconds),
                    largestBody: message.largestBody,
                    clock: ContinuousClock()
                )
            transports[key] = transport
            return waited {
                await Outcome(async: { () async throws(HTTPTransportError) in try await transport.send(message.request)
                })
            }
        }
    }

    /// Waits on this thread, which no task needs.
    private static func waited(_ work: @escaping @Sendable () async -> Outcome) -> Outcome {
        let reply = Reply()
        Task {
            let outcome = await work()
            reply.outcome.withLock { $0 = outcome }
            reply.end.signal()
        }
        reply.end.wait()
        return reply.outcome.withLock { $0 }
    }

    private final class Reply: Sendable {
        let outcome = Mutex<Outcome>(.failure(.cutOff))
        let end = DispatchSemaphore(value: 0)
    }
}
