import Foundation

@testable import Strangler

/// What a long simulation found, as it is committed beside its chart.
///
/// `STRANGLER_MIGRATIONS=2000 swift test --filter SimulationTests` draws it anew and writes both files.
struct SimulationFigures: Codable, Hashable {
    /// How often a verdict was met falsely.
    struct Count: Codable, Hashable {
        /// In the first migrations, which every run of the tests repeats.
        var first: Int
        /// In all.
        var all: Int
    }

    struct Row: Codable, Hashable {
        let scenario: String
        var now: Count
        /// With the bound of before; nil where it had another kind of calibration.
        var before: Count?
    }

    /// How many migrations of each scenario every run of the tests draws.
    static let first = 300
    static let seed: UInt64 = 17

    let migrations: Int
    var rows: [Row]

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/images").standardized
    static let file = folder.appending(path: "simulation.json")
    static let chart = folder.appending(path: "simulation.svg")

    static func committed() throws -> SimulationFigures {
        try JSONDecoder().decode(SimulationFigures.self, from: Data(contentsOf: file))
    }

    func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: Self.file)
        try Data(svg.utf8).write(to: Self.chart)
    }

    static func count(_ scenario: Simulation.Scenario, _ migrations: Int, isOfBefore: Bool) -> Count {
        let judge = Simulation.Judge(Rule.test(maximumRate: Simulation.limit), isOfBefore: isOfBefore)
        var simulation = Simulation(scenario, seed: seed, judge: judge)
        let found = simulation.met(of: first)
        return Count(first: found, all: found + (migrations > first ? simulation.met(of: migrations - first) : 0))
    }
}

// MARK: - The chart

extension SimulationFigures {
    private static let (left, right, top, step) = (230.0, 840.0, 70.0, 46.0)

    /// For each scenario the rate of false verdicts, now and with the bound of before, with 99% confidence intervals.
    var svg: String {
        let bottom = Self.top + Self.step * Double(rows.count)
        let ticks = [0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 1.0].map { rate in
            """
            <path class="grid" d="M\(x(rate)) \(Self.top - 12)V\(bottom)"/>\
            <text class="tick middle" x="\(x(rate))" y="\(bottom + 18)">\(Int(rate * 100))%</text>
            """
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 \(Int(bottom) + 50)" role="img">
            <title>How often a verdict is met falsely in simulated migrations, with a look after every run</title>
            <desc>\(words)</desc>
            <style>
            text { font: 13px system-ui, sans-serif; fill: #1f2328; } .tick { fill: #59636e; } .end { text-anchor: end; }
            .middle { text-anchor: middle; } .page { fill: #fff; } path { fill: none; } .grid { stroke: #dfe3e8; }
            .now { stroke: #0969da; stroke-width: 3; } .before { stroke: #cf222e; stroke-width: 3; }
            .nowDot { fill: #0969da; } .beforeDot { fill: #cf222e; }
            .stated { stroke: #59636e; stroke-dasharray: 4 4; }
            @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3; } .tick { fill: #9198a1; } .page { fill: #0d1117; } .grid { stroke: #2a313a; }
            .now { stroke: #4493f8; } .before { stroke: #f85149; } .nowDot { fill: #4493f8; } .beforeDot { fill: #f85149; }
            }
            </style>
            <rect class="page" width="920" height="\(Int(bottom) + 50)"/>
            <text x="20" y="26">Met falsely, in \(migrations.grouped) migrations each, at a rate of exactly the limit</text>
            <circle class="nowDot" cx="\(x(0.45))" cy="40" r="4"/><text x="\(x(0.45) + 10)" y="45">now</text>
            <circle class="beforeDot" cx="\(x(0.6))" cy="40" r="4"/><text x="\(x(0.6) + 10)" y="45">the bound of before</text>
            \(ticks.joined(separator: "\n"))
            <path class="stated" d="M\(x(0.05)) \(Self.top - 12)V\(bottom)"/>\
            <text class="tick" x="\(x(0.05) + 6)" y="\(Self.top - 4)">stated: 5%</text>
            \(rows.enumerated().map { drawn($1, at: Self.top + Self.step * (Double($0) + 0.5)) }.joined(separator: "\n"))
            <text class="tick middle" x="\((Self.left + Self.right) / 2)" y="\(bottom + 38)">rate of false verdicts, with its 99% confidence interval</text>
            </svg>

            """
    }

    private func drawn(_ row: Row, at y: Double) -> String {
        let label = "<text class=\"end\" x=\"\(Self.left - 14)\" y=\"\(y + 4)\">\(row.scenario)</text>"
        let before = row.before.map { mark($0.all, "before", y + 8) } ?? ""
        return label + mark(row.now.all, "now", row.before == nil ? y : y - 6) + before
    }

    private func mark(_ met: Int, _ name: String, _ y: Double) -> String {
        let low = Binomial.lowerBound(events: met, trials: migrations, confidence: 0.995)
        let high = Binomial.upperBound(events: met, trials: migrations, confidence: 0.995)
        return """
            <path class="\(name)" d="M\(x(low)) \(y)H\(x(high))"/>\
            <circle class="\(name)Dot" cx="\(x(Double(met) / Double(migrations)))" cy="\(y)" r="4"/>
            """
    }

    private var words: String {
        rows.map { row in
            let before = row.before.map { ", before \((Double($0.all) / Double(migrations)).percent)" } ?? ""
            return "\(row.scenario): now \((Double(row.now.all) / Double(migrations)).percent)\(before)"
        }.joined(separator: "; ")
    }

    private func x(_ rate: Double) -> Double {
        ((Self.left + rate * (Self.right - Self.left)) * 10).rounded() / 10
    }
}
