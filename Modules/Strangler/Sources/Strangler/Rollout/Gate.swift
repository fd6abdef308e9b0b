import Synchronization

/// The kill switch of one hand-over: decides for each call whether the candidate may be called, and records changes.
final class Gate: Sendable {
    /// A permission to call the candidate, which must be returned with `note` or `giveBack`. The inner value is nil if there is
    /// no kill switch.
    typealias Ticket = Breaker.Ticket?

    private let timing: Timing
    private let breaker: Mutex<Breaker?>
    private let tell: @Sendable (KillSwitch.Event) -> Void

    init(_ limits: KillSwitch?, timing: Timing, tell: @escaping @Sendable (KillSwitch.Event) -> Void) {
        self.timing = timing
        self.tell = tell
        breaker = Mutex(limits.map(Breaker.init))
    }

    var state: KillSwitch.State {
        breaker.withLock { $0?.state ?? .closed }
    }

    /// Closes the switch and clears its counts.
    func reset() {
        breaker.withLock { $0?.reset() }
    }

    /// Returns whether the candidate may be called now, and the ticket for reporting the outcome.
    func admit() -> (mayCall: Bool, ticket: Ticket) {
        let admission = breaker.withLock { breaker in breaker?.admit(at: timing.elapsed()) }
        guard let admission else { return (true, nil) }
        if let event = admission.event { tell(event) }
        return (admission.ticket != nil, admission.ticket)
    }

    func note(_ ticket: Ticket, isFault: Bool, latency: Duration) {
        guard let ticket else { return }
        let event = breaker.withLock { breaker in
            breaker?.note(ticket, isFault: isFault, latency: latency, at: timing.elapsed())
        }
        if let event { tell(event) }
    }

    /// Records a comparison of the rollout; nil is one without a result.
    func noteComparison(disagrees: Bool?) {
        guard let disagrees else { return }
        let event = breaker.withLock { breaker in breaker?.noteComparison(disagrees: disagrees) }
        if let event { tell(event) }
    }

    func giveBack(_ ticket: Ticket) {
        guard let ticket else { return }
        breaker.withLock { breaker in breaker?.giveBack(ticket, at: timing.elapsed()) }
    }
}
