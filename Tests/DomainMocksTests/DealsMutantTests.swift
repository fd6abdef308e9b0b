import Domain
import DomainContracts
import DomainMocks
import Synchronization
import TestSupport
import Testing

@Suite("Mocked offers without one of their behaviours fail the rows about it, and no others")
struct DealsMutantTests {
    @Test("What a refresh brings", arguments: dealReadMutants)
    func reads(_ mutant: ReadMutant<UserID, [Deal]>) async throws {
        let failed = try await violatedRows(of: readRows, expected: mutant.failedRows) { situation, hang in
            var parts = mockedDeals()
            let current = Current(situation)
            parts.set = { [set = parts.set] situation in
                current.situation.withLock { $0 = situation }
                set(situation)
            }
            parts.fetch = { [fetch = parts.fetch] () async throws(ReadError) in
                let situation = current.situation.withLock { $0 }
                let read = mutant.change(situation, { _ throws(ReadError) in try await fetch() }, hang)
                return try await read(UserID("ada"))
            }
            return parts.read(in: situation)
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("What observers get", arguments: dealsMutants)
    func observers(_ mutant: PartsMutant<ObservedParts<Deal>>) async throws {
        let failed = try await mutant.rowsFailed(of: DealsContract.rows) { situation, change in
            var parts = mockedDeals()
            change(&parts)
            return parts.read(in: situation)
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row is failed by a mutant")
    func everyRow() {
        #expect(
            unfailed(DealsContract.rows, by: (dealsMutants.map(\.failedRows) + dealReadMutants.map(\.failedRows))) == []
        )
    }
}

private func mockedDeals() -> ObservedParts<Deal> {
    let mock = MockDeals(deals: [])
    return ObservedParts(fetch: { () async throws(ReadError) in try await mock.refreshes(()) }, set: mock.set)
}

/// The situation that the store is in.
private final class Current: Sendable {
    let situation: Mutex<ReadSituation<UserID, [Deal]>>

    init(_ situation: ReadSituation<UserID, [Deal]>) {
        self.situation = Mutex(situation)
    }
}

private let inOrder = "Offers come in the order in which they end, past ones among them"

/// The rows that offers share with other lists.
private let readRows = DealsContract.rows.filter { row in
    row.name == inOrder || FetchUserOrderContract.rows.contains { $0.name == row.name }
}

private let dealReadMutants = ReadMutant<UserID, [Deal]>.ofLists(
    against: readRows.map(\.name),
    blank: [],
    damage: { Deal(id: $0.id, title: $0.title, subtitle: $0.subtitle, end: $0.end, terms: "") },
    orders: [inOrder],
    map: { $1($0) }
)

private let dealsMutants = PartsMutant<ObservedParts<Deal>>.ofObservers()
