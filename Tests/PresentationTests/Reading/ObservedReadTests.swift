import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("A screen of a use case that sends updates, such as the deals", .timeLimit(.minutes(15)))
struct ObservedReadTests {
    private let deals: [Deal]
    private let mock: MockDeals
    private let list: DealListViewModel

    init() throws {
        deals = [try .sample("D-1"), try .sample("D-2")]
        mock = MockDeals(deals: deals)
        list = DealListViewModel(observe: mock, refresh: mock, formats: .british, now: { .distantPast })
    }

    @Test("A first refresh that fails shows what was known before")
    func known() async {
        let known = Snapshot(deals, freshness: .cached(asOf: .distantPast))
        let mock = MockDeals(deals: [], known: known)
        mock.refreshes.stub(.failure(.unavailable))
        let list = DealListViewModel(observe: mock, refresh: mock, formats: .british, now: { .distantFuture })
        await list.load()
        #expect(list.snapshot == known)
        #expect(list.problem == Problem(.unavailable, reading: .deals, on: .filled))
    }

    @Test("A first refresh that fails with nothing known shows why", arguments: [ReadError.unavailable, .cancelled])
    func nothing(_ error: ReadError) async {
        mock.refreshes.stub(.failure(error))
        await list.load()
        #expect(list.content == nil)
        #expect(list.problem == Problem(error, reading: .deals))
    }

    @Test("A newer list in place of the failure is shown, and ends the load all the same", .timeLimit(.minutes(1)))
    func superseded() async {
        let updates = ReadUpdates<[Deal]>()
        let news = Snapshot(deals, freshness: .cached(asOf: .distantPast))
        let refresh = { @Sendable () async throws(ReadError) in
            updates.send(.failure(.unavailable))
            // Somebody else's refresh succeeds before the failure of this one is read.
            updates.send(.success(news))
            throw ReadError.unavailable
        }
        let list = DealListViewModel(
            .deals,
            observe: updates.observe,
            refresh: refresh,
            formats: .british,
            now: { .distantPast }
        )
        await list.load()
        #expect(list.snapshot == news)
        #expect(list.problem == Problem(.unavailable, reading: .deals, on: .filled))
    }

    @Test("A screen that follows shows the results of others' refreshes, and failures beside what was there")
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
}
