import Foundation
import Testing

@testable import Strangler

/// Row 6 of what a verdict must not do: it must not be met because somebody looks until it is.
@Suite("Simulated migrations", .ownThread, .timeLimit(.minutes(15)))
struct SimulationTests {
    private static let rule = Rule(maximumRate: Simulation.limit)
    /// `STRANGLER_MIGRATIONS` draws more, and prints what it finds.
    private static let asked = ProcessInfo.processInfo.environment["STRANGLER_MIGRATIONS"].flatMap { Int($0) }
    private static let migrations = asked ?? 300

    /// With 99% confidence of its own, the rate of false verdicts is below the 5% that the rule states.
    @Test("6: Looking after every run, a false verdict is as rare as the rule says", arguments: Simulation.scenarios)
    func level(scenario: Simulation.Scenario) {
        var simulation = Simulation(scenario, seed: 17, judge: Simulation.Judge(Self.rule))
        let met = simulation.met(of: Self.migrations)
        let bound = Binomial.upperBound(events: met, trials: Self.migrations, confidence: 0.99)
        if Self.asked != nil { print("now, \(scenario): \(met) of \(Self.migrations), at most \(bound)") }
        #expect(bound < 1 - Self.rule.confidence)
    }

    @Test(
        "The bound of before fails the same test",
        arguments: Simulation.scenarios.filter { $0.calibrated == 0 }
    )
    func before(scenario: Simulation.Scenario) {
        let judge = Simulation.Judge(Self.rule, isOfBefore: true)
        var simulation = Simulation(scenario, seed: 17, judge: judge)
        let migrations = min(Self.migrations, 200)
        let met = simulation.met(of: migrations)
        let bound = Binomial.lowerBound(events: met, trials: migrations, confidence: 0.99)
        if Self.asked != nil { print("before, \(scenario): \(met) of \(migrations), at least \(bound)") }
        #expect(bound > 1 - Self.rule.confidence)
    }

    @Test("A candidate that is right is let through", arguments: [(0.0, 0.95), (0.004, 0.5)])
    func power(wrong: Double, atLeast: Double) {
        let scenario = Simulation.Scenario(description: "a good candidate", wrong: wrong)
        var simulation = Simulation(scenario, seed: 17, judge: Simulation.Judge(Self.rule))
        #expect(Double(simulation.met(of: 100)) >= atLeast * 100)
    }
}
