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

    /// With a confidence of 99%, the rate of false verdicts is below the 5% that the rule states. `EFFORT=full` draws 2,000
    /// migrations of each.
    @Test(
        "6: Looking after every run, a false verdict is as rare as the rule says",
        arguments: Simulation.scenarios,
        [1, 1.05]
    )
    func level(scenario: Simulation.Scenario, ofLimit: Double) throws {
        var worse = scenario
        worse.wrong = Simulation.limit * ofLimit
        let migrations = Effort.value(quick: SimulationFigures.first, change: SimulationFigures.first, full: 2_000)
        let found = SimulationFigures.count(worse, migrations, isOfBefore: false)
        let bound = Binomial.upperBound(events: found.all, trials: migrations, confidence: 0.99)
        print(
            "\(scenario), at \(ofLimit) of the limit: ever met in \(found.all) of \(migrations) migrations, "
                + "at most \(bound.percent) (Clopper and Pearson, 99%)"
        )
        #expect(bound < 1 - Self.rule.confidence)
        if Self.asked == nil, ofLimit == 1 {
            let row = try #require(try committedRow(scenario))
            #expect(found.first == row.now.first, "docs/images/simulation.json is of another simulation")
        }
    }

    @Test("Subjects that are wrong together are not independent, and the bound doesn't hold, as the limits say")
    func dependent() throws {
        let found = SimulationFigures.count(Simulation.dependent, SimulationFigures.first, isOfBefore: false).first
        let bound = Binomial.lowerBound(events: found, trials: SimulationFigures.first, confidence: 0.99)
        print("\(Simulation.dependent): ever met in \(found) of \(SimulationFigures.first) migrations")
        #expect(bound > 1 - Self.rule.confidence)
        #expect(try page().contains("\(found) of \(SimulationFigures.first) migrations"))
    }

    private func page() throws -> String {
        try String(
            contentsOf: SimulationFigures.folder.appending(path: "../strangler/verdict.md"),
            encoding: .utf8
        )
    }

    @Test(
        "The bound of before fails the same test",
        arguments: Simulation.scenarios.filter(\.hasBefore)
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
            #expect(try page().contains("\n| \(row.scenario) | \(row.now.all), at most \(bound.percent) | "))
        }
    }

    @Test("The figures and the chart are drawn anew", .enabled(if: asked != nil))
    func drawAnew() throws {
        let migrations = max(Self.asked ?? 0, SimulationFigures.first)
        let rows = Simulation.scenarios.map { scenario in
            SimulationFigures.Row(
                scenario: scenario.description,
                now: SimulationFigures.count(scenario, migrations, isOfBefore: false),
                before: !scenario.hasBefore
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

extension Simulation.Scenario {
    /// Whether the bound of before is measured too: with another kind of calibration, and in what was added since, it wasn't.
    fileprivate var hasBefore: Bool {
        calibrated == 0 && group == 1 && burst == 1 && !isDaily && killed == 0 && sample == 1
    }
}
