/// The clock of a hand-over, without its type. Every duration in this library is measured or slept with it.
struct Timing: Sendable {
    /// Returns the time since the clock was started.
    let elapsed: @Sendable () -> Duration
    /// Sleeps; throws when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init<Time: Clock>(_ clock: Time) where Time.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }
}
