import DataSupport
import Domain
import Synchronization

/// A limit on the time for all requests together, however many there are.
///
/// Only the time in which a request is in progress counts, so a program may ask a person something in between. Requests at the
/// same time count once.
public final class WaitingTime: Sendable {
    private struct State {
        /// How many requests are in progress.
        var running = 0
        /// The time used before the first of them began.
        var used = Duration.zero
        /// Returns the time since the first of them began.
        var elapsed: @Sendable () -> Duration = { .zero }
    }

    private let limit: Duration
    private let clock: any Clock<Duration>
    /// Starts a stopwatch, and returns a closure that reads it.
    private let stopwatch: @Sendable () -> @Sendable () -> Duration
    private let state = Mutex(State())

    /// Creates a limit of which nothing is used up yet, measured by `clock`.
    public init<C: Clock>(_ limit: Duration, clock: C) where C.Duration == Duration {
        self.limit = limit
        self.clock = clock
        stopwatch = {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
    }

    /// Waits for `work` for as long as there is time. Work that has no time left isn't started.
    func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) async -> Deadline.Outcome<Value> {
        let left = begin()
        defer { end() }
        guard left > .zero else { return .expired }
        return await Deadline(left, on: clock).wait(for: work)
    }

    /// Returns how much time is left.
    private func begin() -> Duration {
        state.withLock { state in
            if state.running == 0 { state.elapsed = stopwatch() }
            state.running += 1
            return limit - state.used - state.elapsed()
        }
    }

    private func end() {
        state.withLock { state in
            state.running -= 1
            if state.running == 0 { state.used += state.elapsed() }
        }
    }
}

/// Sends requests for as long as there is time for all of them together. Later requests end as timed out, without being sent.
///
/// Reasons: docs/adr/request-pipeline.md.
public struct BoundedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let waiting: WaitingTime

    /// Creates a transport that sends requests over `transport`, within a limit that other transports may share.
    public init(_ transport: any HTTPTransport, within waiting: WaitingTime) {
        self.transport = transport
        self.waiting = waiting
    }

    /// Sends `request`. Throws `.timedOut` as soon as the time is used up.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        let outcome = await waiting.wait { [transport] in
            await Result(async: { () async throws(HTTPTransportError) in try await transport.send(request) })
        }
        switch outcome {
        case .finished(let result): return try result.get()
        case .expired: throw .timedOut
        case .cancelled: throw .cancelled
        }
    }
}
