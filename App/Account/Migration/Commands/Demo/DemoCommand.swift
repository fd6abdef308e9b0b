import AccountSandbox
import ArgumentParser
import Foundation
import Presentation
import Strangler

/// `account migration demo`
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Plays a whole hand-over of orders against a store in this process, and draws it.",
        discussion: """
            legacy, calibration, compare, a planted difference that is found, exported and fixed in a second build, \
            compare again until the rule is met, rollout 1 and 10 that go on comparing, 50 and 100, an outage that the kill switch catches, replacement. Nothing of \
            the program's own plans and journal is touched.
            """
    )

    @Option(help: ArgumentHelp("Where the store's data come from: same seed, same outcomes.", valueName: "n"))
    var seed = Int(SandboxConfiguration().seed)

    @Option(help: ArgumentHelp("How many customers are compared (100 to 100000).", valueName: "n"))
    var users = 5_500

    @Option(
        help: ArgumentHelp("Where journal, chart and tests go (default: demo, in the state folder).", valueName: "dir")
    )
    var folder: String?

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions
    @OptionGroup(title: "Rule of the verdict") var rule: RuleOptions

    mutating func validate() throws {
        try options.requireRealModules()
        if options.server != nil { throw ValidationError("The demo asks the store in this process, not --server.") }
        guard seed >= 0 else { throw ValidationError("--seed takes a number from 0.") }
        guard (100...100_000).contains(users) else { throw ValidationError("--users takes 100 to 100000.") }
    }

    func run() async throws {
        let start = ContinuousClock.now
        let rule = try playedRule()
        let folder = folder.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? options.stateFolder.demo
        let demo = MigrationDemo(
            MigrationDemo.Settings(
                seed: UInt64(seed),
                users: users,
                rule: rule,
                folder: folder,
                say: { text in
                    let seconds = start.duration(to: .now) / .seconds(1)
                    StandardError.write(Page.printable(String(format: "%5.1f s  ", seconds) + text) + "\n")
                }
            )
        )
        let outcome = try await demo.play()
        let json: JSON = [
            "seed": .int(seed),
            "users": .int(users),
            "folder": .string(folder.path),
            "journal": .string(outcome.journal.path),
            "chart": .string(outcome.chart.path),
            // What happened, the same for one seed, with how often.
            "outcomes": .counts(outcome.counts),
        ]
        try options.show(.migration([outcome.status], rule, demo: json)) { page in
            page.write([outcome.status], rule)
            if let note = outcome.chartNote { page.line(note, .faint, indent: 2) }
            page.heading("Left behind")
            page.path("chart    \(outcome.chart.path)", indent: 2)
            page.path("journal  \(outcome.journal.path)", indent: 2)
            for one in outcome.exported { page.path("test     \(one.test)", indent: 2) }
        }
    }

    /// The rule without a span: a hand-over that is played in a minute covers no day.
    private func playedRule() throws(Rule.Invalid) -> Rule {
        let asked = rule.rule
        return try Rule(
            maximumRate: asked.maximumRate,
            confidence: asked.confidence,
            minimumRuns: asked.minimumRuns,
            period: asked.period,
            looks: asked.looks,
            maximumUnseenShare: asked.maximumUnseenShare,
            span: .none
        )
    }
}
