/// How a side's run ended.
enum Ended<Output: Sendable, Failure: Error>: Sendable {
    case answered(Result<Output, Failure>, latency: Duration)
    case timedOut
}

/// A run of the candidate as a task of its own, so that nobody has to wait for one that doesn't end.
struct Attempt<Output: Sendable, Failure: Error>: Sendable {
    let timing: Timing
    let work: @Sendable () async throws(Failure) -> Output

    /// Waits until the work ends, or for `limit` if that is shorter; then the work is cancelled. If the waiting task
    /// is cancelled, so is the work, whose end is still waited for.
    ///
    /// - Returns: how it ended, and the task, which may still run if the work doesn't heed cancellation.
    func run(within limit: Duration) async -> (
        ended: Ended<Output, Failure>, worker: Task<Result<Output, Failure>, Never>
    ) {
        let race = Promise<Ended<Output, Failure>>()
        let worker = Task {
            let start = timing.elapsed()
            let result = await Result(async: work)
            race.keep(.answered(result, latency: timing.elapsed() - start))
            return result
        }
        let timer = Task {
            // It throws when cancelled: the work has ended first.
            guard (try? await timing.sleep(limit)) != nil else { return }
            race.keep(.timedOut)
        }
        let ended = await withTaskCancellationHandler {
            await race.value
        } onCancel: {
            worker.cancel()
        }
        timer.cancel()
        worker.cancel()
        return (ended, worker)
    }
}
