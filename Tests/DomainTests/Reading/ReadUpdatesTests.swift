import Domain
import Testing

@Suite("Updates for observers", .timeLimit(.minutes(15)))
struct ReadUpdatesTests {
    private let updates = ReadUpdates<Int>()

    private func live(_ value: Int) -> ReadUpdate<Int> { .success(Snapshot(value, freshness: .live)) }

    @Test("An observer receives what is known first, then what is sent")
    func known() async {
        updates.send(live(1))
        updates.send(.failure(.unavailable))
        var seen = updates.observe().makeAsyncIterator()
        #expect(await seen.next() == live(1))
        updates.send(live(2))
        #expect(await seen.next() == live(2))
    }

    @Test("A slow observer receives the latest value, and after it the failure since")
    func slow() async {
        var seen = updates.observe().makeAsyncIterator()
        updates.send(.failure(.malformed))
        updates.send(live(1))
        updates.send(live(2))
        updates.send(.failure(.busy))
        updates.send(.failure(.unavailable))
        #expect(await seen.next() == live(2))
        #expect(await seen.next() == .failure(.unavailable))
    }

    @Test("Every observer receives every update for itself")
    func several() async {
        var first = updates.observe().makeAsyncIterator()
        var second = updates.observe().makeAsyncIterator()
        updates.send(live(1))
        #expect(await first.next() == live(1))
        updates.send(live(2))
        #expect(await first.next() == live(2))
        #expect(await second.next() == live(2))
    }

    @Test("Updates end when the observer's task is cancelled, and only then")
    func cancelled() async {
        let stream = updates.observe()
        let observing = Task { await stream.reduce(into: [ReadUpdate<Int>]()) { $0.append($1) } }
        updates.send(.failure(.unavailable))
        observing.cancel()
        _ = await observing.value
    }

    @Test("An observer that has dropped its stream is forgotten")
    func dropped() async {
        weak var mailbox: ReadMailbox<Int>?
        do {
            let held = ReadMailbox<Int>()
            mailbox = held
            let stream = held.updates()
            held.put(live(1))
            for await _ in stream { break }
        }
        #expect(mailbox == nil)
    }
}
