import Foundation
import Strangler
import Testing

@testable import AccountApp

@Suite("Where a hand-over stands")
struct MigrationStatusTests {
    private let now = Date(timeIntervalSince1970: 1_750_000_000)

    @Test("Without entries the verdict is not met, and says what is missing")
    func none() {
        let status = status([])
        #expect(!status.verdict.isMet)
        #expect(status.verdict.words == "not met: 0 of 3,000 runs")
    }

    @Test("What was compared before the last way from legacy to compare does not count")
    func begunAnew() {
        let entries = [
            plan("legacy", "compare 100%"), entry(.compared(.mismatched(Difference(kind: .values))), 10),
            plan("compare 100%", "legacy"), plan("legacy", "compare 50%"), entry(.compared(.matched), 3_000),
            plan("compare 50%", "rollout 1%"), entry(.answered(by: .candidate, latency: .seconds(1)), 5),
            plan("rollout 1%", "compare 1%"), entry(.compared(.matched), 100),
        ]
        let status = status(entries)
        #expect(status.evidence.runs == 3_100)
        #expect(status.evidence.mismatched == 0)
        #expect(status.evidence.answered == [.candidate: 5])
        #expect(status.verdict.isMet)
    }

    @Test("A calibration counts also from before, and makes the rule ask for more")
    func calibration() {
        let calibrated = Entry(
            operation: Calibration.operation(of: "orders"),
            date: now,
            fact: .compared(.matched),
            count: 100
        )
        let entries = [calibrated, plan("legacy", "compare 100%"), entry(.compared(.matched), 3_600)]
        #expect(!status(entries).verdict.isMet)
        #expect(status(entries + [entry(.compared(.matched), 100)]).verdict.isMet)
    }

    @Test("Another use case's entries are another's")
    func others() {
        let other = Entry(operation: "addresses", date: now, fact: .compared(.timedOut), count: 7)
        #expect(status([other, entry(.compared(.matched), 2)]).evidence.runs == 2)
    }

    @Test(
        "Rates are told as short as they are exact enough",
        arguments: [
            (1.0, "100%"), (0.001, "0.1%"), (0.95, "95%"), (0.0009221, "0.0922%"), (0.6321, "63.2%"), (0.0123, "1.23%"),
        ]
    )
    func percents(rate: Double, text: String) {
        #expect(rate.percent == text)
    }

    private func status(_ entries: [Entry]) -> MigrationStatus {
        MigrationStatus(of: "orders", plan: .legacy, entries, by: Rule(), now: now)
    }

    private func entry(_ fact: Fact, _ count: Int = 1) -> Entry {
        Entry(operation: "orders", date: now, fact: fact, count: count)
    }

    private func plan(_ from: String, _ to: String) -> Entry {
        entry(.planChanged(from: from, to: to))
    }
}
