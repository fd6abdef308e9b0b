public import Observation

/// Runs requests of which only the newest counts.
///
/// Invariant: only the newest request lands. A newer one cancels the older, whose result, good or bad, never lands,
/// whenever it arrives; what was cancelled never lands either.
@MainActor @Observable
public final class Latest {
    /// Whether the newest request is under way; superseded and cancelled ones do not count.
    public private(set) var activity = Activity.idle

    @ObservationIgnored private var generation = 0
    @ObservationIgnored private var running: Task<Void, Never>?
    private let indicator: ActivityIndicator?

    /// - Parameter indicator: Counts each request while it is under way.
    public init(indicator: ActivityIndicator? = nil) {
        self.indicator = indicator
    }

    /// Starts `request` and hands its result to `land`, on the main actor, if no newer one has begun by then. Returns when
    /// `request` has ended; cancelling the calling task cancels it. A task that is cancelled before does not disturb a
    /// request that is under way.
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
            // A use case that overlooks its cancellation must not put on screen what nobody waits for.
            if !Task.isCancelled { land(result) }
        }
        running = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the request under way, if there is one; nothing is under way from this moment.
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

extension Result {
    /// Keeps the error's type where `Task` and other closures would widen it.
    init(async body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
