import Domain
import DomainContracts
import DomainMocks
import Foundation
import Synchronization
import TestSupport

/// A mock of news whose behaviours can be exchanged.
struct NewsParts: Sendable {
    let situation: NewsSituation
    var mock: MockNews
    /// Returns what an observer gets instead of a piece of news, given what came before it.
    var change: @Sendable (News, [News]) -> [News] = { news, _ in [news] }
    /// Whether an event changes the store.
    var hears: @Sendable (NewsStoreEvent) -> Bool = { _ in true }
    var servesOneAlone = false
    var endsTogether = false
    var repeats = false
    var endsAtNonsense = false
    /// Called when what an observer waits for will not come.
    var hang: Hang = {}

    init(_ situation: NewsSituation) {
        self.situation = situation
        mock = MockNews(situation)
    }

    func arranged() -> NewsArrangement {
        let relays = NewsRelays(parts: self)
        return NewsArrangement(observe: relays, tell: relays.tell)
    }
}

/// The observers of the parts.
private final class NewsRelays: ObserveNews {
    private struct Relay {
        let continuation: AsyncStream<News>.Continuation
        var seen: [News] = []
    }

    private let parts: NewsParts
    private let relays = Mutex<[Relay]>([])

    init(parts: NewsParts) {
        self.parts = parts
    }

    func news(for user: UserID) -> AsyncStream<News> {
        let (stream, continuation) = AsyncStream<News>.makeStream()
        let number = relays.withLock { relays in
            relays.append(Relay(continuation: continuation))
            return relays.count - 1
        }
        if parts.servesOneAlone, number > 0 {
            parts.hang()
            return stream
        }
        let relay = Task { [news = parts.mock.news(for: user)] in
            for await piece in news { pass(piece, to: number) }
            continuation.finish()
        }
        continuation.onTermination = { [weak self, endsTogether = parts.endsTogether] _ in
            relay.cancel()
            if endsTogether { self?.end() }
        }
        return stream
    }

    private func pass(_ piece: News, to number: Int) {
        let changed = relays.withLock { relays in
            let changed = parts.change(piece, relays[number].seen)
            relays[number].seen.append(piece)
            return changed
        }
        for piece in changed { relays.withLock { _ = $0[number].continuation.yield(piece) } }
        if changed != [piece] { parts.hang() }
    }

    @Sendable func tell(_ event: NewsStoreEvent) {
        switch event {
        case .repeatsItself where parts.repeats:
            relays.withLock { relays in
                for relay in relays { for piece in relay.seen { relay.continuation.yield(piece) } }
            }
        case .sendsNonsense where parts.endsAtNonsense: end()
        default: if parts.hears(event) { parts.mock.tell(event) } else { parts.hang() }
        }
    }

    private func end() {
        for relay in relays.withLock({ $0 }) { relay.continuation.finish() }
    }
}

extension MockNews {
    /// Creates the mock for a row of the contract.
    convenience init(_ situation: NewsSituation) {
        self.init(deals: situation.deals, isOn: situation.isOn, now: { Date() })
    }

    /// Changes the store of the mock, which never repeats itself and sends no nonsense.
    @Sendable func tell(_ event: NewsStoreEvent) {
        switch event {
        case .publishes(let deal): publish(deal)
        case .ends(let id): end(id)
        case .repeatsItself, .sendsNonsense: break
        case .goesAway: fail(.unavailable)
        case .asksToSignIn: fail(.unauthorised)
        case .comesBack: fail(nil)
        case .switches(let isOn, _): setNotifications(isOn)
        }
    }
}
