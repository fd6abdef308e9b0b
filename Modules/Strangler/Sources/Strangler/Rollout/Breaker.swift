/// The state of a kill switch as a value: it receives times and returns events.
struct Breaker {
    /// A permission to call the candidate. It is returned with the outcome; a ticket from before the last change is void.
    struct Ticket: Equatable {
        fileprivate let generation: Int
    }

    private enum Phase {
        case closed(Window)
        case open(since: Duration)
        /// Open until the plan changes.
        case openForGood
        case probing(since: Duration)
    }

    private let limits: KillSwitch
    private var phase: Phase
    private var generation = 0
    private var compared = (runs: 0, disagreements: 0)

    init(_ limits: KillSwitch) {
        self.limits = limits
        phase = .closed(Window(length: limits.window))
    }

    var state: KillSwitch.State {
        switch phase {
        case .closed: .closed
        case .open, .openForGood: .open
        case .probing: .probing
        }
    }

    /// Closes the switch, with an empty window; existing tickets are void.
    mutating func reset() {
        compared = (0, 0)
        change(to: .closed(Window(length: limits.window)))
    }

    /// Returns a ticket if the candidate may be called at `time`, and the event that this is a probe.
    mutating func admit(at time: Duration) -> (ticket: Ticket?, event: KillSwitch.Event?) {
        switch phase {
        case .closed: return (Ticket(generation: generation), nil)
        case .openForGood: return (nil, nil)
        // A probe that never ends must not leave the switch open indefinitely: after another cool-down the next call probes.
        case .open(let since), .probing(let since):
            guard time - since >= limits.coolDown else { return (nil, nil) }
            change(to: .probing(since: time))
            return (Ticket(generation: generation), .probing)
        }
    }

    /// Records the outcome of an admitted call.
    mutating func note(_ ticket: Ticket, isFault: Bool, latency: Duration, at time: Duration) -> KillSwitch.Event? {
        guard ticket.generation == generation else { return nil }
        let isSlow = limits.slowerThan.map { latency > $0 } ?? false
        switch phase {
        case .closed(var window):
            let sums = window.add(isFault: isFault, isSlow: isSlow, at: time)
            guard let reason = reason(to: sums) else {
                phase = .closed(window)
                return nil
            }
            change(to: .open(since: time))
            return .opened(reason, calls: sums.calls)
        case .probing:
            guard isFault || isSlow else {
                reset()
                return .closed
            }
            change(to: .open(since: time))
            return .opened(.probe, calls: 1)
        case .open, .openForGood: return nil
        }
    }

    /// Records whether a compared call of the rollout disagreed.
    mutating func noteComparison(disagrees: Bool) -> KillSwitch.Event? {
        guard let limit = limits.disagreementRate, !isOpenForGood else { return nil }
        compared.runs += 1
        compared.disagreements += disagrees ? 1 : 0
        guard disagrees, limit > 0, limit < 1 else { return nil }
        let (runs, disagreements) = compared
        let isAbove = Double(disagreements) > limit * Double(runs)
        guard isAbove,
            ConfidenceSequence.excludes(limit, events: Double(disagreements), trials: runs, risk: 0.001)
        else { return nil }
        change(to: .openForGood)
        return .opened(.disagreements, calls: runs)
    }

    private var isOpenForGood: Bool {
        if case .openForGood = phase { true } else { false }
    }

    /// Takes a ticket back without a result, because the call was cancelled. The next call becomes the probe in its place.
    mutating func giveBack(_ ticket: Ticket, at time: Duration) {
        guard ticket.generation == generation, case .probing = phase else { return }
        change(to: .open(since: time - limits.coolDown))
    }

    private func reason(to sums: Window.Sums) -> KillSwitch.Reason? {
        guard sums.calls >= limits.minimumCalls else { return nil }
        if Double(sums.faults) > limits.faultRate * Double(sums.calls) { return .faults }
        return limits.slowerThan != nil && Double(sums.slow) > limits.slowRate * Double(sums.calls) ? .latency : nil
    }

    private mutating func change(to phase: Phase) {
        self.phase = phase
        generation += 1
    }
}

extension Breaker {
    /// Sums over the last ten tenths of a period, so that its size does not grow with the traffic.
    fileprivate struct Window {
        struct Sums {
            var calls = 0
            var faults = 0
            var slow = 0
        }

        private let tenth: Duration
        private var sums: [(number: Int, sums: Sums)] = []

        init(length: Duration) {
            tenth = length / 10
        }

        /// Adds a call and returns the sums including it.
        mutating func add(isFault: Bool, isSlow: Bool, at time: Duration) -> Sums {
            let number = Int((time / tenth).rounded(.down))
            sums.removeAll { $0.number <= number - 10 }
            if sums.last?.number != number { sums.append((number, Sums())) }
            sums[sums.count - 1].sums.calls += 1
            sums[sums.count - 1].sums.faults += isFault ? 1 : 0
            sums[sums.count - 1].sums.slow += isSlow ? 1 : 0
            return sums.reduce(into: Sums()) { total, tenth in
                total.calls += tenth.sums.calls
                total.faults += tenth.sums.faults
                total.slow += tenth.sums.slow
            }
        }
    }
}
