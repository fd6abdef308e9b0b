/// What protects callers while the candidate serves a part of them.
public struct Safeguards<Failure: Error>: Sendable {
    let isFault: @Sendable (Failure) -> Bool
    let patience: Duration?
    let maximumLeftBehind: Int
    let executor: (any TaskExecutor)?
    let killSwitch: KillSwitch?

    /// - Parameters:
    ///   - isFault: Returns whether an error is the candidate's fault: a reason to fall back and to open the kill switch. An
    ///     error that is a valid result, such as "unknown user", is not a fault: it is thrown to the caller. An error that
    ///     means "cancelled", though nobody cancelled the call, always is a fault.
    ///   - patience: How long a caller of an operation that reads waits for the candidate before control is called instead and
    ///     the candidate is cancelled; nil to wait until it ends. For an operation that writes, it applies only with an
    ///     idempotency key.
    ///   - maximumLeftBehind: How many candidates may still run after their callers have left, because of patience or
    ///     cancellation. Beyond this number, control serves calls.
    ///   - executor: Where the candidate of an operation that reads runs; nil for Swift's own threads.
    ///   - killSwitch: Determines when traffic goes back automatically; nil for never.
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
