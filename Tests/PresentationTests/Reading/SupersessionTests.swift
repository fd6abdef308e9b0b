import Domain
import Foundation
import Presentation
import Testing

@MainActor
@Suite("A newer load supersedes an older one", .timeLimit(.minutes(15)))
struct SupersessionTests {
    @Test("Only the newest load lands, in every order of arrival and for every mix of outcomes", arguments: arrivals)
    func onlyTheNewestLands(arrival: [Int]) async throws {
        for outcomes in mixes(arrival.count) {
            let fetch = StubbornFetchUserOrder()
            let list = UserOrderListViewModel(user: ada, fetchOrders: fetch, formats: .british, now: { .distantPast })
            var loads: [Task<Void, Never>] = []
            func begin() async {
                loads.append(Task { await list.load() })
                await fetch.waitUntilArrived(loads.count)
            }
            await begin()
            await fetch.answer(0, .success(Snapshot([try .sample("before")], freshness: .live)))
            await loads[0].value
            for _ in arrival { await begin() }

            let newest = arrival.count - 1
            var hasLanded = false
            for call in arrival {
                await fetch.answer(call + 1, try outcome(outcomes[call], of: call))
                await loads[call + 1].value
                hasLanded = hasLanded || call == newest

                let comment: Comment = "outcomes \(outcomes), after load \(call)"
                let shown = hasLanded && outcomes[newest] == .success ? "load \(newest)" : "before"
                let hasFailed = hasLanded && outcomes[newest] == .failure
                #expect(list.content?.rows.map(\.number) == [shown], comment)
                #expect(
                    list.problem == (hasFailed ? Problem(.unavailable, reading: .orders, on: .filled) : nil),
                    comment
                )
                #expect(list.activity == (hasLanded ? .idle : .loading), comment)
            }
        }
    }

    @Test("A superseded load is cancelled, so that it does not go on working; the newer one is not")
    func supersededIsCancelled() async throws {
        let fetch = StubbornFetchUserOrder()
        let list = UserOrderListViewModel(user: ada, fetchOrders: fetch, formats: .british, now: { .distantPast })
        let older = Task { await list.load() }
        await fetch.waitUntilArrived(1)
        let newer = Task { await list.load() }
        await fetch.waitUntilArrived(2)
        await fetch.answer(0, .failure(.cancelled))
        await older.value
        await fetch.answer(1, .failure(.unavailable))
        await newer.value

        #expect(await fetch.wereCancelled == [true, false])
    }

    @Test("A newer load that is cancelled does not bring the older one back")
    func cancelledNewerLoad() async throws {
        let fetch = StubbornFetchUserOrder()
        let list = UserOrderListViewModel(user: ada, fetchOrders: fetch, formats: .british, now: { .distantPast })
        let older = Task { await list.load() }
        await fetch.waitUntilArrived(1)
        let newer = Task { await list.load() }
        await fetch.waitUntilArrived(2)
        newer.cancel()
        await fetch.answer(1, .failure(.cancelled))
        await newer.value
        await fetch.answer(0, .success(Snapshot([try .sample()], freshness: .live)))
        await older.value

        #expect(list.content == nil)
        #expect(list.problem == nil)
        #expect(list.activity == .idle)
    }
}

private enum Outcome: CaseIterable {
    case success, failure, cancelled
}

private func outcome(_ outcome: Outcome, of call: Int) throws -> StubbornFetchUserOrder.Outcome {
    switch outcome {
    case .success: .success(Snapshot([try .sample("load \(call)")], freshness: .live))
    case .failure: .failure(.unavailable)
    case .cancelled: .failure(.cancelled)
    }
}

/// Every order in which up to four loads, numbered from the oldest, can end.
private let arrivals = (1...4).flatMap { permutations(Array(0..<$0)) }

private func mixes(_ count: Int) -> [[Outcome]] {
    (0..<count).reduce([[]]) { mixes, _ in mixes.flatMap { mix in Outcome.allCases.map { mix + [$0] } } }
}
