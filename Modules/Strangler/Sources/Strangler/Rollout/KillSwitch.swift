/// Determines when a rollout automatically sends its traffic back to control, and when it tries the candidate again.
///
/// While the switch is closed, calls go to the candidate. If in the last `window` more than `faultRate` of the calls were
/// faults, or more than `slowRate` took longer than `slowerThan`, the switch opens: control serves all calls. After `coolDown`
/// one call at a time goes to the candidate as a probe. A successful probe closes the switch, a failed one opens it for another
/// `coolDown`.
///
/// The switch also opens when a rollout that continues to compare shows that more than `disagreementRate` of the candidate's
/// results differ from control's. A probe can't show that they no longer do, so the switch then stays open until the plan
/// changes.
///
/// Reasons: docs/adr/plans-and-the-kill-switch.md.
public struct KillSwitch: Hashable, Sendable {
    /// The period in which calls count.
    public let window: Duration
    /// The number of calls that the window must contain before the switch may open.
    public let minimumCalls: Int
    /// The share of calls, 0 to 1, that may be faults.
    public let faultRate: Double
    /// The latency above which a call is slow; nil if latency never opens the switch.
    public let slowerThan: Duration?
    /// The share of calls, 0 to 1, that may be slow: with 0.05, a limit on the 95th percentile.
    public let slowRate: Double
    /// How long the switch stays open before a probe.
    public let coolDown: Duration
    /// The share of compared calls, 0 to 1, that may disagree. The switch opens when the share is shown to be larger, with
    /// 99.9% confidence at any time; nil if disagreements never open it.
    public let disagreementRate: Double?

    /// Creates a kill switch.
    public init(
        window: Duration = .seconds(60),
        minimumCalls: Int = 20,
        faultRate: Double = 0.05,
        slowerThan: Duration? = nil,
        slowRate: Double = 0.05,
        coolDown: Duration = .seconds(60),
        disagreementRate: Double? = 0.01
    ) {
        self.window = max(window, .milliseconds(10))
        self.minimumCalls = max(1, minimumCalls)
        self.faultRate = faultRate
        self.slowerThan = slowerThan
        self.slowRate = slowRate
        self.coolDown = coolDown
        self.disagreementRate = disagreementRate
    }

    /// The destination of the traffic.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The candidate, according to the plan.
        case closed
        /// Control.
        case open
        /// Control, while one call tries the candidate.
        case probing
    }

    /// A change of state, recorded in the journal.
    public enum Event: Hashable, Sendable, Codable {
        /// Traffic goes back to control, for this reason, which was observed in this number of calls.
        case opened(Reason, calls: Int)
        /// One call tries the candidate.
        case probing
        /// The probe was successful: traffic goes to the candidate again.
        case closed
    }

    /// Why the switch opened.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// Too many calls were faults.
        case faults
        /// Too many calls were slow.
        case latency
        /// The probe was a fault or slow.
        case probe
        /// Too many compared results differ from control's.
        case disagreements
    }
}
