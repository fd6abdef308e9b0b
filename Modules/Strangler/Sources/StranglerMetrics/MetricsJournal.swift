#if Metrics
    import Metrics
    public import Strangler

    /// Reports entries to the metrics system that the program has set up (swift-metrics), so that the figures of many
    /// machines gather in one place.
    ///
    /// It writes no value of any answer or error. Labels come from closed sets: the names of hand-overs, sides and rules.
    /// Every metric always has the same ones, and each has `operation`, and `control`, `control_version`,
    /// `control_server`, `candidate`, `candidate_version` and `candidate_server`.
    ///
    /// | Metric | Kind | Further labels |
    /// | --- | --- | --- |
    /// | `strangler_comparisons` | counter | `outcome`, `detail` (a skip's reason, a rule's name, or `none`) |
    /// | `strangler_answers` | counter | `side`, `result` (`success`, `failure`) |
    /// | `strangler_fallbacks` | counter | `fault` (`failed`, `timedOut`) |
    /// | `strangler_latency` | timer | `side` |
    /// | `strangler_kill_switch` | counter | `event` (`opened`, `probing`, `closed`) |
    /// | `strangler_begun` | counter | |
    /// | `strangler_plan_changes`, `strangler_effects_in_comparison` | counter | |
    /// | `strangler_lost`, `strangler_unended`, `strangler_truncated` (in comparisons, runs and entries) | counter | |
    /// | `strangler_evidence` (only if asked for) | gauge | `writer`, `kind`, `detail`, `day`, `word` |
    ///
    /// `strangler_evidence` is what a verdict needs: `Evidence` can be read back from it. It has a series for each day,
    /// kind and 32 subject classes, so up to 2,048 for each kind and day if there are very many subjects.
    public final class MetricsJournal: Journal {
        private let factory: (any MetricsFactory)?
        private let evidence: EvidenceGauges?

        /// Creates a journal that reports to the metrics system as it is set up when an entry comes.
        ///
        /// - Parameter evidence: Whether to report the evidence too.
        public init(evidence: Bool = false) {
            factory = nil
            self.evidence = evidence ? EvidenceGauges() : nil
        }

        init(factory: any MetricsFactory, evidence: Bool = false) {
            self.factory = factory
            self.evidence = evidence ? EvidenceGauges() : nil
        }

        /// Reports entries. It never throws.
        public func record(_ entries: [Entry]) async {
            let factory = factory ?? MetricsSystem.factory
            for entry in entries { Report(entry: entry, factory: factory).send() }
            evidence?.report(entries, to: factory)
        }

        /// Counts runs that begin.
        public var runs: (any RunLog)? { BegunRuns(factory: factory) }
    }

    /// Counts runs that begin. That one has ended is seen by its outcome.
    private struct BegunRuns: RunLog {
        let factory: (any MetricsFactory)?

        func begin(_ run: Run) -> Int {
            Counter(
                label: "strangler_begun",
                dimensions: Dimensions.of(run.operation, run.sides),
                factory: factory ?? MetricsSystem.factory
            ).increment()
            return 0
        }

        func end(_ token: Int) {}
    }

    enum Dimensions {
        static func of(_ operation: String, _ sides: Sides?) -> [(String, String)] {
            func identity(_ name: String, _ identity: Identity?) -> [(String, String)] {
                [
                    (name, identity?.name ?? ""), (name + "_version", identity?.version ?? ""),
                    (name + "_server", identity?.server ?? ""),
                ]
            }
            return [("operation", operation)] + identity("control", sides?.control)
                + identity("candidate", sides?.candidate)
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
            case .lost(let comparisons): count("lost", by: comparisons)
            case .unended: count("unended")
            case .truncated: count("truncated")
            }
        }

        private func count(_ name: String, _ labels: [(String, String)] = [], by number: Int? = nil) {
            Counter(label: "strangler_" + name, dimensions: operation + labels, factory: factory)
                .increment(by: number ?? entry.count)
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
            Dimensions.of(entry.operation, entry.sides)
        }
    }

    extension Outcome {
        fileprivate var labels: [(String, String)] {
            let detail =
                switch self {
                case .ignored(let rule): rule
                case .skipped(let reason): reason.rawValue
                case .notComparable(let reason): reason
                case .matched, .matchedFailure, .mismatched, .candidateFailed, .timedOut: "none"
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
