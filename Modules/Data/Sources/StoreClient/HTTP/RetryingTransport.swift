import DataSupport
import Domain
public import Foundation

/// Repeats requests that failed temporarily, as long as there is time: the server can't be reached, the response is cut off, or
/// its status is 429, 500, 502, 503 or 504, or 409 with the code `idempotency_in_progress`.
///
/// It repeats only idempotent requests (RFC 9110, section 9.2.2), and those with an `Idempotency-Key`. Between two attempts it
/// waits as long as `Retry-After` asks, or a random part of a time that doubles. If the wait would exceed the deadline, the
/// last outcome is returned or thrown.
public struct RetryingTransport: HTTPTransport {
    /// The limits for the number of attempts and the time.
    public struct Limits: Sendable {
        /// The maximum number of attempts, including the first; at least 1.
        public let attempts: Int
        /// The limit for all attempts and waits together. A running attempt is then abandoned as timed out.
        public let deadline: Duration
        /// The longest wait before the second attempt. It doubles with each attempt.
        public let firstWait: Duration

        /// Creates limits. Fewer than one attempt counts as one.
        public init(attempts: Int, deadline: Duration, firstWait: Duration) {
            self.attempts = max(1, attempts)
            self.deadline = deadline
            self.firstWait = firstWait
        }
    }

    private let transport: any HTTPTransport
    private let limits: Limits
    /// Starts a stopwatch, and returns a closure that reads it.
    private let stopwatch: @Sendable () -> @Sendable () -> Duration
    private let clock: any Clock<Duration>
    private let fraction: @Sendable () -> Double
    private let now: @Sendable () -> Date

    /// Creates a transport that repeats requests over `transport`.
    ///
    /// - Parameters:
    ///   - transport: Carries each attempt.
    ///   - limits: How often and for how long a request is repeated.
    ///   - clock: Measures waits and the deadline.
    ///   - fraction: Returns a random number from 0 to 1, the part of a wait that is used, so that many clients that
    ///     failed at the same time do not return at the same time.
    ///   - now: Returns the time of day, for a `Retry-After` that names a moment in a response without `Date`.
    public init<C: Clock>(
        _ transport: any HTTPTransport,
        limits: Limits,
        clock: C,
        fraction: @escaping @Sendable () -> Double,
        now: @escaping @Sendable () -> Date
    ) where C.Duration == Duration {
        self.transport = transport
        self.limits = limits
        stopwatch = {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
        self.clock = clock
        self.fraction = fraction
        self.now = now
    }

    /// Sends `request`, and repeats it if it failed temporarily. Returns or throws the last outcome.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        guard request.isRepeatable else { return try await transport.send(request) }
        return try await outcome(of: request).get()
    }

    private typealias Outcome = Result<HTTPAnswer, HTTPTransportError>

    private func outcome(of request: HTTPRequest) async -> Outcome {
        let elapsed = stopwatch()
        var longestWait = limits.firstWait
        for attempt in 1... {
            let outcome = await sent(request, within: limits.deadline - elapsed())
            guard attempt < limits.attempts, let wait = wait(after: outcome, atMost: longestWait),
                elapsed() + wait < limits.deadline
            else { return outcome }
            do { try await clock.sleep(for: wait) } catch { return .failure(.cancelled) }
            longestWait *= 2
        }
        return .failure(.timedOut)
    }

    private func sent(_ request: HTTPRequest, within limit: Duration) async -> Outcome {
        let outcome = await Deadline(limit, on: clock).wait { [transport] in
            await Outcome { () async throws(HTTPTransportError) in try await transport.send(request) }
        }
        switch outcome {
        case .finished(let outcome): return outcome
        case .expired: return .failure(.timedOut)
        case .cancelled: return .failure(.cancelled)
        }
    }

    /// Returns the wait before the next attempt, or `nil` if the request is not to be repeated.
    private func wait(after outcome: Outcome, atMost longest: Duration) -> Duration? {
        switch outcome {
        case .success(let answer):
            // The store still carries out an earlier attempt, whose response was lost.
            let isInProgress = answer.status == 409 && answer.problemCode == "idempotency_in_progress"
            guard [429, 500, 502, 503, 504].contains(answer.status) || isInProgress else { return nil }
            // A server that asks for no wait, or for one that has passed, gets time nevertheless.
            if let asked = answer.retryAfter(now: now()), asked > .zero { return asked }
        case .failure(.unreachable), .failure(.cutOff):
            break
        case .failure(.untrusted), .failure(.timedOut), .failure(.tooLarge), .failure(.malformed), .failure(.busy),
            .failure(.unauthorised), .failure(.notStored), .failure(.cancelled):
            return nil
        }
        return longest * min(max(fraction(), 0), 1)
    }
}

extension HTTPRequest {
    /// Whether sending the request twice has the same effect as sending it once.
    fileprivate var isRepeatable: Bool {
        ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(method)
            || self[field: "Idempotency-Key"] != nil
    }
}
