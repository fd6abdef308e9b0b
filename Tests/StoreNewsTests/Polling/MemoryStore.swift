import Domain
import DomainContracts
import Foundation
import StoreNews
import Synchronization

/// A store in memory, as the sources of polled news read it, with one user's settings.
final class MemoryStore: FetchNotificationSettings, UpdateNotificationSettings {
    private struct State {
        var deals: [DealID: Deal]
        var isOn: Bool
        var failure: ReadError?
        /// How many of the next lists can't be read.
        var nonsense = 0
        var unreadable: [FieldPath] = []
    }

    private let state: Mutex<State>

    init(_ deals: [Deal], isOn: Bool = true) {
        state = Mutex(State(deals: Dictionary(uniqueKeysWithValues: deals.map { ($0.id, $0) }), isOn: isOn))
    }

    func fetch() async throws(ReadError) -> Snapshot<[Deal]> {
        try state.withLock { state throws(ReadError) in
            if let failure = state.failure { throw failure }
            if state.nonsense > 0 {
                state.nonsense -= 1
                throw .malformed
            }
            let list = state.deals.values.sorted(by: Deal.endingFirst)
            return Snapshot(list, freshness: .live, unreadable: state.unreadable)
        }
    }

    func notificationSettings(of user: UserID) async throws(ReadError) -> Snapshot<NotificationSettings> {
        try state.withLock { state throws(ReadError) in
            if let failure = state.failure { throw failure }
            return Snapshot(NotificationSettings(confirmed: state.isOn), freshness: .live)
        }
    }

    func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        state.withLock { $0.isOn = isOn }
        return NotificationSettings(confirmed: isOn)
    }

    func publish(_ deal: Deal) { state.withLock { $0.deals[deal.id] = deal } }

    func end(_ id: DealID) { state.withLock { $0.deals[id] = nil } }

    /// Replaces offers with a place at which nothing can be read.
    func damage(_ id: DealID) {
        state.withLock { state in
            state.deals[id] = nil
            state.unreadable = [FieldPath([.index(0)])]
        }
    }

    func fail(_ error: ReadError?) { state.withLock { $0.failure = error } }

    /// Makes one list unreadable.
    func sendNonsense() { state.withLock { $0.nonsense = 1 } }

    func news(
        settings: AnnouncedSettings,
        every interval: Duration = .milliseconds(2),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> PolledNews {
        PolledNews(
            PolledNews.Sources(deals: fetch, settings: self, choices: settings),
            every: interval,
            backoff: NewsBackoff(first: .milliseconds(1), longest: .milliseconds(4)) { 0.5 },
            clock: clock,
            now: now
        )
    }
}
