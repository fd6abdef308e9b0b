import Domain
import Foundation
import Observation

/// What every screen that loads has in common: the last good answer, whether a load is under way, and what went wrong.
///
/// Invariant: only the newest load changes anything (`Latest`). A cancelled load leaves answer and problem as they were.
@MainActor @Observable
final class Loading<Value: Sendable, Failure: Error> {
    /// The last good answer. It survives a failed refresh, but no longer counts as live after one.
    private(set) var snapshot: Snapshot<Value>?
    /// Why the last load failed; it stays until a load succeeds, or fails for another reason.
    private(set) var problem: Problem?

    /// When the load began that brought the last good answer.
    @ObservationIgnored private var askedAt: Date?
    private let latest = Latest()
    private let now: @Sendable () -> Date
    private let describe: (Failure, Problem.Screen) -> Problem?

    /// - Parameter describe: answers `nil` for a cancelled load, which is not a problem.
    init(now: @escaping @Sendable () -> Date, describe: @escaping (Failure, Problem.Screen) -> Problem?) {
        self.now = now
        self.describe = describe
    }

    var activity: Activity { latest.activity }

    /// Returns when `fetch` has ended; cancelling the calling task cancels `fetch`. A task that is cancelled before
    /// its load begins does not disturb a load that is under way.
    func load(_ fetch: @escaping @Sendable () async throws(Failure) -> Snapshot<Value>) async {
        await latest.run(fetch) { [startedAt = now()] result in
            self.land(result, startedAt: startedAt)
        }
    }

    /// Shows what has come without having been asked for.
    func show(_ result: Result<Snapshot<Value>, Failure>) {
        land(result, startedAt: now())
    }

    private func land(_ result: Result<Snapshot<Value>, Failure>, startedAt: Date) {
        switch result {
        case .success(let answer):
            snapshot = answer
            askedAt = startedAt
            problem = nil
        case .failure(let failure):
            guard let problem = describe(failure, snapshot == nil ? .blank : .filled) else { return }
            self.problem = problem
            if let snapshot, let askedAt, snapshot.freshness == .live {
                self.snapshot = Snapshot(
                    snapshot.value,
                    freshness: .kept(asOf: askedAt),
                    unreadable: snapshot.unreadable
                )
            }
        }
    }
}
