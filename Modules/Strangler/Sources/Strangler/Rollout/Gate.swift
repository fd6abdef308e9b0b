import Synchronization

/// The kill switch of one hand-over: decides for each call whether the candidate may be called, and tells of changes.
final class Gate: Sendable {
    /// Leave to call the candidate, to be closed with `note` or `giveBack`. Nil inside where there is no kill switch.
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

    /// Closes the switch and forgets what it saw.
    func reset() {
        breaker.withLock { $0?.reset() }
    }

    /// Whether the candidate may be called now, and the ticket to tell the end with.
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

    /// Notes a comparison of the rollout; nil is one that shows nothing.
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
