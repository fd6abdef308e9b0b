import Foundation
import Testing

@testable import Strangler

@Suite("The numbers of the guide")
struct GuideNumbersTests {
    private func guide() throws -> String {
        let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        return try String(contentsOf: root.appending(path: "docs/strangler/guide.md"), encoding: .utf8)
    }

    @Test("Its numbers of subjects are those that the bound asks for")
    func numbers() throws {
        func fewest(_ disagreeing: Int, looks: Rule.Looks = .anytime, window: Int = 0) -> Int {
            var (low, high) = (1, 1 << 16)
            while low < high {
                let middle = (low + high) / 2
                let figures = Figures(subjects: middle, disagreeing: min(disagreeing, middle))
                let isMet = Bound(figures, noise: nil, by: .test(looks: looks), window: window).own < 0.001
                if isMet { high = middle } else { low = middle + 1 }
            }
            return low
        }
        func cells(_ looks: Rule.Looks) -> String {
            [0, 1, 10].map { fewest($0, looks: looks).grouped }.joined(separator: " | ")
        }
        let guide = try guide()
        let whole = fewest(0)
        #expect(guide.contains("| at any time | \(cells(.anytime)) |"))
        #expect(guide.contains("Clopper and Pearson 1934) | \(cells(.planned(1))) |"))
        #expect(guide.contains("after two weeks the fewest subjects are \(fewest(0, window: 8).grouped)"))
        #expect(guide.contains("\(whole.grouped), in the first seven days are \((whole + 6) / 7) new subjects a day"))
        #expect(
            guide.contains("| 100 | \((whole + 99) / 100) days | a rule with a period of \((whole + 99) / 100) days |")
        )
        #expect(guide.contains("| \((whole + 5) / 6) and more | \(Rule.Span.week.days) days | the days of the span |"))
    }
}
