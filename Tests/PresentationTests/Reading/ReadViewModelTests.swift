import Domain
import DomainMocks
import Foundation
import Presentation
import Synchronization
import Testing

@MainActor
@Suite("A screen that reads, such as the order list", .timeLimit(.minutes(15)))
struct ReadViewModelTests {
    @Test("Nothing is shown and nothing is fetched before the first load")
    func beforeTheFirstLoad() throws {
        let fetch = MockFetchUserOrder(orders: [ada: [try .sample()]])
        let list = orderList(fetch)

        #expect(list.content == nil)
        #expect(list.activity == .idle)
        #expect(list.problem == nil)
        #expect(fetch.calls.count == 0)
    }

    @Test("A load asks for the orders of the list's user and shows them in the order they come")
    func showsOrders() async throws {
        let newer = try UserOrder.sample("S-2", placedAt: "2026-11-20T00:00:00Z")
        let older = try UserOrder.sample("S-1", placedAt: "2026-11-19T00:00:00Z")
        let fetch = MockFetchUserOrder(orders: [ada: [newer, older]])
        let list = orderList(fetch)
        await list.load()

        #expect(fetch.calls.inputs == [ada])
        #expect(list.content?.rows.map(\.entity) == [newer, older])
        #expect(list.activity == .idle)
        #expect(list.problem == nil)
    }

    @Test("Activity is on while a load is under way, and what was on screen stays there")
    func activity() async throws {
        let fetch = MockFetchUserOrder(orders: [ada: [try .sample()]])
        let list = orderList(fetch)
        await list.load()
        fetch.calls.hold()
        let load = Task { await list.load() }
        try await fetch.calls.waitUntilHeld(1)

        #expect(list.activity == .loading)
        #expect(list.content?.rows.count == 1)

        fetch.calls.releaseAll()
        await load.value
        #expect(list.activity == .idle)
    }

    @Test("A failed first load says why and what can be done", arguments: UserOrdersError.allCases)
    func failedFirstLoad(error: UserOrdersError) async {
        let fetch = MockFetchUserOrder(orders: [:])
        fetch.calls.stub(.failure(error))
        let list = orderList(fetch)
        await list.load()

        #expect(list.content == nil)
        #expect(list.problem == Problem(error, reading: .orders, on: .blank))
        #expect(list.activity == .idle)
    }

    @Test("A failed refresh keeps the orders on screen", arguments: UserOrdersError.allCases)
    func failedRefresh(error: UserOrdersError) async throws {
        let fetch = MockFetchUserOrder(orders: [ada: [try .sample()]])
        let list = orderList(fetch)
        await list.load()
        fetch.calls.stub(.failure(error))
        await list.load()

        #expect(list.content?.rows.map(\.number) == ["S-1"])
        #expect(list.problem == Problem(error, reading: .orders, on: .filled))
        #expect(list.activity == .idle)
    }

    @Test("Live orders count as kept, from when they were asked for, once a refresh has failed")
    func failedRefreshAges() async throws {
        let clock = Mutex(try Date.at("2026-11-19T09:14:00Z"))
        let fetch = MockFetchUserOrder(orders: [ada: [try .sample()]], unreadable: [path(3)])
        let list = UserOrderListViewModel(
            user: ada,
            fetchOrders: fetch,
            formats: .british,
            now: { clock.withLock { $0 } }
        )
        await list.load()
        let later = try Date.at("2026-11-19T10:00:00Z")
        clock.withLock { $0 = later }
        fetch.calls.stub(.failure(.unavailable))
        await list.load()

        #expect(list.content?.freshness == .cached(asOf: try .at("2026-11-19T09:14:00Z")))
        #expect(list.content?.unreadable == [path(3)])
    }

    @Test(
        "Orders that were not live keep the age they came with",
        arguments: [Freshness.unknown, .cached(asOf: .distantPast)]
    )
    func failedRefreshKeepsAge(freshness: Freshness) async throws {
        let fetch = MockFetchUserOrder(orders: [ada: [try .sample()]], freshness: freshness)
        let list = orderList(fetch)
        await list.load()
        fetch.calls.stub(.failure(.unavailable))
        await list.load()

        #expect(list.content?.freshness == freshness)
    }

