import DataSupport
import Domain
public import Foundation
@preconcurrency public import LegacyAccount

/// The adapters' access to the legacy code: the parameters and results of `AccountService.fetchData(requestParam:)`, as a
/// closure. It can't be cancelled, and its results are ambiguous; `LegacyGateway` gives them one meaning.
public typealias LegacyFetch = @Sendable (UserRequestParam) async -> (Data?, AccountServiceError?)

/// Calls the legacy code and gives its results one meaning. Both adapters use it.
///
/// | Result | Meaning |
/// | --- | --- |
/// | `(data, nil)` | live; cached if `generated_at` is older than the request |
/// | `(data, error)` | cached as of `generated_at`; if the error is a refusal, or the data unreadable, that failure |
/// | data without `generated_at` | of unknown age |
/// | `(nil, error)` | failure |
/// | `(nil, nil)` | malformed |
/// | none within `deadline` | unavailable |
/// | unavailable or busy, while the stored copies can't be read | not stored |
///
/// Whether a response is live is decided by comparing the store's clock with `now`. A store whose clock is slow is treated as
/// one that serves copies, which is the safe assumption.
public struct LegacyGateway: Sendable {
    private let fetch: LegacyFetch
    private let deadline: Deadline
    private let hasReadableCopies: @Sendable () -> Bool
    private let now: @Sendable () -> Date

    /// Creates a gateway over `fetch` that waits for a response until `deadline`, measured by `clock`, has passed.
    ///
    /// - Parameters:
    ///   - hasReadableCopies: Whether the copies that the legacy code has stored can be read. It takes one that can't for one
    ///     that doesn't exist.
    ///   - now: Returns the time of day at which a request starts.
    public init(
        fetch: @escaping LegacyFetch,
        deadline: Duration,
        clock: any Clock<Duration>,
        hasReadableCopies: @escaping @Sendable () -> Bool = { true },
        now: @escaping @Sendable () -> Date
    ) {
        self.fetch = fetch
        self.deadline = Deadline(deadline, on: clock)
        self.hasReadableCopies = hasReadableCopies
        self.now = now
    }

    func snapshot<Value>(
        of path: String,
        for user: UserID,
        _ read: (Data) throws(ReadError) -> LegacyAnswer<Value>
    ) async throws(ReadError) -> Snapshot<Value> {
        do throws(ReadError) {
            return try await result(of: path, for: user, read)
        } catch {
            throw [.unavailable, .busy].contains(error) && !hasReadableCopies() ? .notStored : error
        }
    }

    private func result<Value>(
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
            snapshot = answer.snapshot(Freshness(generatedAt: answer.generatedAt, requestedAt: start))
        case (let data?, let failure?) where failure != .unauthorised && failure != .unknownUser:
            guard let answer = try? read(data) else { throw failure }
            snapshot = answer.snapshot(answer.generatedAt.map(Freshness.cached) ?? .unknown)
        case (_, let failure?):
            throw failure
        case (nil, nil):
            throw .malformed
        }
        if Task.isCancelled { throw .cancelled }
        return snapshot
    }
}
