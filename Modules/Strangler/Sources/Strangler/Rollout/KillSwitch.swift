/// When a rollout sends its traffic back to control by itself, and when it tries the candidate again.
///
/// Closed, calls go to the candidate. When in the last `window` more than `faultRate` of the calls were faults, or
/// more than `slowRate` took longer than `slowerThan`, it opens: control answers everybody. After `coolDown` one call
/// at a time goes to the candidate as a probe. A good probe closes the switch, a bad one opens it for another
/// `coolDown`.
///
/// It also opens when a rollout that goes on comparing shows that more than `disagreementRate` of the candidate's answers
/// differ from control's. A probe can't show that they no longer do: it then stays open until the plan changes.
public struct KillSwitch: Hashable, Sendable {
    /// How far back calls count.
    public let window: Duration
    /// How many calls the window must hold before the switch may open.
    public let minimumCalls: Int
    /// The part of calls, 0 to 1, that may be faults.
    public let faultRate: Double
    /// How long a call may take before it is slow; nil if latency is no reason to open.
    public let slowerThan: Duration?
    /// The part of calls, 0 to 1, that may be slow: with 0.05, a limit on the 95th percentile.
    public let slowRate: Double
    /// How long the switch stays open before a probe.
    public let coolDown: Duration
    /// The part of compared calls, 0 to 1, that may disagree. The switch opens when more are shown to, with 99.9%
    /// confidence at whatever time; nil if that is no reason to open.
    public let disagreementRate: Double?

    /// Makes a kill switch.
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

    /// Where traffic goes now.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// To the candidate, as the plan says.
        case closed
        /// To control.
        case open
        /// To control, while one call tries the candidate.
        case probing
    }

    /// A change of state, recorded in the journal.
    public enum Event: Hashable, Sendable, Codable {
        /// Traffic goes back to control, for this reason, seen in this many calls.
        case opened(Reason, calls: Int)
        /// One call tries the candidate.
        case probing
        /// The probe was good: traffic goes to the candidate again.
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
        /// Too many compared answers differ from control's.
        case disagreements
    }
}
