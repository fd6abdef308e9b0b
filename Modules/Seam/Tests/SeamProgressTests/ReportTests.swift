import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCheck
@testable import SeamProgress

@Suite("Reports of the history", .ownThread)
struct ReportTests {
    /// A small history in which every format has something to escape.
    static func history(isVerified: Bool = false) throws -> UseHistory {
        let folder = try GitFolder()
        let evil = "<b>=cmd|' /C calc'!A0</b>"
        try folder.commit(
            [
                "Core/Log.swift": "final class Log { static let shared = Log(); var n = 0; func write() { n += 1 } }",
                "App/\(evil).swift":
                    "final class Cart { func a() { Log.shared.write() }; func b() { Log.shared.write() } }",
                "CODEOWNERS": "/App/ @acme/*_pay_* =owner\n",
            ],
            day: "2026-01-05"
        )
        try folder.commit(
            [
                "App/\(evil).swift": """
                final class Cart {
                    let log: Log
                    init(log: Log = .shared) { self.log = log }
                    func a() { log.write() }
                    // seam:allow Log: "quoted", `ticked` | and <i>marked</i>
                    func c() { Log.shared.write() }
                }
                """
            ],
            day: "2026-01-12"
        )
        if isVerified { try VerifiedTrees(at: folder.path).add(commit: "HEAD") }
        try folder.commit(["App/New.swift": "func start() { Log.shared.write() }\n"], day: "2026-01-26")
        return try HistoryTests.run(folder.path)
    }

    /// A count of one commit, with everything that it is about.
    private struct Counted: Hashable {
        var commit: String
        var labels: [String]
        var count: Int
        var verified: Int
    }

    @Test("CSV, OpenMetrics and JSON have the same counts for each commit, and the page has the uses that they count")
    func equalTables() throws {
        let history = try Self.history(isVerified: true)
        let made = Set(
            history.samples.flatMap { sample in
                history.counts(of: sample).map { count in
                    Counted(
                        commit: sample.commit,
                        labels: [count.singleton, count.module, count.owner, count.state.rawValue, count.reason],
                        count: count.count,
                        verified: count.verified
                    )
                }
            }
        )
        #expect(made.contains { $0.verified > 0 }, "\(made)")
        let csv = try HistoryTables.csv(of: history).split(separator: "\r\n").dropFirst().map { line in
            let cells = Self.cells(String(line))
            try #require(cells.count == 9)
            // A text that a spreadsheet would take for a formula begins with an apostrophe.
            let labels = cells[2..<7].map { $0.hasPrefix("'") ? String($0.dropFirst()) : $0 }
            return try Counted(
                commit: cells[1],
                labels: labels,
                count: #require(Int(cells[7])),
                verified: #require(Int(cells[8]))
            )
        }
        #expect(Set(csv) == made && csv.count == made.count)

        let json = try JSONDecoder().decode(Document.self, from: Data(HistoryJSON.text(of: history).utf8))
        let listed = json.samples.flatMap { sample in
            sample.counts.map { count in
                Counted(
                    commit: sample.commit,
                    labels: [count.singleton, count.module, count.owner, count.state, count.reason],
                    count: count.count,
                    verified: count.verified
                )
            }
        }
        #expect(Set(listed) == made && listed.count == made.count)

        let commits = Dictionary(uniqueKeysWithValues: history.samples.map { ($0.time, $0.commit) })
        let points = try Self.points(HistoryTables.openMetrics(of: history))
        var metrics: Set<Counted> = []
        for (key, count) in points where key.name == "seam_uses" && count > 0 {
            var other = key
            other.name = "seam_uses_verified"
            let commit = try #require(commits[key.time])
            metrics.insert(Counted(commit: commit, labels: key.labels, count: count, verified: points[other] ?? 0))
        }
        #expect(metrics == made)
        expectUses(of: history, made)
    }

    /// Expects the uses of the last commit on the page.
    private func expectUses(of history: UseHistory, _ made: Set<Counted>) {
        let rows = HistoryHTML.text(of: history, title: "x").matches(
            of: /<tr class="use".*? data-singleton="(.*?)" data-module="(.*?)" data-owner="(.*?)">.*?<\/tr>/
        )
        var uses: [[String]: Int] = [:]
        for row in rows { uses[[row.output.1, row.output.2, row.output.3].map(String.init), default: 0] += 1 }
        var counted: [[String]: Int] = [:]
        for count in made where count.commit == history.last.commit {
            counted[count.labels[..<3].map(SVGReport.escaped), default: 0] += count.count
        }
        #expect(uses == counted && !uses.isEmpty)
    }

