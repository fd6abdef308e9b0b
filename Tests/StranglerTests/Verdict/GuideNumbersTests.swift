import Foundation
import Testing

@testable import Strangler

@Suite("The numbers of the pages about Strangler")
struct GuideNumbersTests {
    private func page(_ name: String) throws -> String {
        let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        return try String(contentsOf: root.appending(path: "docs/strangler/\(name).md"), encoding: .utf8)
    }

    /// The fewest subjects that meet a rule.
    private func fewest(_ disagreeing: Int, rate: Double = 0.001, looks: Rule.Looks = .anytime, window: Int = 0) -> Int
    {
        var (low, high) = (disagreeing + 1, 1 << 20)
        while low < high {
            let middle = (low + high) / 2
            let figures = Figures(subjects: middle, disagreeing: disagreeing)
            let rule = Rule.test(maximumRate: rate, looks: looks)
            if Bound(figures, noise: nil, by: rule, window: window).own < rate {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }

    @Test("Its numbers of subjects are those that the bound asks for")
    func numbers() throws {
        func cells(_ rate: Double = 0.001, _ looks: Rule.Looks = .anytime) -> String {
            [0, 1, 10].map { fewest($0, rate: rate, looks: looks).grouped }.joined(separator: " | ")
        }
        let text = try page("verdict")
        let (whole, rare) = (fewest(0), fewest(0, rate: 0.0001))
        #expect(text.contains("| 0.1% | at any time | \(cells()) |"))
        #expect(text.contains("| 0.01% | at any time | \(cells(0.0001)) |"))
        #expect(text.contains("Clopper and Pearson 1934) | \(cells(0.001, .planned(1))) |"))
        #expect(text.contains("after two weeks the fewest subjects are \(fewest(0, window: 8).grouped)"))
        #expect(text.contains("\(whole.grouped), in the first seven days are \((whole + 6) / 7) new subjects a day"))
        func days(_ number: Int, _ daily: Int) -> Int { (number + daily - 1) / daily }
        #expect(
            text.contains("| 100 | \(days(whole, 100)) days, by a rule with a period of \(days(whole, 100)) days |")
        )
        #expect(text.contains("days | \(days(rare, 100)) days |"))
        #expect(text.contains("| 687 | \(days(whole, 687)) days | \(days(rare, 687)) days |"))
        #expect(text.contains("| \(days(whole, 6)) | 6 days, those of the span | \(days(rare, 802)) days |"))
        #expect(text.contains("| \(days(rare, 6).grouped) | 6 days | 6 days |"))
    }

    @Test(
        "Its samples compare as many users a day as it says",
        arguments: [(1_000, 14.9), (10_000, 0.83), (100_000, 0.08)]
    )
    func samples(users: Int, percent: Double) throws {
        let compared = Double(users) * (1 - pow(1 - percent / 100, 10))
        #expect(abs(compared - 802) < 8)
        let calls = Int((Double(users) * percent / 10).rounded())
        #expect(try page("verdict").contains("| \(users.grouped) | \(percent)% | \(calls.grouped) |"))
    }

    @Test("Rates of 0.01% are within reach of the classes, and no class makes a bound smaller")
    func classes() throws {
        let classes = fewest(10, rate: 0.0001)
        let count = Double(SubjectClass.count)
        let subjects = -count * log1p(-Double(classes) / count)
        #expect(Int((subjects / 100).rounded()) == 3_207)
        let text = try page("verdict")
        #expect(text.contains("\(classes.grouped) classes take about 320,700 subjects"))
        #expect(text.contains("distinguished by \(SubjectClass.count.grouped) classes"))
        let ofAMillion = Int((count * -expm1(-1_000_000 / count) / 1_000).rounded()) * 1_000
        #expect(try page("limits").contains("with a million of them about \(ofAMillion.grouped)"))
    }

    @Test("Its example of a verdict is one")
    func example() throws {
        let left = Entry(
            operation: "numbers",
            sides: .test,
            date: Stage.today,
            fact: .compared(.skipped(.notSampled)),
            count: 54_000
        )
        let evidence = Evidence(Entry.comparisons(.matched, 6_000) + [left])
        let found = Verdict(of: "numbers", between: .test, in: evidence, by: .test(), now: Stage.today)
        #expect(try page("verdict").contains("    \(found.words)\n"))
    }
}
