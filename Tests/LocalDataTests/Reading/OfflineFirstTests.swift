import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LocalData

@Suite("A read, offline first, by the example of offers")
struct OfflineFirstTests {
    @Test("What was kept comes first, with its age; then the news, live", arguments: Place.allCases)
    func news(place: Place) async throws {
        try await withStore(place) { store in
            try await store.deals.persist([deal(1)], of: ada, asOf: noon - 60)
            let remote = RemoteDeals(.success(Snapshot([deal(3), deal(2)], freshness: .live)))
            let deals = stored(remote, in: store)
            var updates = deals.deals().makeAsyncIterator()

            let first = await updates.next()
            #expect(first == .success(Snapshot([deal(1)], freshness: .cached(asOf: noon - 60))))
            try await deals.refreshDeals()
            let second = await updates.next()
            #expect(second == .success(Snapshot([deal(2), deal(3)], freshness: .live)))
            let kept = try await store.deals.list(of: ada)
            #expect(kept == Snapshot([deal(2), deal(3)], freshness: .cached(asOf: noon)))
        }
    }

    @Test(
        "The number of changes in a file that something else has written holds back neither the stored list nor the news",
        .timeLimit(.minutes(1)),
        arguments: [Int64.min, -2, 0]
    )
    func revisions(revision: Int64) async throws {
        try await withFolder { folder in
            let store = try store(.file(file(in: folder)))
            try await store.deals.persist([deal(1)], of: ada, asOf: noon - 60)
            try execute("UPDATE dealList SET revision = \(revision)", in: file(in: folder))
            let deals = stored(RemoteDeals(.success(Snapshot([deal(2)], freshness: .live))), in: store)
            var updates = deals.deals().makeAsyncIterator()

            let first = await updates.next()
            #expect(first == .success(Snapshot([deal(1)], freshness: .cached(asOf: noon - 60))))
            try await deals.refreshDeals()
            let second = await updates.next()
            #expect(second == .success(Snapshot([deal(2)], freshness: .live)))
        }
    }

    @Test(
        "A refresh that fails is told after what was kept, and erases nothing",
        arguments: [DealsError.unavailable, .malformed, .unauthorised]
    )
    func failed(error: DealsError) async throws {
        try await withStore(.memory) { store in
            try await store.deals.persist([deal(1)], of: ada, asOf: noon - 60)
            let deals = stored(RemoteDeals(.failure(error)), in: store)
            var updates = deals.deals().makeAsyncIterator()

            await #expect(throws: error) { try await deals.refreshDeals() }

            let kept = Snapshot([deal(1)], freshness: .cached(asOf: noon - 60))
            let first = await updates.next()
            #expect(first == .success(kept))
            let second = await updates.next()
            #expect(second == .failure(error))
            let list = try await store.deals.list(of: ada)
            #expect(list == kept)
        }
    }

    @Test("An error does not take the place of a list that was not read yet; the latest of each is told")
    func slowReader() async throws {
        try await withStore(.memory) { store in
            let remote = RemoteDeals(.success(Snapshot([deal(1)], freshness: .live)))
            let deals = stored(remote, in: store)
            let stream = deals.deals()
            try await deals.refreshDeals()
            remote.answers(.success(Snapshot([deal(2)], freshness: .live)))
            try await deals.refreshDeals()
            for error in [DealsError.malformed, .unavailable] {
                remote.answers(.failure(error))
                await #expect(throws: error) { try await deals.refreshDeals() }
            }

            var updates = stream.makeAsyncIterator()
            let first = await updates.next()
            #expect(first == .success(Snapshot([deal(2)], freshness: .live)))
            let second = await updates.next()
            #expect(second == .failure(.unavailable))
        }
    }

    @Test("What another process keeps is told when the file is looked at again")
    func elsewhere() async throws {
        try await withFolder { folder in
            let clock = SteppedClock()
            let here = try store(.file(file(in: folder)), clock: clock)
            try await here.deals.persist([deal(1)], of: ada, asOf: noon)
            let deals = stored(RemoteDeals(.failure(.unavailable)), in: here)
            var updates = deals.deals().makeAsyncIterator()
            _ = await updates.next()

            let child = try WriterProcess("deals", file(in: folder).path, "2", "1")
            #expect(child.ended().status == 0)
            await clock.step()

            let update = await updates.next()
            let list = try #require(try update?.get())
            #expect(list.value.count == 2)
            #expect(list.freshness == .cached(asOf: Date(timeIntervalSinceReferenceDate: 1)))
        }
    }

    @Test("An older answer does not replace what was kept since")
    func older() async throws {
        try await withStore(.memory) { store in
            try await store.deals.persist([deal(1)], of: ada, asOf: noon - 10)
            let late = Snapshot([deal(2)], freshness: .cached(asOf: noon - 60))
            try await stored(RemoteDeals(.success(late)), in: store).refreshDeals()
            let list = try await store.deals.list(of: ada)
            #expect(list == Snapshot([deal(1)], freshness: .cached(asOf: noon - 10)))
        }
    }

