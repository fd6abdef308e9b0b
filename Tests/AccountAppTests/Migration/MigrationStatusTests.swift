import Foundation
import Strangler
import Testing

@testable import account

@Suite("Where a hand-over stands")
struct MigrationStatusTests {
    private let now = Date(timeIntervalSince1970: 1_750_000_000)

    @Test("Without entries the verdict is not met, and says what is missing")
    func none() throws {
        let status = try status([])
        #expect(!status.verdict.isMet)
        #expect(status.verdict.words == "not met: 0 of 3,000 runs")
        #expect(status.verdict.account.calls == 0)
    }

    @Test("What was compared with an earlier build of the candidate says nothing about this one")
    func otherBuild() throws {
        let old = try runs(.mismatched(Difference(kind: .values)), 10, version: "1", age: 86_400)
        let status = try status(old + runs(.matched, 6_000, version: "2"), version: "2")
        #expect(status.evidence.runs == 6_000)
        #expect(status.evidence.mismatched == 0)
        #expect(status.verdict.sides.candidate.version == "2")
        #expect(status.otherPairs.map(\.candidate.version) == ["1"])
        #expect(status.verdict.isMet)
    }

    @Test("One user's runs are one user's, however many")
    func oneUser() throws {
        let status = try status((0..<6_000).flatMap { _ in try runs(.matched, 1) })
        #expect(status.evidence.runs == 6_000)
        #expect(status.verdict.subjects == 1)
        #expect(!status.verdict.isMet)
    }

    @Test("Another use case's entries are another's")
    func others() throws {
        let other = Entry(operation: "addresses", date: now, fact: .compared(.timedOut), count: 7)
        #expect(try status([other] + runs(.matched, 2)).evidence.runs == 2)
    }

    private func status(_ entries: [Entry], version: String = "1") throws -> MigrationStatus {
        let contents = JournalContents(entries: entries, evidence: Evidence(entries))
        let verdict = Verdict(
            of: "orders",
            between: try Sides(control: Identity("legacy"), candidate: Identity("store", version: version)),
            in: contents.evidence,
            by: try Rule(span: .none, requiresCrashLog: false),
            now: now
        )
        return MigrationStatus(plan: .legacy, verdict, contents)
    }

    private func runs(
        _ outcome: Outcome,
        _ count: Int,
        version: String = "1",
        age: TimeInterval = 0
    ) throws -> [Entry] {
        let sides = try Sides(control: Identity("legacy"), candidate: Identity("store", version: version))
        return (0..<count).map { number in
            Entry(
                operation: "orders",
                sides: sides,
                subject: SubjectClass(number: number),
                date: now - age,
                fact: .compared(outcome)
            )
        }
    }
}
