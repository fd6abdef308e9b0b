import Domain
import Foundation
import Testing

private struct Refused: Error, Equatable {}

@Suite("Snapshots and places in them")
struct SnapshotTests {
    private static let freshnesses: [Freshness] = [.live, .cached(asOf: Date(timeIntervalSince1970: 1)), .unknown]

    @Test("Another value keeps age and gaps", arguments: freshnesses)
    func map(_ freshness: Freshness) {
        let gaps = [FieldPath([.field("orders"), .index(3)])]
        let counted = Snapshot(["a", "b"], freshness: freshness, unreadable: gaps).map(\.count)
        #expect(counted == Snapshot(2, freshness: freshness, unreadable: gaps))
    }

    @Test("What the transformation throws comes out as it is")
    func mapThrows() {
        let snapshot = Snapshot(1, freshness: .live)
        #expect(throws: Refused()) {
            try snapshot.map { (_: Int) throws(Refused) -> Int in throw Refused() }
        }
    }

    @Test("Nothing is unreadable unless said so")
    func complete() {
        #expect(Snapshot(1, freshness: .live).unreadable.isEmpty)
    }

    @Test(
        "A place is written as programmers write it",
        arguments: [
            ([], ""),
            ([.field("orders")], "orders"),
            ([.index(3)], "[3]"),
            ([.field("orders"), .index(3), .field("total")], "orders[3].total"),
            ([.index(0), .index(1)], "[0][1]"),
            ([.index(0), .field("id")], "[0].id"),
        ] as [([FieldPath.Component], String)]
    )
    func fieldPath(_ components: [FieldPath.Component], _ text: String) {
        #expect(FieldPath(components).description == text)
    }
}
