#if Metrics
    import Metrics
    public import Strangler

    /// Reports entries to the metrics system that the program has set up (swift-metrics), so that the figures of many
    /// machines gather in one place.
    ///
    /// It has no memory and writes no value of any answer or error. Labels come from closed sets, the names of
    /// hand-overs and the names of ignore rules, and every metric always has the same ones.
    ///
    /// | Metric | Kind | Labels |
    /// | --- | --- | --- |
    /// | `strangler_comparisons` | counter | `operation`, `outcome`, `detail` (a skip's reason, an ignore rule's name, or `none`) |
    /// | `strangler_answers` | counter | `operation`, `side`, `result` (`success`, `failure`) |
    /// | `strangler_fallbacks` | counter | `operation`, `fault` (`failed`, `timedOut`) |
    /// | `strangler_latency` | timer | `operation`, `side` |
    /// | `strangler_kill_switch` | counter | `operation`, `event` (`opened`, `probing`, `closed`) |
    /// | `strangler_plan_changes` | counter | `operation` |
    /// | `strangler_effects_in_comparison` | counter | `operation` |
    /// | `strangler_lost` | counter | `operation` |
    public struct MetricsJournal: Journal {
        private let factory: (any MetricsFactory)?

        /// Reports to the metrics system as it is set up when an entry comes.
        public init() {
            factory = nil
        }

        init(factory: any MetricsFactory) {
            self.factory = factory
        }

        /// Reports entries. It never throws.
        public func record(_ entries: [Entry]) async {
            let factory = factory ?? MetricsSystem.factory
            for entry in entries { Report(entry: entry, factory: factory).send() }
        }
    }

    /// One entry on its way to the metrics system.
    private struct Report {
        let entry: Entry
        let factory: any MetricsFactory

        func send() {
            switch entry.fact {
            case .compared(let outcome, let control, let candidate):
                count("comparisons", outcome.labels)
                if let control { time(control, .control) }
                if let candidate { time(candidate, .candidate) }
            case .answered(let side, let latency, let failure):
                count("answers", [("side", side.rawValue), ("result", failure == nil ? "success" : "failure")])
                time(latency, side)
            case .fellBack(let fault, let latency):
                count("fallbacks", [("fault", fault.label)])
                time(latency, .candidate)
            case .planChanged: count("plan_changes")
            case .killSwitch(let event): count("kill_switch", [("event", event.label)])
            case .effectInComparison: count("effects_in_comparison")
            case .lost: count("lost")
            }
        }

        private func count(_ name: String, _ labels: [(String, String)] = []) {
            Counter(label: "strangler_" + name, dimensions: operation + labels, factory: factory)
                .increment(by: entry.count)
        }

        private func time(_ latency: Duration, _ side: Side) {
            Timer(
                label: "strangler_latency",
                dimensions: operation + [("side", side.rawValue)],
                factory: factory
            )
            .record(duration: latency)
        }

        private var operation: [(String, String)] {
            [("operation", entry.operation)]
        }
    }

    extension Outcome {
        fileprivate var labels: [(String, String)] {
            let detail =
                switch self {
                case .ignored(let rule): rule
                case .skipped(let reason): reason.rawValue
                case .matched, .mismatched, .candidateFailed, .timedOut: "none"
                }
            return [("outcome", name), ("detail", detail)]
        }
    }

    extension Fault {
        fileprivate var label: String {
            switch self {
            case .failed: "failed"
            case .timedOut: "timedOut"
            }
        }
    }

    extension KillSwitch.Event {
        fileprivate var label: String {
            switch self {
            case .opened: "opened"
            case .probing: "probing"
            case .closed: "closed"
            }
        }
    }
#endif
