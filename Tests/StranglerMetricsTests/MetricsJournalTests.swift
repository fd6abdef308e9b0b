#if Metrics
    import Foundation
    import MetricsTestKit
    import Strangler
    import Testing

    @testable import StranglerMetrics

    private struct Broken: Error, Equatable {}

    @Suite("Figures for the metrics system")
    struct MetricsJournalTests {
        private static func sides() throws -> Sides {
            try Sides(control: Identity("old"), candidate: Identity("new", version: "2", server: "here"))
        }

        /// Returns the labels that every metric has.
        private static func labels(_ operation: String) -> [(String, String)] {
            [
                ("operation", operation), ("control", "old"), ("control_version", ""), ("control_server", ""),
                ("candidate", "new"), ("candidate_version", "2"), ("candidate_server", "here"),
            ]
        }

        private func reported(_ fact: Fact, count: Int = 1) async throws -> TestMetrics {
            let metrics = TestMetrics()
            let entry = Entry(
                operation: "orders",
                sides: try Self.sides(),
                date: Date(timeIntervalSince1970: 0),
                fact: fact,
                count: count
            )
            await MetricsJournal(factory: metrics).record([entry])
            return metrics
        }

        static let counters: [(Fact, String, [(String, String)])] = [
            (.compared(.matched), "strangler_comparisons", [("outcome", "matched"), ("detail", "none")]),
            (
                .compared(.ignored(rule: "rounding")), "strangler_comparisons",
                [("outcome", "ignored"), ("detail", "rounding")]
            ),
            (
                .compared(
                    .mismatched(Difference(kind: .values, path: "a", control: .text("1"), candidate: .text("2")))
                ),
                "strangler_comparisons", [("outcome", "mismatched"), ("detail", "none")]
            ),
            (
                .compared(.candidateFailed(.text("secret"))), "strangler_comparisons",
                [("outcome", "candidateFailed"), ("detail", "none")]
            ),
            (.compared(.timedOut), "strangler_comparisons", [("outcome", "timedOut"), ("detail", "none")]),
            (
                .compared(.skipped(.notSampled)), "strangler_comparisons",
                [("outcome", "skipped"), ("detail", "notSampled")]
            ),
            (
                .answered(by: .control, latency: .zero), "strangler_answers",
                [("side", "control"), ("result", "success")]
            ),
            (
                .answered(by: .candidate, latency: .zero, failure: .text("secret")), "strangler_answers",
                [("side", "candidate"), ("result", "failure")]
            ),
            (.fellBack(.failed(.text("secret")), latency: .zero), "strangler_fallbacks", [("fault", "failed")]),
            (.fellBack(.timedOut, latency: .zero), "strangler_fallbacks", [("fault", "timedOut")]),
            (.planChanged(from: "legacy", to: "rollout 1%"), "strangler_plan_changes", []),
            (.killSwitch(.opened(.faults, calls: 9)), "strangler_kill_switch", [("event", "opened")]),
            (.killSwitch(.probing), "strangler_kill_switch", [("event", "probing")]),
            (.killSwitch(.closed), "strangler_kill_switch", [("event", "closed")]),
            (.effectInComparison, "strangler_effects_in_comparison", []),
            (.unended, "strangler_unended", []),
            (.truncated, "strangler_truncated", []),
            (.compared(.matchedFailure), "strangler_comparisons", [("outcome", "matchedFailure"), ("detail", "none")]),
            (
                .compared(.notComparable(reason: "cache")), "strangler_comparisons",
                [("outcome", "notComparable"), ("detail", "cache")]
            ),
        ]

        @Test("Each fact adds the entry's count to one counter, with its labels and no value", arguments: counters)
        func counter(fact: Fact, label: String, labels: [(String, String)]) async throws {
            let metrics = try await reported(fact, count: 3)

            #expect(metrics.counters.count == 1)
            let counter = try metrics.expectCounter(label, Self.labels("orders") + labels)
            #expect(counter.totalValue == 3)
        }

        @Test("Every report of a metric has the same label names")
        func labelNames() async throws {
            var names: [String: Set<[String]>] = [:]
            for (fact, _, _) in Self.counters {
                for counter in try await reported(fact).counters {
                    names[counter.label, default: []].insert(counter.dimensions.map(\.0))
                }
            }
            #expect(names.values.allSatisfy { $0.count == 1 })
        }

        @Test("Latencies of both sides go to timers, in nanoseconds")
        func timers() async throws {
            let metrics = try await reported(
                .compared(.matched, control: .milliseconds(20), candidate: .microseconds(30))
            )

            let control = try metrics.expectTimer(
                "strangler_latency",
                Self.labels("orders") + [("side", "control")]
            )
            let candidate = try metrics.expectTimer(
                "strangler_latency",
                Self.labels("orders") + [("side", "candidate")]
            )
            #expect(control.values == [20_000_000])
            #expect(candidate.values == [30_000])
        }

        @Test("Losses are counted in comparisons, not in entries")
        func lost() async throws {
            let metrics = try await reported(.lost(comparisons: 5), count: 9)
            #expect(try metrics.expectCounter("strangler_lost", Self.labels("orders")).totalValue == 5)
        }

        @Test("A run is counted when it begins")
        func begun() throws {
            let metrics = TestMetrics()
            let log = try #require(MetricsJournal(factory: metrics).runs)
            _ = log.begin(Run(operation: "orders", sides: try Self.sides(), subject: nil))
            #expect(try metrics.expectCounter("strangler_begun", Self.labels("orders")).totalValue == 1)
        }

        @Test("It stands behind a hand-over like any journal")
        func behindHandover() async throws {
            let metrics = TestMetrics()
            let recorder = Recorder(to: MetricsJournal(factory: metrics))
            let handover = Handover(
                "numbers",
                between: try Self.sides(),
                plan: .replacement,
                subject: { (input: Int) in String(input) },
                control: { (_) async throws(Broken) in 1 },
                candidate: { (_) async throws(Broken) in 2 },
                cancellation: .none,
                comparison: Comparison(),
                recorder: recorder
            )
            _ = try await handover(1)
            await recorder.flush()

            let counter = try metrics.expectCounter(
                "strangler_answers",
                Self.labels("numbers") + [("side", "candidate"), ("result", "success")]
            )
            #expect(counter.totalValue == 1)
        }
    }
#endif
