import Foundation
import Testing

@testable import Strangler

@Suite("A rule")
struct RuleTests {
    /// Rules of which one part has no meaning.
    private static let meaningless:
        [(rate: Double, confidence: Double, runs: Int, unseen: Double, days: Int, hours: Int)] = [
            (2, 0.95, 0, 0.01, 6, 24), (1, 0.95, 1, 0.01, 6, 24), (0, 0.95, 1, 0.01, 6, 24),
            (.nan, 0.95, 1, 0.01, 6, 24),
            (0.1, 5, 1, 0.01, 6, 24), (0.1, 1, 1, 0.01, 6, 24), (0.1, 0.4, 1, 0.01, 6, 24), (0.1, .nan, 1, 0.01, 6, 24),
            (0.1, 0.95, 0, 0.01, 6, 24), (0.1, 0.95, 1, 1, 6, 24), (0.1, 0.95, 1, -0.1, 6, 24),
            (0.1, 0.95, 1, .nan, 6, 24),
            (0.1, 0.95, 1, 0.01, 8, 24), (0.1, 0.95, 1, 0.01, 6, 25), (0.1, 0.95, 1, 0.01, -1, 24),
        ]

    @Test("A rule without a meaning is refused when it is made", arguments: meaningless)
    func refused(rate: Double, confidence: Double, runs: Int, unseen: Double, days: Int, hours: Int) {
        #expect(throws: Rule.Invalid.self) {
            try Rule(
                maximumRate: rate,
                confidence: confidence,
                minimumRuns: runs,
                maximumUnseenShare: unseen,
                span: Rule.Span(days: days, hours: hours)
            )
        }
    }

    @Test("So is one without a period or a look, and one that was edited where it is stored")
    func refusedParts() throws {
        #expect(throws: Rule.Invalid.self) { try Rule(period: .zero) }
        #expect(throws: Rule.Invalid.self) { try Rule(period: .seconds(Int64.max)) }
        #expect(throws: Rule.Invalid.self) { try Rule(looks: .planned(0)) }
        let written = String(decoding: try JSONEncoder().encode(Rule()), as: UTF8.self)
        let edited = written.replacing("0.95", with: "5")
        #expect(written != edited)
        #expect(throws: Rule.Invalid.self) { try JSONDecoder().decode(Rule.self, from: Data(edited.utf8)) }
    }

    @Test("The default rule is one that can be made, and is read as it was written")
    func standard() throws {
        #expect(try Rule(maximumRate: 0.001) == Rule())
        #expect(try JSONDecoder().decode(Rule.self, from: JSONEncoder().encode(Rule())) == Rule())
        #expect(
            Rule().description
                == "under 0.1% at 95%, 3,000 runs, 7 days, looks at any time, unseen at most 1%, 6 days and 24 hours covered"
        )
    }
}
