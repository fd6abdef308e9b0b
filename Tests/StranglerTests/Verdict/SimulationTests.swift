import Foundation
import TestSupport
import Testing

@testable import Strangler

/// Row 6 of what a verdict must not do: it must not be met because an observer looks repeatedly until it is.
@Suite("Simulated migrations", .ownThread, .timeLimit(.minutes(30)))
struct SimulationTests {
    private static let rule = Rule.test(maximumRate: Simulation.limit)
    /// `STRANGLER_MIGRATIONS` draws so many, and writes the figures and the chart in `docs/images` anew.
    private static let asked = ProcessInfo.processInfo.environment["STRANGLER_MIGRATIONS"].flatMap { Int($0) }

    /// With a confidence of 99%, the rate of false verdicts is below the 5% that the rule states.
    @Test("6: Looking after every run, a false verdict is as rare as the rule says", arguments: Simulation.scenarios)
    func level(scenario: Simulation.Scenario) throws {
        let found = SimulationFigures.count(scenario, SimulationFigures.first, isOfBefore: false).first
        let bound = Binomial.upperBound(events: found, trials: SimulationFigures.first, confidence: 0.99)
        #expect(bound < 1 - Self.rule.confidence)
        if Self.asked == nil {
            let row = try #require(try committedRow(scenario))
            #expect(found == row.now.first, "docs/images/simulation.json is of another simulation")
        }
    }

    @Test(
        "The bound of before fails the same test",
        arguments: Simulation.scenarios.filter { $0.calibrated == 0 }
    )
    func before(scenario: Simulation.Scenario) throws {
        let found = SimulationFigures.count(scenario, SimulationFigures.first, isOfBefore: true).first
        let bound = Binomial.lowerBound(events: found, trials: SimulationFigures.first, confidence: 0.99)
        #expect(bound > 1 - Self.rule.confidence)
        if Self.asked == nil {
            let row = try #require(try committedRow(scenario))
            #expect(found == row.before?.first, "docs/images/simulation.json is of another simulation")
        }
    }

    @Test("The chart shows the committed figures, which hold the level that the rule states")
    func chart() throws {
        guard Self.asked == nil else { return }
        let figures = try SimulationFigures.committed()
        #expect(try String(contentsOf: SimulationFigures.chart, encoding: .utf8) == figures.svg)
        #expect(figures.rows.map(\.scenario) == Simulation.scenarios.map(\.description))
        for row in figures.rows {
            let bound = Binomial.upperBound(events: row.now.all, trials: figures.migrations, confidence: 0.99)
            #expect(bound < 1 - Self.rule.confidence)
        }
    }

    @Test("The figures and the chart are drawn anew", .enabled(if: asked != nil))
    func drawAnew() throws {
        let migrations = max(Self.asked ?? 0, SimulationFigures.first)
        let rows = Simulation.scenarios.map { scenario in
            SimulationFigures.Row(
                scenario: scenario.description,
                now: SimulationFigures.count(scenario, migrations, isOfBefore: false),
                before: scenario.calibrated > 0
                    ? nil : SimulationFigures.count(scenario, migrations, isOfBefore: true)
            )
        }
        try SimulationFigures(migrations: migrations, rows: rows).write()
    }

    @Test("A candidate that is right is let through", arguments: [(0.0, 0.95), (0.004, 0.5)])
    func power(wrong: Double, atLeast: Double) {
        let scenario = Simulation.Scenario(description: "a good candidate", wrong: wrong)
        var simulation = Simulation(scenario, seed: 17, judge: Simulation.Judge(Self.rule))
        #expect(Double(simulation.met(of: 100)) >= atLeast * 100)
    }

    private func committedRow(_ scenario: Simulation.Scenario) throws -> SimulationFigures.Row? {
        try SimulationFigures.committed().rows.first { $0.scenario == scenario.description }
    }
}
