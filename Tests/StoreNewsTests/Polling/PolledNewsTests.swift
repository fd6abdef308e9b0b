import Domain
import Foundation
import StoreNews
import Synchronization
import Testing

@Suite("Polled news")
struct PolledNewsTests {
    private let offer = Deal(id: DealID("D-1"), title: "An offer", subtitle: nil, end: nil, terms: "")

    @Test("A round that fails is tried again after waits that double up to a limit")
    func backoff() async {
        let clock = RecordingClock()
        let store = MemoryStore([offer])
        store.fail(.unavailable)
        let news = PolledNews(
            PolledNews.Sources(deals: store.fetch, settings: store, choices: AnnouncedSettings(store)),
            every: .seconds(10),
            backoff: NewsBackoff(first: .seconds(1), longest: .seconds(60)) { 0.5 },
            clock: clock,
            now: { Date() }
        )
        let reader = Task { for await _ in news.news(for: ada) {} }
        let waits = await clock.firstSleeps(9)
        reader.cancel()
        #expect(waits == [0.75, 1.5, 3, 6, 12, 24, 45, 45, 45].map { Duration.seconds($0) })
    }

    @Test("An offer whose record can't be read has not ended")
    func unreadableRecord() async {
        let store = MemoryStore([offer])
        var reader = store.news(settings: AnnouncedSettings(store)).news(for: ada).makeAsyncIterator()
        #expect(await reader.next() == .connection(.connected))
        #expect(await reader.next() == .deal(offer))
        store.damage(offer.id)
        let other = Deal(id: DealID("D-2"), title: "Another", subtitle: nil, end: nil, terms: "")
        store.publish(other)
        #expect(await reader.next() == .deal(other))
    }

    @Test("An offer ends when its time is over, without a word of the store")
    func over() async {
        let time = Mutex(Date(timeIntervalSince1970: 0))
        let end = Date(timeIntervalSince1970: 100)
        let short = Deal(id: DealID("D-3"), title: "Short", subtitle: nil, end: .moment(end), terms: "")
        let store = MemoryStore([short])
        let news = store.news(settings: AnnouncedSettings(store), now: { time.withLock { $0 } })
        var reader = news.news(for: ada).makeAsyncIterator()
        #expect(await reader.next() == .connection(.connected))
        #expect(await reader.next() == .deal(short))
        time.withLock { $0 = end }
        #expect(await reader.next() == .ended(short.id))
    }

    @Test("A choice on this device begins a round at once, however long the interval is")
    func choice() async throws {
        let store = MemoryStore([offer])
        let settings = AnnouncedSettings(store)
        var reader = store.news(settings: settings, every: .seconds(3600)).news(for: ada).makeAsyncIterator()
        #expect(await reader.next() == .connection(.connected))
        #expect(await reader.next() == .deal(offer))
        _ = try await settings.setNewDeals(false, for: ada)
        #expect(await reader.next() == .connection(.paused))
        _ = try await settings.setNewDeals(true, for: ada)
        #expect(await reader.next() == .connection(.connected))
    }

    @Test("The choice of another user changes nothing")
    func otherUser() async throws {
        let store = MemoryStore([offer])
        let settings = AnnouncedSettings(store)
        let heard = Mutex<[Bool]>([])
        let listening = settings.listen(to: ada) { isOn in heard.withLock { $0.append(isOn) } }
        _ = try await settings.setNewDeals(false, for: UserID("yuki"))
        _ = try await settings.setNewDeals(true, for: ada)
        #expect(heard.withLock(\.self) == [true])
        withExtendedLifetime(listening) {}
    }
}

/// A clock on which no time passes, and every sleep ends at once. It reports how long each would have been.
private final class RecordingClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero
    private let sleeps: AsyncStream<Duration>
    private let sleep: AsyncStream<Duration>.Continuation

    init() {
        (sleeps, sleep) = AsyncStream.makeStream()
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        sleep.yield(now.duration(to: deadline))
        await Task.yield()
        try Task.checkCancellation()
    }

    /// Returns the lengths of the first sleeps.
    func firstSleeps(_ count: Int) async -> [Duration] {
        var lengths: [Duration] = []
        for await length in sleeps {
            lengths.append(length)
            if lengths.count == count { break }
        }
        return lengths
    }
}
