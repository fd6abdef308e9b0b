import Synchronization

@testable import Strangler

/// The error of the operations under test.
enum Trouble: Error, Hashable {
    case refused
    case broken
    case unknownUser
    case cancelled
}

/// An error that a test throws in place of a user's closure.
struct Thrown: Error {}

/// One side of a hand-over under test: counts its calls, and can be held until a test lets it end.
final class FakeSide: Sendable {
    enum Ending: Sendable {
        case at(Result<Int, Trouble>)
        /// Ends with the outcome that the test sets; a cancelled call ends at once with `.cancelled`.
        case held
        /// Ends with the outcome that the test sets, even if it is cancelled.
        case deaf
    }

    private let ending: Ending
    private let counts = Mutex((calls: 0, cancelled: 0))
    private let began = Promise<Void>()
    private let ended = Promise<Void>()
    private let result = Promise<Result<Int, Trouble>>()

    init(_ ending: Ending) {
        self.ending = ending
    }

    convenience init(_ result: Result<Int, Trouble>) {
        self.init(.at(result))
    }

    var calls: Int { counts.withLock { $0.calls } }
    /// The number of calls that ended after their task was cancelled.
    var cancelled: Int { counts.withLock { $0.cancelled } }

    func callAsFunction(_ input: Int) async throws(Trouble) -> Int {
        counts.withLock { $0.calls += 1 }
        began.keep(())
        let result = await end()
        if Task.isCancelled { counts.withLock { $0.cancelled += 1 } }
        ended.keep(())
        return try result.get()
    }

    /// Waits for the first call.
    func hasBegun() async {
        await began.value
    }

    /// Waits until the first call has ended.
    func hasEnded() async {
        await ended.value
    }

    func end(_ result: Result<Int, Trouble>) {
        self.result.keep(result)
    }

    private func end() async -> Result<Int, Trouble> {
        switch ending {
        case .at(let result): return result
        case .deaf: return await result.value
        case .held:
            return await withTaskCancellationHandler {
                await result.value
            } onCancel: {
                result.keep(.failure(.cancelled))
            }
        }
    }
}
