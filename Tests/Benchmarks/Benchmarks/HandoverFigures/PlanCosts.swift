import Strangler

/// The processor time of a call by plan, with sides that return at once, so that all that is seen is the hand-over's own.
enum PlanCosts {
    private typealias Numbers = Handover<Int, Int, PlanLegacy.Trouble>

    static func report() async {
        let never: @Sendable (Range<Int>) -> Int = { $0.upperBound - 1 }
        let direct = await cost(nil, calls: 1_000_000)
        let rows:
            [(
                name: String, plan: Plan, threads: (any TaskExecutor)?, random: (@Sendable (Range<Int>) -> Int)?,
                calls: Int
            )] = [
                ("legacy", .legacy, CandidateExecutor.shared, nil, 1_000_000),
                ("compare 10%, not sampled", .compare(sample: .percent(10)), CandidateExecutor.shared, never, 300_000),
                ("compare 100%", .compare(sample: .all), CandidateExecutor.shared, nil, 20_000),
                ("rollout 100%", .rollout(.all), CandidateExecutor.shared, nil, 20_000),
                ("rollout 100%, on Swift's own threads", .rollout(.all), nil, nil, 20_000),
                ("rollout 0%, control's", .rollout(.none), CandidateExecutor.shared, nil, 100_000),
                ("replacement", .replacement, CandidateExecutor.shared, nil, 100_000),
            ]
        say("a direct call: \(rounded(direct)) ns of processor time")
        for row in rows {
            let handover = handover(row.plan, row.threads, row.random)
            let found = await cost(handover, calls: row.calls)
            say("\(row.name): \(rounded(found)) ns a call, \(rounded(found / direct)) times direct")
        }
    }

    private static func handover(
        _ plan: Plan,
        _ threads: (any TaskExecutor)?,
        _ random: (@Sendable (Range<Int>) -> Int)?
    ) -> Numbers {
        Numbers(
            "numbers",
            between: PlanLegacy.sides,
            plan: plan,
            subject: { String($0 % 1_000) },
            control: answer,
            candidate: answer,
            cancellation: .error(.broken),
            comparison: Comparison(),
            safeguards: Safeguards(executor: threads),
            recorder: Recorder(to: MemoryJournal()),
            random: random ?? { Int.random(in: $0) }
        )
    }

    /// The least of five rounds, in nanoseconds.
    private static func cost(_ handover: Numbers?, calls: Int) async -> Double {
        var rounds: [Double] = []
        for _ in 0..<5 {
            let before = ProcessorTime.now
            for number in 0..<calls / 5 {
                if let handover {
                    _ = try? await handover(number)
                    if case .compare(.all, _) = handover.plan { await handover.settle() }
                } else {
                    _ = try? await answer(number)
                }
            }
            rounds.append((ProcessorTime.now - before) / .nanoseconds(calls / 5))
        }
        return rounds.min() ?? 0
    }

    @inline(never)
    @Sendable
    private static func answer(_ input: Int) async throws(PlanLegacy.Trouble) -> Int {
        input &+ 1
    }
}
