/// What protects callers from the candidate while it answers a part of them.
public struct Safeguards<Failure: Error>: Sendable {
    let isFault: @Sendable (Failure) -> Bool
    let patience: Duration?
    let maximumLeftBehind: Int
    let executor: (any TaskExecutor)?
    let killSwitch: KillSwitch?

    /// - Parameters:
    ///   - isFault: Whether an error is the candidate's fault: a reason to fall back and to open the kill switch. An
    ///     error that is an answer, such as "unknown user", is not: it goes to the caller. An error that means
    ///     "cancelled", though nobody cancelled the call, always is.
    ///   - patience: How long a caller of an operation that reads waits for the candidate before control is called in
    ///     its place and the candidate is cancelled; nil to wait until it ends. An operation that writes has it only with
    ///     an idempotency key.
    ///   - maximumLeftBehind: How many candidates may still run after their callers have left, out of patience or
    ///     cancelled. With so many, control answers.
    ///   - executor: Where the candidate of an operation that reads runs; nil for Swift's own threads.
    ///   - killSwitch: When traffic goes back by itself; nil for never.
    public init(
        isFault: @escaping @Sendable (Failure) -> Bool = { _ in true },
        patience: Duration? = nil,
        maximumLeftBehind: Int = 64,
        executor: (any TaskExecutor)? = CandidateExecutor.shared,
        killSwitch: KillSwitch? = KillSwitch()
    ) {
        self.isFault = isFault
        self.patience = patience
        self.maximumLeftBehind = maximumLeftBehind
        self.executor = executor
        self.killSwitch = killSwitch
    }

    var withoutPatience: Safeguards {
        Safeguards(isFault: isFault, killSwitch: killSwitch)
    }
}
