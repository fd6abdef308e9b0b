import DataSupport
import Foundation
import Synchronization

/// An `HTTPTransport` that sends its requests from a process of its own.
///
/// URLSession on Linux ends its process on some responses (docs/limits.md). Here that ends the transport process, and the
/// request ends as cut off, which is an error like another.
///
/// Invariant: a process carries out one request at a time, and is used again only after a complete reply.
///
/// Reasons: docs/adr/request-process.md.
package final class IsolatedTransport: HTTPTransport {
    private let executable: String
    private let proxies: [String: String]
    private let warn: @Sendable (String) -> Void
    private let deadline: Duration
    private let largestBody: Int
    private let idle = Mutex<[TransportProcess]>([])

    /// Creates a transport without a process; the first request starts one.
    ///
    /// - Parameters:
    ///   - executable: The path of a program whose command `transport` calls `TransportServing.run()`.
    ///   - proxies: The variables that name proxies to the process.
    ///   - warn: Called if the server isn't trusted, which the use cases don't tell from one that can't be reached.
    package init(
        _ executable: String,
        _ proxies: [String: String],
        deadline: Duration,
        largestBody: Int,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.executable = executable
        self.proxies = proxies
        self.warn = warn
        self.deadline = deadline
        self.largestBody = largestBody
    }

    package func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        if Task.isCancelled { throw .cancelled }
        // The process keeps the deadline itself. This one is for a process that is stuck.
        let limit = Deadline(deadline + .seconds(1), on: ContinuousClock())
        switch await limit.wait(for: { await self.result(of: request) }) {
        case .finished(let result): return try result.get()
        case .expired: throw .timedOut
        case .cancelled: throw .cancelled
        }
    }

    private func result(of request: HTTPRequest) async -> Result<HTTPAnswer, HTTPTransportError> {
        guard let process = idle.withLock({ $0.popLast() }) ?? TransportProcess(executable, proxies) else {
            return .failure(.unreachable)
        }
        let message = TransportRequest(request, within: deadline, largestBody: largestBody)
        let reply = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                Thread.detachNewThread { caller.resume(returning: process.reply(to: message)) }
            }
        } onCancel: {
            process.stop()
        }
        // A process that was cancelled or has ended is dropped with its last reference.
        guard let reply else { return .failure(Task.isCancelled ? .cancelled : .cutOff) }
        if !Task.isCancelled { idle.withLock { $0.append(process) } }
        if case .failure(.untrusted) = reply.result {
            warn(
                "The store's certificate isn't accepted, so nothing was sent to it. Check the address, and the clock of this machine."
            )
        }
        return reply.result
    }
}

/// A process that sends requests, as long as the instance exists.
private final class TransportProcess: Sendable {
    private let process: pid_t
    private let socket: Int32

    /// Starts the process; `nil` if that isn't possible.
    init?(_ executable: String, _ proxies: [String: String]) {
        var ends: [Int32] = [0, 0]
        // No other process that is started meanwhile may inherit the ends, or this one would not notice that its other side ended.
        guard socketpair(AF_UNIX, Self.stream, 0, &ends) == 0 else { return nil }
        var actions = Self.fileActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        // What the runtime says of its end is of no use to a person.
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var arguments = Self.strings([executable, "transport"])
        // A trace of its end would take seconds.
        let own = proxies.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let inherited = ProcessInfo.processInfo.environment.merging(own) { $1 }
        var environment = Self.strings(inherited.map { "\($0)=\($1)" })
        defer { for text in arguments + environment { free(text) } }
        var started: pid_t = 0
        let status = posix_spawn(&started, executable, &actions, nil, &arguments, &environment)
        close(ends[1])
        guard status == 0 else {
            close(ends[0])
            return nil
        }
        process = started
        socket = ends[0]
    }

    /// The texts as C has them, with a null after the last. They have to be freed.
    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        var strings: [UnsafeMutablePointer<CChar>?] = []
        for text in texts { strings.append(strdup(text)) }
        strings.append(nil)
        return strings
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        close(socket)
    }

    /// Sends a request and returns the reply; `nil` if the process has ended. Blocks its thread.
    func reply(to message: TransportRequest) -> TransportReply? {
        guard TransportPipe.write(message, to: socket) else { return nil }
        return TransportPipe.read(TransportReply.self, from: socket)
    }

    /// Ends the process. Callers that wait for its reply get none.
    func stop() { kill(process, SIGKILL) }

    #if os(Linux)
        private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        private static func fileActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    #else
        private static let stream = SOCK_STREAM
        private static func fileActions() -> posix_spawn_file_actions_t? { nil }
    #endif
}