    @Test("A problem stays while the next load is under way and goes when it succeeds")
    func problemGoes() async throws {
        let fetch = MockFetchUserOrder(orders: [ada: [try .sample()]])
        fetch.calls.stubNext(.failure(.unavailable))
        let list = orderList(fetch)
        await list.load()
        fetch.calls.hold()
        let load = Task { await list.load() }
        try await fetch.calls.waitUntilHeld(1)
        #expect(list.problem == Problem(.unavailable, reading: .orders))

        fetch.calls.releaseAll()
        await load.value
        #expect(list.problem == nil)
    }

    @Test("A load whose task is cancelled leaves content and problem as they were")
    func cancelledTask() async throws {
        let fetch = MockFetchUserOrder(orders: [ada: [try .sample()]])
        let list = try await failedAfterSuccess(fetch)
        fetch.calls.hold()
        let load = Task { await list.load() }
        try await fetch.calls.waitUntilHeld(1)
        load.cancel()
        fetch.calls.releaseAll()
        await load.value

        expectAsAfterFailure(list)
    }

    @Test("A use case that throws `cancelled` leaves content and problem as they were")
    func cancelledUseCase() async throws {
        let fetch = MockFetchUserOrder(orders: [ada: [try .sample()]])
        let list = try await failedAfterSuccess(fetch)
        fetch.calls.stub(.failure(.cancelled))
        await list.load()

        expectAsAfterFailure(list)
    }

    @Test(
        "Cancelling the load cancels the fetch, and an answer that comes all the same does not land",
        arguments: [true, false]
    )
    func lateAnswer(isSuccess: Bool) async throws {
        let fetch = StubbornFetchUserOrder()
        let list = orderList(fetch)
        let load = Task { await list.load() }
        await fetch.waitUntilArrived(1)
        load.cancel()
        let answer = Snapshot([try UserOrder.sample()], freshness: .live)
        await fetch.answer(0, isSuccess ? .success(answer) : .failure(.malformed))
        await load.value

        #expect(await fetch.wereCancelled == [true])
        #expect(list.content == nil)
        #expect(list.problem == nil)
        #expect(list.activity == .idle)
    }

    @Test("A task that is cancelled before its load begins fetches nothing and does not disturb a running load")
    func cancelledBeforehand() async throws {
        let fetch = MockFetchUserOrder(orders: [ada: [try .sample()]])
        let list = orderList(fetch)
        fetch.calls.hold()
        let running = Task { await list.load() }
        try await fetch.calls.waitUntilHeld(1)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await list.load()
        }.value
        #expect(fetch.calls.count == 1)

        fetch.calls.releaseAll()
        await running.value
        #expect(list.content?.rows.count == 1)
    }

    private func failedAfterSuccess(_ fetch: MockFetchUserOrder) async throws -> UserOrderListViewModel {
        let list = orderList(fetch)
        await list.load()
        fetch.calls.stubNext(.failure(.unavailable))
        await list.load()
        return list
    }

    private func expectAsAfterFailure(_ list: UserOrderListViewModel, sourceLocation: SourceLocation = #_sourceLocation)
    {
        #expect(list.content?.rows.map(\.number) == ["S-1"], sourceLocation: sourceLocation)
        #expect(list.content?.freshness == .cached(asOf: .distantPast), sourceLocation: sourceLocation)
        #expect(list.problem == Problem(.unavailable, reading: .orders, on: .filled), sourceLocation: sourceLocation)
        #expect(list.activity == .idle, sourceLocation: sourceLocation)
    }
}

@MainActor
private func orderList(_ fetch: any FetchUserOrder) -> UserOrderListViewModel {
    UserOrderListViewModel(user: ada, fetchOrders: fetch, formats: .british, now: { .distantPast })
}

private func path(_ index: Int) -> FieldPath {
    FieldPath([.field("orders"), .index(index), .field("total")])
}