    @Test("What a wrong clock has dated in the future is replaced all the same")
    func fromTheFuture() async throws {
        try await withStore(.memory) { store in
            try await store.deals.persist([deal(1)], of: ada, asOf: noon + 86_400)
            let news = Snapshot([deal(2)], freshness: .live)
            try await stored(RemoteDeals(.success(news)), in: store).refreshDeals()
            let list = try await store.deals.list(of: ada)
            #expect(list == Snapshot([deal(2)], freshness: .cached(asOf: noon)))
        }
    }

    @Test("Gaps and an unknown age are kept with the list")
    func gaps() async throws {
        try await withStore(.memory) { store in
            let gap = FieldPath([.field("deals"), .index(3)])
            let answer = Snapshot([deal(2)], freshness: .unknown, unreadable: [gap])
            try await stored(RemoteDeals(.success(answer)), in: store).refreshDeals()
            let list = try await store.deals.list(of: ada)
            #expect(list == answer)
        }
    }

    @Test("An answer that arrives after the sign-out is not kept")
    func signedOut() async throws {
        try await withStore(.memory) { store in
            let deals = OfflineFirst(.deals, of: ada, in: store, now: { noon }) { () async throws(DealsError) in
                _ = try? await store.eraseAll(except: nil, discardingPendingChanges: true)
                return Snapshot([deal(1)], freshness: .live)
            }
            await #expect(throws: DealsError.unauthorised) { try await deals.refreshDeals() }
            let list = try await store.deals.list(of: ada)
            #expect(list == nil)
        }
    }

    @Test("A list that can't be kept is told all the same, with a warning, and the one before stays on the device")
    func notStored() async throws {
        try await withFolder { folder in
            let warnings = Warnings()
            let store = try store(.file(file(in: folder)), patience: .milliseconds(20), onWarning: warnings.add)
            try await store.deals.persist([deal(1)], of: ada, asOf: noon)
            let holder = try Holder(file(in: folder))
            let deals = stored(RemoteDeals(.success(Snapshot([deal(2)], freshness: .live))), in: store)
            var updates = deals.deals().makeAsyncIterator()
            let first = await updates.next()
            #expect(try first?.get().value == [deal(1)])

            try await deals.refreshDeals()

            let second = await updates.next()
            #expect(second == .success(Snapshot([deal(2)], freshness: .live)))
            #expect(warnings.all == [.notStored(.locked)])
            try holder.letGo()
            let list = try await store.deals.list(of: ada)
            #expect(list?.value == [deal(1)])
        }
    }

    @Test("A refresh that is cancelled is told nobody")
    func cancelled() async throws {
        try await withStore(.memory) { store in
            let remote = RemoteDeals(.failure(.cancelled))
            let deals = stored(remote, in: store)
            var updates = deals.deals().makeAsyncIterator()
            await #expect(throws: DealsError.cancelled) { try await deals.refreshDeals() }
            remote.answers(.failure(.unavailable))
            await #expect(throws: DealsError.unavailable) { try await deals.refreshDeals() }
            let first = await updates.next()
            #expect(first == .failure(.unavailable))
        }
    }

    @Test("Who stops reading is let go of, and the file is looked at no more")
    func letGo() async throws {
        try await withFolder { folder in
            let (ended, end) = AsyncStream<Void>.makeStream()
            let clock = TellingClock { end.yield() }
            let here = try store(.file(file(in: folder)), clock: clock)
            let deals = stored(RemoteDeals(.success(Snapshot([deal(1)], freshness: .live))), in: here)
            do {
                var updates = deals.deals().makeAsyncIterator()
                try await deals.refreshDeals()
                _ = await updates.next()
                #expect(deals.observerCount == 1)
            }
            var ends = ended.makeAsyncIterator()
            await ends.next()
            #expect(deals.observerCount == 0)
        }
    }

    @Test("A sequence ends when its task is cancelled")
    func ends() async throws {
        try await withStore(.memory) { store in
            let deals = stored(RemoteDeals(.failure(.unavailable)), in: store)
            let reader = Task {
                for await _ in deals.deals() {}
                return true
            }
            reader.cancel()
            #expect(await reader.value)
        }
    }

    private func stored(_ remote: RemoteDeals, in store: LocalDatabase) -> OfflineFirst<[Deal]> {
        OfflineFirst(.deals, of: ada, in: store, now: { noon }, remote: remote.fetch)
    }
}

/// A clock on which no time passes, and that reports when a wait was cancelled.
private struct TellingClock: Clock {
    let now = ContinuousClock.now
    var minimumResolution: Swift.Duration { .zero }
    let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Swift.Duration?) async throws {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        onCancel()
        throw CancellationError()
    }
}
