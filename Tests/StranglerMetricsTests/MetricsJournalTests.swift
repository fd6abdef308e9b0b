#if Metrics
    import Foundation
    import MetricsTestKit
    import Strangler
    import Testing

    @testable import StranglerMetrics

    private struct Broken: Error, Equatable {}

    @Suite("Figures for the metrics system")
    struct MetricsJournalTests {
        private func reported(_ fact: Fact, count: Int = 1) async -> TestMetrics {
            let metrics = TestMetrics()
            let entry = Entry(operation: "orders", date: Date(timeIntervalSince1970: 0), fact: fact, count: count)
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
            (.lost(comparisons: 1), "strangler_lost", []),
        ]

        @Test("Each fact adds the entry's count to one counter, with its labels and no value", arguments: counters)
        func counter(fact: Fact, label: String, labels: [(String, String)]) async throws {
            let metrics = await reported(fact, count: 3)

            #expect(metrics.counters.count == 1)
            let counter = try metrics.expectCounter(label, [("operation", "orders")] + labels)
            #expect(counter.totalValue == 3)
        }

        @Test("Every report of a metric has the same label names")
        func labelNames() async {
            var names: [String: Set<[String]>] = [:]
            for (fact, _, _) in Self.counters {
                for counter in await reported(fact).counters {
                    names[counter.label, default: []].insert(counter.dimensions.map(\.0))
                }
            }
            #expect(names.values.allSatisfy { $0.count == 1 })
        }

        @Test("Latencies of both sides go to timers, in nanoseconds")
        func timers() async throws {
            let metrics = await reported(
                .compared(.matched, control: .milliseconds(20), candidate: .microseconds(30))
            )

            let control = try metrics.expectTimer("strangler_latency", [("operation", "orders"), ("side", "control")])
            let candidate = try metrics.expectTimer(
                "strangler_latency",
                [("operation", "orders"), ("side", "candidate")]
            )
            #expect(control.values == [20_000_000])
            #expect(candidate.values == [30_000])
        }

        @Test("It stands behind a hand-over like any journal")
        func behindHandover() async throws {
            let metrics = TestMetrics()
            let recorder = Recorder(to: MetricsJournal(factory: metrics))
            let handover = Handover(
                "numbers",
                plan: .replacement,
                subject: { (input: Int) in String(input) },
                control: { (_) async throws(Broken) in 1 },
                candidate: { (_) async throws(Broken) in 2 },
                isCancellation: { _ in false },
                comparison: Comparison(),
                recorder: recorder
            )
            _ = try await handover(1)
            await recorder.flush()

            let counter = try metrics.expectCounter(
                "strangler_answers",
                [("operation", "numbers"), ("side", "candidate"), ("result", "success")]
            )
            #expect(counter.totalValue == 1)
        }
    }
#endif