    @Test("The chart, the page, the comment, the screen and JSON show the same sums")
    func equalSums() throws {
        let history = try Self.history(isVerified: true)
        let json = try JSONDecoder().decode(Document.self, from: Data(HistoryJSON.text(of: history).utf8))
        #expect(history.last.remaining == 1 && history.last.left == 1)
        #expect((json.summary.remaining, json.summary.left) == (1, 1))
        let summary = HistorySummary(of: history)
        #expect(history.first.remaining == 2 && summary.added - summary.removed == 0, "one of them is left on purpose")
        #expect((json.summary.added, json.summary.removed) == (summary.added, summary.removed))

        let (svg, page) = (BurnDown.svg(of: history), HistoryHTML.text(of: history, title: "x"))
        let (markdown, screen) = (HistoryMarkdown().text(of: history), HistoryText().text(of: history))
        for (name, first, last) in [("direct", 2, 1), ("taken", 0, 1), ("left on purpose", 0, 1)] {
            for picture in [svg, page] {
                #expect(picture.contains(">\(name) \(last)</text>"), "\(name)")
                #expect(picture.contains("<title>\(name): \(first) to \(last)</title>"), "\(name)")
            }
            #expect(page.contains("\(name)</th><td class=\"number\">\(last)</td>"), "\(name)")
            #expect(markdown.contains("\(name) \(last)") && screen.contains("\(name) \(last)"), "\(name)")
            #expect(name == "left on purpose" || json.summary.states[name] == last, "\(name)")
        }
        let (verified, moved) = (json.summary.verified, json.summary.moved)
        #expect((verified, moved) == (1, 1))
        #expect(page.contains("verified, of what was moved</th><td class=\"number\">\(verified) of \(moved)</td>"))
        #expect(markdown.contains("verified \(verified) of \(moved) moved"))
        #expect(screen.contains("verified \(verified) of \(moved) moved use"))
        for text in [svg, page] { #expect(text.contains("1 use of singletons to move")) }
        #expect(markdown.contains("**1 use of singletons to move**") && screen.hasPrefix("1 use to move"))
        #expect(page.contains("<strong>1 use</strong> to move on 2026-01-26, 2 uses on 2026-01-05"))
    }

    private struct Document: Decodable {
        struct Summary: Decodable {
            var remaining: Int
            var left: Int
            var added: Int
            var removed: Int
            var moved: Int
            var verified: Int
            var states: [String: Int]
        }
        struct Count: Decodable {
            var singleton: String
            var module: String
            var owner: String
            var state: String
            var reason: String
            var count: Int
            var verified: Int
        }
        struct Sample: Decodable {
            var commit: String
            var counts: [Count]
        }
        var summary: Summary
        var samples: [Sample]
    }

    /// The cells of a line of CSV, as RFC 4180 describes them.
    private static func cells(_ line: String) -> [String] {
        line.matches(of: /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/).map { match in
            match.output.1.map { String($0).replacing("\"\"", with: "\"") } ?? match.output.2.map(String.init) ?? ""
        }
    }

    private struct Point: Hashable {
        var name: String
        var labels: [String]
        var time: Int
    }

    /// The values of OpenMetrics.
    private static func points(_ text: String) throws -> [Point: Int] {
        var points: [Point: Int] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let match = try #require(line.wholeMatch(of: /(\w+)\{(.*)\} (\d+) (\d+)/))
            let labels = match.output.2.matches(of: /\w+="((?:[^"\\]|\\.)*)"/).map { label in
                String(label.output.1).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
            }
            let time = try #require(Int(match.output.4))
            points[Point(name: String(match.output.1), labels: labels, time: time)] = Int(match.output.3)
        }
        return points
    }

    @Test("Text from outside is never markup, a formula, or a control character")
    func escaped() throws {
        let history = try Self.history()
        let html = HistoryHTML.text(of: history, title: "<script>alert(1)</script>\u{1B}")
        #expect(!html.contains("<b>") && !html.contains("<i>") && !html.contains("<script>alert"))
        let svg = BurnDown.svg(of: history)
        #expect(!svg.contains("<b>"))
        for line in HistoryTables.csv(of: history).split(separator: "\r\n").dropFirst() {
            for cell in Self.cells(String(line)) { #expect(!"=+-@".contains(cell.first ?? " "), "\(cell)") }
        }
        let markdown = HistoryMarkdown().text(of: history)
        #expect(markdown.contains("`App/<b>=cmd|' /C calc'!A0</b>.swift:") || !markdown.contains("<b>"))
        for text in [html, svg, markdown, HistoryText().text(of: history), HistoryJSON.text(of: history)] {
            #expect(!text.unicodeScalars.contains("\u{1B}"))
        }
        #expect(HistoryTables.cell("a\u{1B}[2J\n=1") == "a\\u{1B}[2J =1")
        #expect(HistoryTables.cell(" =1") == "\"' =1\"")
    }

    @Test(
        "The screen says what remains, what changed, who owns it, what falls back and what is left on purpose, in that order"
    )
    func text() throws {
        let text = HistoryText(width: 100).text(of: try Self.history())
        let order = [
            "1 use to move, in 3 samples from 2026-01-05 to 2026-01-26", "since the start: -1", "[", "By owner",
            "By singleton",
            "Still falling back to an accessor: 1", "since 2026-01-12", "Left on purpose: 1", "What is left looks like",
            "Log.shared.write", "Forecast: none before four weeks of history",
        ]
        var rest = text[...]
        for part in order {
            let found = try #require(rest.range(of: part), "\(part) in\n\(text)")
            rest = rest[found.upperBound...]
        }
    }

    @Test(
        "A forecast needs four weeks and a number that falls, and is a range",
        arguments: [
            ([(0, 10), (20, 5)], nil, Forecast.Absence.young), ([(0, 10), (30, 10)], nil, .rising),
            ([(0, 10), (30, 12)], nil, .rising), ([(0, 10), (30, 0)], nil, .done),
            // It fell, and then rose.
            ([(0, 90), (28, 20), (56, 30)], nil, .rising),
            // 2 a day over four weeks, and 1.5 over eight.
            ([(0, 140), (28, 112), (56, 56)], "1970-03-26 1970-04-05", nil),
        ] as [([(Int, Int)], String?, Forecast.Absence?)]
    )
    func forecast(points: [(Int, Int)], range: String?, absence: Forecast.Absence?) {
        switch Forecast.make(from: points.map { ($0.0 * 86_400, $0.1) }) {
        case .success(let forecast): #expect("\(forecast.earliest) \(forecast.latest)" == range)
        case .failure(let found): #expect(found == absence)
        }
    }

    @Test("A goal is a warning while the trend misses it, and missed after its day; a reached one is neither")
    func goals() throws {
        let folder = try GitFolder()
        let log = "final class Log { static let shared = Log(); var n = 0; func write() { n += 1 } }\n"
        let uses = { (count: Int) in
            "func a() {\n" + String(repeating: "    Log.shared.write()\n", count: count) + "}\n"
        }
        for (week, day) in ["2026-01-05", "2026-01-12", "2026-01-19", "2026-01-26", "2026-02-02"].enumerated() {
            try folder.commit(["App/Log.swift": log, "App/A.swift": uses(40 - week * 4)], day: day)
        }
        // 24 are left, and 4 go in a week: none on the 16th of March.
        var history = try HistoryTests.run(folder.path, every: .week)
        func state(_ uses: Int, _ by: String, on today: String? = nil) throws -> String {
            history.goals = [Configuration.Goal(singleton: "Log", uses: uses, by: by)]
            let state = try #require(history.goalStates(on: today.flatMap { Day($0) }).first)
            return "\(state.isAtRisk ? "at risk" : "")\(state.isMissed ? "missed" : ""): \(state.text)"
        }
        #expect(try state(0, "2026-03-16") == ": Log down to 0 by 2026-03-16: on its way, 24 left")
        #expect(
            try state(0, "2026-03-15").hasPrefix(
                "at risk: Log down to 0 by 2026-03-15: the trend misses it, 2026-03-16"
            )
        )
        #expect(try state(24, "2026-02-01") == ": Log down to 24 by 2026-02-01: reached")
        #expect(try state(0, "2026-03-16", on: "2026-03-16").hasPrefix(": "))
        #expect(try state(0, "2026-03-16", on: "2026-03-17").hasPrefix("missed: "))
        #expect(BurnDown.svg(of: history).contains("class=\"goal\""))
        for week in 0..<5 {
            let day = ["2026-02-09", "2026-02-16", "2026-02-23", "2026-03-02", "2026-03-09"][week]
            try folder.commit(["App/A.swift": uses(25 + week)], day: day)
        }
        history = try HistoryTests.run(folder.path, every: .week)
        let rising = "at risk: Log down to 0 by 2027-01-01: 29 left; forecast: none, because the number did not fall"
        #expect(try state(0, "2027-01-01").hasPrefix(rising))
    }

    @Test(
        "A day is read and written by the calendar",
        arguments: ["1970-01-01", "2000-02-29", "2026-12-31", "2100-03-01"]
    )
    func days(text: String) {
        #expect(Day(text)?.description == text)
    }

    @Test("What is no day is none", arguments: ["2026-02-30", "2026-13-01", "2026-1-1", "yesterday", "", "-001-01-01"])
    func noDays(text: String) {
        #expect(Day(text) == nil)
    }

    @Test("Samples are the first commit, the last of each week and the last, and stay the same when the history grows")
    func sampling() {
        let day = 86_400
        let commits = (0..<40).map { Repository.Commit(id: "\($0)", time: (4 + $0) * day, tree: "") }
        let weekly = Sampling().choose(commits)
        #expect(weekly.map(\.id) == ["0", "6", "13", "20", "27", "34", "39"])
        let few = Sampling(limit: 5).choose(commits).map(\.id)
        let later = Sampling(limit: 5).choose(
            commits + [Repository.Commit(id: "40", time: 44 * day, tree: "")]
        ).map(\.id)
        #expect(few.count <= 5 && Set(few.dropLast()).isSubset(of: later))
        #expect(Sampling(interval: .commit).choose(commits).count == 40)
        #expect(Sampling(interval: .month).choose(commits).map(\.id) == ["0", "26", "39"])
    }
}
