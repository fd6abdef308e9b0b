import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("The deals", .timeLimit(.minutes(15)))
struct DealListViewModelTests {
    private nonisolated static let now = Date(timeIntervalSince1970: 1_795_253_400)
    private let deals: [Deal]

    init() throws {
        deals = [
            try .sample("D-1", ends: "2026-11-20T00:00:00Z"), try .sample("D-2", ends: "2026-11-30"),
            try .sample("D-3"),
        ]
    }

    private func list(_ mock: MockDeals) -> DealListViewModel {
        DealListViewModel(observe: mock, refresh: mock, formats: .british, now: { Self.now })
    }

    @Test("A load brings all deals in the order in which they end, and those that stand are a part of them")
    func current() async {
        let mock = MockDeals(deals: deals)
        let list = list(mock)
        await list.load()
        #expect(list.content?.rows.map(\.id.rawValue) == ["D-1", "D-2", "D-3"])
        #expect(list.content?.rows.map { $0.isCurrent(at: Self.now) } == [false, true, true])
        #expect(list.content?.current(at: Self.now).rows.map(\.id.rawValue) == ["D-2", "D-3"])
        #expect(mock.refreshes.count == 1)
    }

    @Test("No deal that stands is an empty list with a note")
    func empty() async throws {
        let list = list(MockDeals(deals: [deals[0]]))
        await list.load()
        #expect(list.content?.current(at: Self.now).emptyNote == "No deals at the moment.")
        #expect(list.content?.emptyNote == nil)
    }

    @Test("A deal is found by its identifier, also when it is over", arguments: ["D-1", "D-2"])
    func found(_ id: String) async throws {
        let list = list(MockDeals(deals: deals))
        await list.load()
        #expect(list.content?.deal(DealID(id))?.title == "Title of \(id)")
        #expect(list.problem(showing: DealID(id)) == nil)
    }

    @Test("A deal that does not exist is a problem of its own, once the deals are known")
    func unknown() async throws {
        let list = list(MockDeals(deals: deals))
        #expect(list.problem(showing: DealID("D-9")) == nil)
        await list.load()
        #expect(list.content?.deal(DealID("D-9")) == nil)
        #expect(list.problem(showing: DealID("D-9")) == Problem(.dealUnknown, cause: .notFound))
    }

    @Test("The failure of a load comes before an unknown deal")
    func failure() async {
        let mock = MockDeals(deals: deals)
        let list = list(mock)
        await list.load()
        mock.refreshes.stub(.failure(.unauthorised))
        await list.load()
        #expect(list.problem(showing: DealID("D-9")) == Problem(.unauthorised, reading: .deals, on: .filled))
    }
}

@Suite("The row of a deal")
struct DealRowTests {
    private func ends(_ deal: Deal, _ formats: Formats = .british) throws -> String {
        DealRow(deal, formats: formats).ends(at: try .at("2026-11-21T09:30:00Z"))
    }

    @Test(
        "Its end is told in words",
        arguments: [
            ("2026-11-30", "until 30 Nov 2026"), ("2026-11-30T18:00:00Z", "until 30 Nov 2026 at 18:00"),
            ("2026-11-20", "ended 20 Nov 2026"), ("2026-11-21T09:30:00Z", "ended 21 Nov 2026 at 9:30"),
            ("2024-02-29", "ended 29 Feb 2024"), (nil, "without an end"),
        ]
    )
    func ends(_ date: String?, _ text: String) throws {
        #expect(try ends(.sample(ends: date)) == text)
    }

    @Test("A day is the store's day, wherever it is read", arguments: ["Pacific/Kiritimati", "Pacific/Niue", "GMT"])
    func day(_ zone: String) throws {
        #expect(try ends(.sample(ends: "2026-11-30"), try Formats("en_GB", zone)) == "until 30 Nov 2026")
    }

    @Test(
        "Terms are read line by line",
        arguments: [("One.\r\nTwo.\n\nThree.", ["One.", "Two.", "Three."]), ("", [])]
    )
    func terms(_ text: String, _ lines: [String]) throws {
        #expect(DealRow(try .sample(terms: text), formats: .british).terms == lines)
    }
}
