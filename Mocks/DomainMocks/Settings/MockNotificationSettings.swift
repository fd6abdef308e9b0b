public import Domain
public import Foundation
import Synchronization

/// The use cases about settings in memory: a store, a device with its queue, and hooks for both.
///
/// Unless told otherwise by `fetches`, `updates` and `sends`, they do all that the use cases promise.
public final class MockNotificationSettings: FetchNotificationSettings, UpdateNotificationSettings, SendPendingChanges {
    /// A choice of a user.
    public struct Choice: Hashable, Sendable {
        /// Whose.
        public let user: UserID
        /// Whether push notifications about new deals are to be sent.
        public let newDeals: Bool

        /// Memberwise.
        public init(user: UserID, newDeals: Bool) {
            self.user = user
            self.newDeals = newDeals
        }
    }

    /// How the store answers.
    public enum Reach: Hashable, Sendable {
        /// As it should.
        case open
        /// Not at all.
        case away
        /// With this failure.
        case failing(SettingsError)
        /// That it allows no change.
        case refusing
        /// It applies the next change, and the answer is lost; then as it should.
        case losingNextAnswer
    }

    /// Stubs, holds and counts the calls of `notificationSettings(of:)`.
    public let fetches: MockCalls<UserID, Snapshot<NotificationSettings>, ReadError>
    /// Stubs, holds and counts the calls of `setNewDeals(_:for:)`.
    public let updates: MockCalls<Choice, NotificationSettings, SettingsError>
    /// Stubs, holds and counts the calls of `sendPendingChanges(of:)`.
    public let sends: MockCalls<UserID, [SentChange], SettingsError>
    private let world: World

    /// Takes what the store has confirmed for each user.
    ///
    /// - Parameters:
    ///   - pending: What the device has queued from before, oldest first, made on what the store has confirmed.
    ///   - reach: How the store answers at first.
    ///   - kept: When the device learnt what the store has confirmed, if it knows it from the beginning.
    ///   - now: When changes are made.
    public init(
        confirmed: [UserID: Bool],
        pending: [UserID: [PendingChange]] = [:],
        reach: Reach = .open,
        kept: Date? = nil,
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 0) }
    ) {
        let world = World(confirmed: confirmed, pending: pending, reach: reach, kept: kept, now: now)
        self.world = world
        fetches = MockCalls(cancelled: .cancelled) { user throws(ReadError) in
            do throws(SettingsError) {
                return try world.state.withLock { (state) throws(SettingsError) in try state.fetch(user) }
            } catch {
                throw ReadError(error)
            }
        }
        updates = MockCalls(cancelled: .cancelled) { choice throws(SettingsError) in
            try world.state.withLock { (state) throws(SettingsError) in
                try state.set(choice.newDeals, for: choice.user, at: world.now())
            }
        }
        sends = MockCalls(cancelled: .cancelled) { user throws(SettingsError) in
            try world.state.withLock { (state) throws(SettingsError) in try state.send(of: user) }
        }
    }

    /// What is confirmed and what is pending.
    public func notificationSettings(of user: UserID) async throws(ReadError) -> Snapshot<NotificationSettings> {
        try await fetches(user)
    }

    /// Changes it in the store, or queues it.
    public func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        try await updates(Choice(user: user, newDeals: isOn))
    }

    /// Sends what is queued.
    public func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange] {
        try await sends(user)
    }

    /// What is queued.
    public func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange] {
        world.state.withLock { state in state.queues[user, default: []].map(\.change) }
    }
}

// MARK: - The store

extension MockNotificationSettings {
    /// From now on the store answers so.
    public func setReach(_ reach: Reach) {
        world.state.withLock { $0.reach = reach }
    }

    /// Another device of `user` sets what is wanted; also where it was so, the store counts it as a change.
    public func changeElsewhere(newDeals: Bool, of user: UserID) {
        world.state.withLock { state in
            guard let stands = state.store[user] else { return }
            state.store[user] = Confirmed(newDeals: newDeals, version: stands.version + 1)
        }
    }

    /// What the store has confirmed for `user`; `nil` if it knows nobody of that name.
    public func confirmed(of user: UserID) -> Bool? {
        world.state.withLock { $0.store[user]?.newDeals }
    }

    /// The changes that the store has applied for `user`, oldest first, without those made elsewhere.
    public func applied(for user: UserID) -> [Bool] {
        world.state.withLock { $0.applied[user, default: []] }
    }
}

// MARK: - How

extension MockNotificationSettings {
    private final class World: Sendable {
        let state: Mutex<State>
        let now: @Sendable () -> Date

        init(
            confirmed: [UserID: Bool],
            pending: [UserID: [PendingChange]],
            reach: Reach,
            kept: Date?,
            now: @escaping @Sendable () -> Date
        ) {
            let store = confirmed.mapValues { Confirmed(newDeals: $0, version: 1) }
            var state = State(reach: reach, store: store, known: kept == nil ? [:] : store, keptAsOf: kept)
            state.queues = pending.mapValues { $0.map { Queued(change: $0, base: 1) } }
            state.changes = pending.values.joined().count
            self.state = Mutex(state)
            self.now = now
        }
    }

    private struct Confirmed {
        let newDeals: Bool
        let version: Int
    }

    private struct Queued {
        let change: PendingChange
        /// What the store had confirmed when the person chose; the change is for that and nothing newer.
        var base: Int
        /// Whether the store may have got it.
        var wasSent = false
    }

