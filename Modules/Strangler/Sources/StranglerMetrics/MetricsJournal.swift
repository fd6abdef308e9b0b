#if Metrics
    import Metrics
    public import Strangler

    /// Reports entries to the program's metrics system (swift-metrics), so that the figures of many machines are in one place.
    ///
    /// It writes no value of any result or error. Labels come from closed sets: the names of hand-overs, sides and rules. A
    /// metric always has the same labels, and every metric has `operation`, and `control`, `control_version`, `control_server`,
    /// `candidate`, `candidate_version` and `candidate_server`.
    ///
    /// | Metric | Kind | Further labels |
    /// | --- | --- | --- |
    /// | `strangler_comparisons` | counter | `outcome`, `detail` (a skip's reason, a rule's name, or `none`) |
    /// | `strangler_answers` | counter | `side`, `result` (`success`, `failure`) |
    /// | `strangler_fallbacks` | counter | `fault` (`failed`, `timedOut`) |
    /// | `strangler_latency` | timer | `side` |
    /// | `strangler_kill_switch` | counter | `event` (`opened`, `probing`, `closed`) |
    /// | `strangler_begun` | counter | |
    /// | `strangler_plan_changes`, `strangler_plans_begun`, `strangler_effects_in_comparison` | counter | |
    /// | `strangler_writes_missed`, `strangler_writes_backfilled` | counter | `side` |
    /// | `strangler_looks` (`met`, `not met`), `strangler_releases` (`met`, `none`) | counter | `verdict` |
    /// | `strangler_lost`, `strangler_unended`, `strangler_truncated` (in comparisons, runs and entries) | counter | |
    /// | `strangler_evidence` (only if asked for) | gauge | `writer`, `kind`, `detail`, `day`, `word` |
    ///
    /// `strangler_evidence` contains what a verdict needs: `Evidence` can be read back from it. It has a series for each day,
    /// kind and 32 subject classes: about one for each subject and day, and at most 32,768 for each kind and day.
    public final class MetricsJournal: Journal {
        private let handlers: Handlers
        private let evidence: EvidenceGauges?

        /// Creates a journal that reports to the metrics system that is configured when an entry arrives.
        ///
        /// - Parameter evidence: Whether to report the evidence too.
        public init(evidence: Bool = false) {
            handlers = Handlers(factory: nil)
            self.evidence = evidence ? EvidenceGauges() : nil
        }

        init(factory: any MetricsFactory, evidence: Bool = false) {
            handlers = Handlers(factory: factory)
            self.evidence = evidence ? EvidenceGauges() : nil
        }

        /// Reports entries. It never throws.
        public func record(_ entries: [Entry]) async {
            var counts: [Handlers.Key: Int] = [:]
            for entry in entries { Report(entry: entry, handlers: handlers).send(&counts) }
            // Equal ones in one step: an entry in a thousand is another than the one before.
            for (key, count) in counts { handlers.counter(key).increment(by: count) }
            evidence?.report(entries, to: handlers.current)
        }

        /// A log that counts runs that begin. It does not survive the process: what was counted since it was last read is gone.
        public var runs: (any RunLog)? { BegunRuns(handlers: handlers) }
    }

    /// A log that counts runs that begin. The outcome of a run shows that it has ended.
    private struct BegunRuns: RunLog {
        let handlers: Handlers

        func begin(_ run: Run) -> Int? {
            handlers.counter(Handlers.Key("begun", run.operation, run.sides)).increment()
            return nil
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

    /// One entry while it is reported to the metrics system.
    private struct Report {
        let entry: Entry
        let handlers: Handlers

        func send(_ counts: inout [Handlers.Key: Int]) {
            func count(_ name: String, _ labels: [String] = [], by number: Int? = nil) {
                counts[Handlers.Key(name, entry.operation, entry.sides, labels), default: 0] += number ?? entry.count
            }
            switch entry.fact {
            case .compared(let outcome, let control, let candidate):
                count("comparisons", outcome.labels)
                if let control { time(control, .control) }
                if let candidate { time(candidate, .candidate) }
            case .answered(let side, let latency, let failure):
                count("answers", ["side", side.rawValue, "result", failure == nil ? "success" : "failure"])
                time(latency, side)
            case .fellBack(let fault, let latency):
                count("fallbacks", ["fault", fault.label])
                time(latency, .candidate)
            case .planChanged: count("plan_changes")
            case .began: count("plans_begun")
            case .killSwitch(let event): count("kill_switch", ["event", event.label])
            case .effectInComparison: count("effects_in_comparison")
            case .looked(_, let isMet): count("looks", ["verdict", isMet ? "met" : "not met"])
            case .released(_, let verdict): count("releases", ["verdict", verdict == nil ? "none" : "met"])
            case .missed(let side): count("writes_missed", ["side", side.rawValue])
            case .backfilled(let side): count("writes_backfilled", ["side", side.rawValue])
            case .lost(let comparisons): count("lost", by: comparisons)
            case .unended, .interrupted: count("unended")
            case .truncated: count("truncated")
            }
        }

        private func time(_ latency: Duration, _ side: Side) {
            handlers.timer(Handlers.Key("latency", entry.operation, entry.sides, ["side", side.rawValue]))
                .record(duration: latency)
        }
    }

    extension Outcome {
        fileprivate var labels: [String] {
            let detail =
                switch self {
                case .ignored(let rule): rule
                case .skipped(let reason): reason.rawValue
                case .notComparable(let reason): reason
                case .matched, .matchedFailure, .mismatched, .candidateFailed, .timedOut: "none"
                }
            return ["outcome", name, "detail", detail]
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
