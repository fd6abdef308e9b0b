import Domain
public import Observation

/// Runs requests, and uses only the result of the newest.
///
/// Invariant: only the newest request lands. A newer request cancels the older one, whose result or error never lands, even if
/// it arrives later. The result of a cancelled request never lands either.
@MainActor @Observable
public final class Latest {
    /// Whether the newest request is running; superseded and cancelled ones do not count.
    public private(set) var activity = Activity.idle

    @ObservationIgnored private var generation = 0
    @ObservationIgnored private var running: Task<Void, Never>?
    private let indicator: ActivityIndicator?

    /// - Parameter indicator: Counts each request while it runs.
    public init(indicator: ActivityIndicator? = nil) {
        self.indicator = indicator
    }

    /// Starts `request` and passes its result to `land`, on the main actor, unless a newer request has begun by then. Returns
    /// when `request` has ended. Cancelling the calling task cancels the request. A task that is already cancelled does not
    /// disturb a running request.
    public func run<Value: Sendable, Failure: Error>(
        _ request: @escaping @Sendable () async throws(Failure) -> Value,
        land: @escaping @MainActor (Result<Value, Failure>) -> Void
    ) async {
        guard !Task.isCancelled else { return }
        running?.cancel()
        generation += 1
        set(.loading)
        let task = Task { [generation] in
            let result = await Result(async: request)
            guard generation == self.generation else { return }
            running = nil
            set(.idle)
            // A use case that ignores its cancellation must not show a result that nobody waits for.
            if !Task.isCancelled { land(result) }
        }
        running = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the running request, if there is one. From this moment no request is running.
    public func cancel() {
        generation += 1
        running?.cancel()
        running = nil
        set(.idle)
    }

    private func set(_ activity: Activity) {
        guard activity != self.activity else { return }
        self.activity = activity
        switch activity {
        case .loading: indicator?.begin()
        case .idle: indicator?.end()
        }
    }
}
