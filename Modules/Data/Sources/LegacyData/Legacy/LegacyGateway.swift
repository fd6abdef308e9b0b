import DataSupport
import Domain
public import Foundation
@preconcurrency import LegacyAccount

/// Asks the legacy code and gives its answers one meaning; both adapters go through it.
///
/// | Answer | Means |
/// | --- | --- |
/// | `(data, nil)` | live; kept if `generated_at` is older than the request |
/// | `(data, error)` | kept as of `generated_at`; if the error is a refusal, or the data unreadable, that failure |
/// | data without `generated_at` | of unknown age |
/// | `(nil, error)` | failure |
/// | `(nil, nil)` | malformed |
/// | none within `deadline` | unavailable |
///
/// Whether an answer is live is told by the store's clock against `now`: a store whose clock is behind is taken for one
/// that serves copies, which is the safe side.
public struct LegacyGateway: Sendable {
    private let fetch: LegacyFetch
    private let deadline: Deadline
    private let now: @Sendable () -> Date

    /// Makes a gateway over `fetch` that waits for an answer until `deadline`, measured by `clock`, has passed. `now`
    /// is the time of day a request starts.
    public init(
        fetch: @escaping LegacyFetch,
        deadline: Duration,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date
    ) {
        self.fetch = fetch
        self.deadline = Deadline(deadline, on: clock)
        self.now = now
    }

    func snapshot<Value>(
        of path: String,
        for user: UserID,
        _ read: (Data) throws(ReadError) -> LegacyAnswer<Value>
    ) async throws(ReadError) -> Snapshot<Value> {
        let start = now()
        let fetch = self.fetch
        let outcome = await deadline.wait {
            await fetch(UserRequestParam(user: user.rawValue, path: path))
        }
        let answer: (data: Data?, error: AccountServiceError?)
        switch outcome {
        case .finished(let finished): answer = finished
        case .expired: throw .unavailable
        case .cancelled: throw .cancelled
        }

        let failure = answer.error.map { ReadError($0) }
        let snapshot: Snapshot<Value>
        switch (answer.data, failure) {
        case (let data?, nil):
            let answer = try read(data)
            snapshot = answer.snapshot(answer.freshness(requestedAt: start))
        case (let data?, let failure?) where failure != .unauthorised && failure != .unknownUser:
            guard let answer = try? read(data) else { throw failure }
            snapshot = answer.snapshot(answer.generatedAt.map(Freshness.kept) ?? .unknown)
        case (_, let failure?):
            throw failure
        case (nil, nil):
            throw .malformed
        }
        if Task.isCancelled { throw .cancelled }
        return snapshot
    }
}
