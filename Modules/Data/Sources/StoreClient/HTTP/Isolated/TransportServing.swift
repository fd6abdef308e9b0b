import DataSupport
import Domain
import Foundation
import Synchronization

/// The other side of `IsolatedTransport`: the process that sends the requests, one after the other.
package enum TransportServing {
    /// Sends the requests that come by standard input, which is one socket with standard output, until the other process has ended.
    package static func run() -> Never {
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
