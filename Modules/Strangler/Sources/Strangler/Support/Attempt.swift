/// How a run ended, for the task that waited for it.
enum Ended<Output: Sendable, Failure: Error>: Sendable {
    case answered(Result<Output, Failure>, latency: Duration)
    case timedOut
    /// The waiting task was cancelled first.
    case cancelled
}

/// A run in a task of its own, so that nobody has to wait for one that doesn't end.
struct Attempt<Output: Sendable, Failure: Error>: Sendable {
    let timing: Timing
    let alarm: Alarm
    /// Where the work runs, so that work that blocks its thread blocks no caller; nil for Swift's own threads.
    let executor: (any TaskExecutor)?
    let work: @Sendable () async throws(Failure) -> Output

    /// Waits until the work ends, for `limit` if there is one, or until the waiting task is cancelled. In the last two cases
    /// the work is cancelled and no longer awaited.
    ///
    /// - Returns: How it ended, and the task, which still runs if the work ignores cancellation.
    func run(within limit: Duration?) async -> (
        ended: Ended<Output, Failure>, worker: Task<Result<Output, Failure>, Never>
    ) {
        let race = Promise<Ended<Output, Failure>>()
        // A call that was cancelled before it began ends as cancelled, even if the work is fast.
        if Task.isCancelled { race.keep(.cancelled) }
        let worker = Task(executorPreference: executor) {
            let start = timing.elapsed()
            let result = await Result(async: work)
            race.keep(.answered(result, latency: timing.elapsed() - start))
            return result
        }
        let deadline = limit.map { limit in alarm.set(after: limit) { race.keep(.timedOut) } }
        let ended = await withTaskCancellationHandler {
            await race.value
        } onCancel: {
            worker.cancel()
            race.keep(.cancelled)
        }
        if let deadline { alarm.takeBack(deadline) }
        worker.cancel()
        return (ended, worker)
    }
}
