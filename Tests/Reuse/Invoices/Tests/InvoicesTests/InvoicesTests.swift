import Domain
import DomainContracts
import DomainMocks
import Foundation
import Invoices
import Presentation
import Testing

// MARK: - The contract and the fake

typealias FetchInvoicesContract = ReadContract<UserID, [Invoice]>

nonisolated extension FetchInvoicesContract {
    static var rows: [Row] {
        listRows(
            ListExamples(
                ListOrder(
                    "The invoice that is due first comes first",
                    [invoice("I-2", 0), invoice("I-3", 1), invoice("I-1", 2)]
                ),
                ListOrder("Invoices that are due at once come by number", [invoice("I-4", 0), invoice("I-5", 0)]),
                others: [invoice("I-6", 0)],
                repeated: invoice("I-2", 9)
            )
        )
    }
}

typealias MockFetchInvoices = MockRead<UserID, [Invoice]>

nonisolated extension MockFetchInvoices: FetchInvoices {
    /// Returns the given invoices, or the outcome that `calls` prescribes.
    public func invoices(of user: UserID) async throws(ReadError) -> Snapshot<[Invoice]> { try await calls(user) }
}

nonisolated private func invoice(_ id: String, _ day: Double) -> Invoice {
    guard let euro = Currency(code: "EUR"), let total = Money(text: "9.90", currency: euro) else {
        preconditionFailure("An example has to be valid")
    }
    return Invoice(id: Identifier(id), total: total, dueAt: Date(timeIntervalSince1970: 1_795_000_000 + day * 86_400))
}

// MARK: - The tests

@Suite("Another team's invoices")
struct InvoicesTests {
    @Test("Its source does what its contract says", arguments: FetchInvoicesContract.rows)
    func contract(_ row: FetchInvoicesContract.Row) async throws {
        let contract = FetchInvoicesContract { situation in
            LedgerInvoices { user throws(ReadError) in try await situation.answer(user) }.invoices
        }
        try await contract.check(row)
    }

    @MainActor
    @Test("Its list shows what its source has, and keeps it after a failed refresh")
    func list() async throws {
        let fake = MockFetchInvoices([UserID("ada"): [invoice("I-1", 0)]])
        let formats = Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english)
        let list = InvoiceListViewModel(
            .invoices,
            of: UserID("ada"),
            read: fake.invoices,
            formats: formats,
            now: { .distantPast }
        )
        await list.load()
        fake.calls.stub(.failure(.unavailable))
        await list.load()

        let row = try #require(list.content?.rows.first)
        #expect([row.total, row.due] == ["€9.90", "Due on 18 Nov 2026"])
        #expect(
            list.problem.map { Wording.english($0.message) }
                == "The store can't be reached. The invoices shown are older; check the connection, then try again."
        )
    }
}
