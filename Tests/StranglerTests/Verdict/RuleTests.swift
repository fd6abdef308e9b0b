import Foundation
import Testing

@testable import Strangler

@Suite("A rule")
struct RuleTests {
    private static let day = Duration.seconds(86_400)

    @Test("A rule without a meaning is refused when it is made, and when it is read")
    func refused() throws {
        let bad: [() throws(Rule.Invalid) -> Rule] = [
            { () throws(Rule.Invalid) in try Rule(maximumRate: 2, minimumRuns: 0) },
            { () throws(Rule.Invalid) in try Rule(maximumRate: 1) }, { () throws(Rule.Invalid) in try Rule(maximumRate: 0) },
            { () throws(Rule.Invalid) in try Rule(maximumRate: .nan) },
            { () throws(Rule.Invalid) in try Rule(confidence: 5) }, { () throws(Rule.Invalid) in try Rule(confidence: 1) },
            { () throws(Rule.Invalid) in try Rule(confidence: 0.4) },
            { () throws(Rule.Invalid) in try Rule(confidence: .nan) },
            { () throws(Rule.Invalid) in try Rule(minimumRuns: 0) }, { () throws(Rule.Invalid) in try Rule(period: .zero) },
            { () throws(Rule.Invalid) in try Rule(period: .seconds(Int64.max)) },
            { () throws(Rule.Invalid) in try Rule(looks: .planned(0)) },
            { () throws(Rule.Invalid) in try Rule(maximumUnseenShare: 1) },
            { () throws(Rule.Invalid) in try Rule(maximumUnseenShare: -0.1) },
            { () throws(Rule.Invalid) in try Rule(maximumUnseenShare: .nan) },
            { () throws(Rule.Invalid) in try Rule(span: Rule.Span(days: 8, hours: 24)) },
            { () throws(Rule.Invalid) in try Rule(span: Rule.Span(days: 1, hours: 25)) },
        ]
        for make in bad { #expect(throws: Rule.Invalid.self) { try make() } }
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
