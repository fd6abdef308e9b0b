/// What protects callers from the candidate while it answers a part of them.
public struct Safeguards<Failure: Error>: Sendable {
    let isFault: @Sendable (Failure) -> Bool
    let patience: Duration?
    let killSwitch: KillSwitch?

    /// - Parameters:
    ///   - isFault: Whether an error is the candidate's fault: a reason to fall back and to open the kill switch. An
    ///     error that is an answer, such as "unknown user", is not: it goes to the caller.
    ///   - patience: How long a caller of an operation that reads waits for the candidate before control is called in
    ///     its place and the candidate is cancelled; nil to wait until it ends. An operation that writes has it only with
    ///     an idempotency key.
    ///   - killSwitch: When traffic goes back by itself; nil for never.
    public init(
        isFault: @escaping @Sendable (Failure) -> Bool = { _ in true },
        patience: Duration? = nil,
        killSwitch: KillSwitch? = KillSwitch()
    ) {
        self.isFault = isFault
        self.patience = patience
        self.killSwitch = killSwitch
    }

    var withoutPatience: Safeguards {
        Safeguards(isFault: isFault, killSwitch: killSwitch)
    }
}