    private struct State {
        var reach: Reach
        // The store.
        var store: [UserID: Confirmed]
        var answers: [PendingChangeID: Confirmed] = [:]
        var applied: [UserID: [Bool]] = [:]
        // The device.
        var known: [UserID: Confirmed]
        var keptAsOf: Date?
        var queues: [UserID: [Queued]] = [:]
        var changes = 0

        func settings(of user: UserID, _ confirmed: Confirmed) -> NotificationSettings {
            NotificationSettings(confirmed: confirmed.newDeals, pending: queues[user]?.last?.change.newDeals)
        }

        mutating func fetch(_ user: UserID) throws(SettingsError) -> Snapshot<NotificationSettings> {
            do throws(SettingsError) {
                let stands = try stored(user)
                known[user] = stands
                return Snapshot(settings(of: user, stands), freshness: .live)
            } catch {
                guard error == .unavailable, let kept = known[user] else { throw error }
                let freshness = keptAsOf.map { Freshness.kept(asOf: $0) } ?? .unknown
                return Snapshot(settings(of: user, kept), freshness: freshness)
            }
        }

        mutating func set(
            _ isOn: Bool,
            for user: UserID,
            at time: Date
        ) throws(SettingsError) -> NotificationSettings {
            let confirmed: Confirmed
            if let kept = known[user] { confirmed = kept } else { confirmed = try stored(user) }
            known[user] = confirmed
            let before = queues[user]
            let change = enqueue(isOn, for: user, confirmed, at: time)
            do throws(SettingsError) {
                let sent = try send(of: user)
                switch sent.last(where: { $0.change == change })?.result {
                case .refused: throw .refused
                case .changedElsewhere(let stands): throw .changedElsewhere(stands)
                case .applied, nil: break
                }
            } catch {
                switch error {
                case .unavailable:
                    withdraw(change, for: user, confirmed)
                case .refused, .changedElsewhere:
                    throw error
                default:
                    queues[user] = before
                    throw error
                }
            }
            return settings(of: user, known[user] ?? confirmed)
        }

        /// Puts a choice in the place of those that the store can't have got.
        private mutating func enqueue(
            _ isOn: Bool,
            for user: UserID,
            _ confirmed: Confirmed,
            at time: Date
        ) -> PendingChange {
            changes += 1
            let change = PendingChange(id: PendingChangeID("C-\(changes)"), newDeals: isOn, madeAt: time)
            let base = queues[user]?.first?.base ?? confirmed.version
            queues[user, default: []].removeAll { !$0.wasSent }
            queues[user, default: []].append(Queued(change: change, base: base))
            return change
        }

        /// Takes a choice back that asks for what is so already, as long as it was not sent.
        private mutating func withdraw(_ change: PendingChange, for user: UserID, _ confirmed: Confirmed) {
            let others = queues[user, default: []].filter { $0.change != change }
            let before = others.last?.change.newDeals ?? confirmed.newDeals
            let wasSent = queues[user, default: []].contains { $0.change == change && $0.wasSent }
            if !wasSent, before == change.newDeals { queues[user] = others }
        }

        mutating func send(of user: UserID) throws(SettingsError) -> [SentChange] {
            var told: [SentChange] = []
            while let next = queues[user]?.first {
                let result: SentChange.Outcome
                do throws(SettingsError) {
                    if reach == .losingNextAnswer { queues[user]?[0].wasSent = true }
                    let confirmed = try put(next, for: user)
                    known[user] = confirmed
                    for index in queues[user, default: []].indices { queues[user]?[index].base = confirmed.version }
                    result = .applied
                } catch {
                    switch error {
                    case .refused: result = .refused
                    case .changedElsewhere(let stands): result = .changedElsewhere(stands)
                    default: throw error
                    }
                }
                queues[user]?.removeFirst()
                told.append(SentChange(next.change, result))
            }
            return told
        }

        // MARK: What the store does

        private func stored(_ user: UserID) throws(SettingsError) -> Confirmed {
            switch reach {
            case .away: throw .unavailable
            case .failing(let error): throw error
            case .open, .refusing, .losingNextAnswer: break
            }
            guard let stands = store[user] else { throw .unknownUser }
            return stands
        }

        private mutating func put(_ queued: Queued, for user: UserID) throws(SettingsError) -> Confirmed {
            let stands = try stored(user)
            if let answered = answers[queued.change.id] { return answered }
            if reach == .refusing { throw .refused }
            guard stands.version == queued.base else {
                known[user] = stands
                throw .changedElsewhere(NotificationSettings(confirmed: stands.newDeals))
            }
            let confirmed = Confirmed(newDeals: queued.change.newDeals, version: stands.version + 1)
            store[user] = confirmed
            answers[queued.change.id] = confirmed
            applied[user, default: []].append(queued.change.newDeals)
            guard reach == .losingNextAnswer else { return confirmed }
            reach = .open
            throw .unavailable
        }
    }
}

extension ReadError {
    /// What a failure of the store means for a fetch, which changes nothing.
    fileprivate init(_ error: SettingsError) {
        self =
            switch error {
            case .unknownUser: .unknownUser
            case .unauthorised: .unauthorised
            case .unavailable, .notKept: .unavailable
            case .refused, .changedElsewhere, .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}
