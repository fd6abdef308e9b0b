import Domain
import DomainMocks
import Foundation
import Observation
import Presentation
import Testing

@MainActor
@Suite("Following a view model outside SwiftUI", .timeLimit(.minutes(15)))
struct ValuesTests {
    @Test("The present value comes first, then each change that was waited for")
    func presentThenChanges() async {
        let counter = Counter()
        var seen = values { counter.count }.makeAsyncIterator()
        #expect(await seen.next() == 0)

        for count in 1...100 {
            counter.count = count
            #expect(await seen.next() == count)
        }
    }

    @Test("A burst of changes ends with the last value")
    func burst() async {
        let counter = Counter()
        let stream = values { counter.count }
        for count in 1...1_000 { counter.count = count }

        for await count in stream where count == 1_000 { break }
        #expect(counter.count == 1_000)
    }

    @Test("A loop that was left lets go of what it followed without another change")
    func letsGoAtOnce() async {
        weak var followed: Counter?
        do {
            let counter = Counter()
            followed = counter
            for await _ in values(of: { [counter] in counter.count }) { break }
        }
        // Turns of the main actor run in order: the release has had its turn before these are over.
        for _ in 1...10 where followed != nil { await Task { @MainActor in }.value }
        #expect(followed == nil)
    }

    @Test("A loop that was left lets go of what it followed, at the latest after one more change")
    func letsGo() async {
        let other = Counter()
        weak var followed: Counter?
        do {
            let counter = Counter()
            followed = counter
            for await _ in values(of: { [counter] in counter.count + other.count }) { break }
        }
        other.count += 1
        // The follow-up turn was queued on this actor by the change, so it runs before a task queued after it.
        await Task { @MainActor in }.value
        #expect(followed == nil)
    }

    @Test("A list is followed from empty through loading to its orders")
    func listIsFollowed() async throws {
        let fetch = MockFetchUserOrder(orders: [ada: [try .sample()]])
        fetch.calls.hold()
        let list = UserOrderListViewModel(user: ada, fetchOrders: fetch, formats: .british, now: { .distantPast })
        var seen = values { "\(list.activity) \(list.content?.rows.count ?? 0)" }.makeAsyncIterator()
        #expect(await seen.next() == "idle 0")

        let load = Task { await list.load() }
        #expect(await seen.next() == "loading 0")
        try await fetch.calls.waitUntilHeld(1)
        fetch.calls.releaseAll()
        await load.value
        #expect(await seen.next() == "idle 1")
    }
}

@MainActor @Observable
private final class Counter {
    var count = 0
}
