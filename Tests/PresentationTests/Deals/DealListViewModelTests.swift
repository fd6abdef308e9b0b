import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("The deals", .timeLimit(.minutes(5)))
struct DealListViewModelTests {
    private nonisolated static let now = Date(timeIntervalSince1970: 1_795_253_400)
    private let deals: [Deal]
    private let mock: MockDeals
    private let list: DealListViewModel

    init() throws {
        deals = [
            try .sample("D-1", ends: "2026-11-20T00:00:00Z"), try .sample("D-2", ends: "2026-11-30"),
            try .sample("D-3"),
        ]
        mock = MockDeals(deals: deals)
        list = DealListViewModel(observe: mock, refresh: mock, formats: .british, now: { Self.now })
    }

    @Test("A load brings the deals that still stand, in the order in which they end")
    func current() async {
        #expect(list.content == nil)
        await list.load()
        #expect(list.content?.rows.map(\.id.rawValue) == ["D-2", "D-3"])
        #expect(list.content?.freshnessNote == nil)
        #expect(list.problem == nil)
    }

    @Test("Past deals are shown when asked for, without another load")
    func all() async {
        await list.load()
        list.showsAll = true
        #expect(list.content?.rows.map(\.id.rawValue) == ["D-1", "D-2", "D-3"])
        #expect(list.content?.rows.map(\.isCurrent) == [false, true, true])
        #expect(mock.refreshes.count == 1)
    }

    @Test("No deal that stands is an empty list with a note")
    func empty() async throws {
        let mock = MockDeals(deals: [deals[0]])
        let list = DealListViewModel(observe: mock, refresh: mock, formats: .british, now: { Self.now })
        await list.load()
        #expect(list.content?.rows.isEmpty == true)
        #expect(list.content?.emptyNote == "No deals at the moment.")
    }

    @Test("A refresh that fails keeps what was on screen, no longer as live")
    func failedRefresh() async {
        await list.load()
        mock.refreshes.stub(.failure(.unavailable))
        await list.load()
        #expect(list.content?.rows.count == 2)
        #expect(list.content?.freshness != .live)
        #expect(list.problem == Problem(.unavailable, reading: .deals, on: .filled))
    }

    @Test("A first refresh that fails shows what was known before")
    func known() async {
        let kept = Snapshot(deals, freshness: .kept(asOf: Self.now - 60))
        let mock = MockDeals(deals: [], known: kept)
        mock.refreshes.stub(.failure(.unavailable))
        let list = DealListViewModel(observe: mock, refresh: mock, formats: .british, now: { Self.now })
        await list.load()
        #expect(list.content?.rows.count == 2)
        #expect(list.content?.freshness == .kept(asOf: Self.now - 60))
        #expect(list.problem == Problem(.unavailable, reading: .deals, on: .filled))
    }

    @Test("A first refresh that fails with nothing known shows why", arguments: [ReadError.unavailable, .cancelled])
    func nothing(_ error: ReadError) async {
        mock.refreshes.stub(.failure(error))
        await list.load()
        #expect(list.content == nil)
        #expect(list.problem == Problem(error, reading: .deals))
    }

    @Test("Who follows sees what others' refreshes bring, and failures beside what was there")
    func follows() async throws {
        let following = Task { await list.follow() }
        defer { following.cancel() }
        try await mock.refreshDeals()
        for await content in values(of: { list.content?.rows.count }) where content == 2 { break }

        mock.refreshes.stub(.failure(.malformed))
        try? await mock.refreshDeals()
        for await problem in values(of: { list.problem }) where problem != nil {
            #expect(problem == Problem(.malformed, reading: .deals, on: .filled))
            break
        }
        #expect(list.content?.rows.count == 2)
    }

    @Test("A load under way is activity, and cancelling it shows nothing")
    func cancelled() async throws {
        mock.refreshes.hold()
        let load = Task { await list.load() }
        try await mock.refreshes.waitUntilHeld(1)
        #expect(list.activity == .loading)
        load.cancel()
        await load.value
        #expect(list.activity == .idle)
        #expect(list.content == nil)
        #expect(list.problem == nil)
    }

    @Test("What can't be read is told")
    func unreadable() async {
        let place = FieldPath([.field("deals"), .index(0)])
        let mock = MockDeals(deals: deals, unreadable: [place])
        let list = DealListViewModel(observe: mock, refresh: mock, formats: .british, now: { Self.now })
        await list.load()
        #expect(list.content?.unreadableNote == "1 deal could not be read and is not shown.")
    }
}

@MainActor
@Suite("One deal", .timeLimit(.minutes(5)))
struct DealViewModelTests {
    private func model(_ id: String, _ mock: MockDeals) -> DealViewModel {
        DealViewModel(
            id: DealID(id),
            observe: mock,
            refresh: mock,
            formats: .british,
            now: { Date(timeIntervalSince1970: 1_795_253_400) }
        )
    }

    @Test("A deal is found by its identifier, also when it is over", arguments: ["D-1", "D-2"])
    func found(_ id: String) async throws {
        let mock = MockDeals(deals: [try .sample("D-1", ends: "2026-11-20"), try .sample("D-2", ends: "2026-11-30")])
        let deal = model(id, mock)
        await deal.load()
        #expect(deal.content?.title == "Title of \(id)")
        #expect(deal.problem == nil)
    }

    @Test("A deal that there is not is a problem of its own")
    func unknown() async throws {
        let deal = model("D-9", MockDeals(deals: [try .sample("D-1")]))
        #expect(deal.problem == nil)
        await deal.load()
        #expect(deal.content == nil)
        #expect(deal.problem == Problem(.dealUnknown, cause: .refused))
    }

    @Test("A failure comes before that")
    func failure() async {
        let mock = MockDeals(deals: [])
        mock.refreshes.stub(.failure(.unauthorised))
        let deal = model("D-1", mock)
        await deal.load()
        #expect(deal.problem == Problem(.unauthorised, reading: .deals))
    }
}

@Suite("The row of a deal")
struct DealRowTests {
    private func row(_ deal: Deal, _ formats: Formats = .british) throws -> DealRow {
        DealRow(deal, now: try .at("2026-11-21T09:30:00Z"), formats: formats)
    }

    @Test(
        "Its end is told in words",
        arguments: [
            ("2026-11-30", "until 30 Nov 2026"), ("2026-11-30T18:00:00Z", "until 30 Nov 2026 at 18:00"),
            ("2026-11-20", "ended 20 Nov 2026"), ("2026-11-21T09:30:00Z", "ended 21 Nov 2026 at 9:30"),
            (nil, "without an end"),
        ]
    )
    func ends(_ ends: String?, _ text: String) throws {
        #expect(try row(.sample(ends: ends)).ends == text)
    }

    @Test("A day is the store's day, wherever it is read", arguments: ["Pacific/Kiritimati", "Pacific/Niue", "GMT"])
    func day(_ zone: String) throws {
        let row = try row(.sample(ends: "2026-11-30"), try Formats("en_GB", zone))
        #expect(row.ends == "until 30 Nov 2026")
    }

    @Test("A day before the calendar's reform is the day that was written")
    func oldDay() throws {
        #expect(try row(.sample(ends: "2024-02-29")).ends == "ended 29 Feb 2024")
    }

    @Test("Terms are read line by line")
    func terms() throws {
        #expect(try row(.sample(terms: "One.\r\nTwo.\n\nThree.")).terms == ["One.", "Two.", "Three."])
        #expect(try row(.sample(terms: "")).terms == [])
    }
}
