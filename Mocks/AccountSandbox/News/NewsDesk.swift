import Foundation
import Synchronization

/// The offers of the sandbox, which may change while it runs, and the messages that announce changes
/// (docs/workspace/news.md).
final class NewsDesk: Sendable {
    fileprivate struct State {
        /// The offers in place of those of the day, if they were replaced.
        var replaced: [StoreDeal]?
        /// The offers that were published at run time, and `nil` for those that were taken back.
        var changed: [String: StoreDeal?] = [:]
        var version = 0
        /// The latest message of each topic.
        var messages: [String: Data] = [:]
        var listeners: [AsyncStream<SandboxMessage>.Continuation] = []
    }

    private let store: Store
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    init(store: Store, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// The current offers, in an arbitrary order, including past ones.
    var deals: [StoreDeal] {
        let now = RestPayload.milliseconds(now())
        return state.withLock { $0.deals(store.deals(now: now)) }
    }

    /// Replaces all offers.
    func replace(_ deals: [StoreDeal]) {
        state.withLock { state in
            state.replaced = deals
            state.changed = [:]
        }
    }

    /// Publishes a new offer, or a new state of an offer.
    func publish(_ deal: StoreDeal) {
        state.withLock { $0.changed[deal.id] = .some(deal) }
        announce(deal.id) { text in
            text.field("time_zone", plain: StoreDeal.timeZone)
            text.field("deal") { text in text.object { deal.write(to: &$0) } }
        }
    }

    /// Takes an offer back.
    func end(_ id: String) {
        state.withLock { $0.changed[id] = .some(nil) }
        announce(id) { $0.field("ended", id) }
    }

    /// Announces a user's settings.
    func settingsChanged(of user: String, newDeals: Bool) {
        send([(SandboxMessage.topic(of: user, "settings"), JSONText.object { $0.field("new_deals", newDeals) })])
    }

    /// Returns the current state as messages, and then each change. A slow listener misses nothing.
    func messages() -> AsyncStream<SandboxMessage> {
        for deal in deals where state.withLock({ !$0.isAnnounced(deal.id) }) { publish(deal) }
        let (stream, continuation) = AsyncStream<SandboxMessage>.makeStream()
        state.withLock { state in
            state.listeners.append(continuation)
            for (topic, payload) in state.messages.sorted(by: { $0.key < $1.key }) {
                continuation.yield(SandboxMessage(topic: topic, payload: payload))
            }
        }
        return stream
    }

    /// Ends the messages.
    func close() {
        for listener in state.withLock(\.listeners) { listener.finish() }
    }

    private func announce(_ id: String, _ write: (inout JSONText) -> Void) {
        let time = RestPayload.milliseconds(now())
        let version = state.withLock { state in
            // Increases also over restarts, as long as the clock does.
            state.version = max(state.version + 1, time)
            return state.version
        }
        let payload = JSONText.object { text in
            text.field("version", version)
            write(&text)
        }
        send(SandboxAccount.all.map { (SandboxMessage.topic(of: $0.user, "news", "deals", id), payload) })
    }

    private func send(_ messages: [(topic: String, payload: [UInt8])]) {
        state.withLock { state in
            for (topic, payload) in messages {
                let message = SandboxMessage(topic: topic, payload: Data(payload))
                state.messages[topic] = message.payload
                for listener in state.listeners { listener.yield(message) }
            }
        }
    }
}

extension NewsDesk.State {
    fileprivate func deals(_ ofTheDay: [StoreDeal]) -> [StoreDeal] {
        let others = (replaced ?? ofTheDay).filter { changed[$0.id] == nil }
        return others + changed.values.compactMap { $0 }.sorted { $0.id < $1.id }
    }

    fileprivate func isAnnounced(_ id: String) -> Bool {
        messages.keys.contains { $0.hasSuffix("/" + SandboxMessage.level(id)) }
    }
}
