/// The clock of a hand-over, without its type: every length of time in this library is measured or slept here.
struct Timing: Sendable {
    /// The time since the clock was taken up.
    let elapsed: @Sendable () -> Duration
    /// Sleeps; throws when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init<Time: Clock>(_ clock: Time) where Time.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }
}
