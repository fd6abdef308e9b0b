public import Domain
public import Foundation
import Synchronization

/// The use cases about settings over examples, with hooks: a store that is in reach or not, and a device with its queue.
///
/// It knows none of a store's rules: nothing is refused, overtaken or lost on the way. Stub `updates` and `sends` with what
/// a store would say.
public final class MockNotificationSettings: FetchNotificationSettings, UpdateNotificationSettings, SendPendingChanges {
    /// The input of a call of `setNewDeals(_:for:)`.
    public struct Choice: Hashable, Sendable {
        /// The user who chooses.
        public let user: UserID
        /// Whether push notifications about new deals are to be sent.
        public let newDeals: Bool
    }

    /// Stubs, holds and counts the calls of `notificationSettings(of:)`.
    public let fetches: MockCalls<UserID, Snapshot<NotificationSettings>, ReadError>
    /// Stubs, holds and counts the calls of `setNewDeals(_:for:)`.
    public let updates: MockCalls<Choice, NotificationSettings, SettingsError>
    /// Stubs, holds and counts the calls of `sendPendingChanges(of:)`.
    public let sends: MockCalls<UserID, [SentChange], SettingsError>
    private let memory: Memory

    /// Takes what the store has confirmed for each user.
    ///
    /// - Parameters:
    ///   - pending: The changes that the device has queued from before, oldest first.
    ///   - isAway: Whether the store is out of reach at first.
    ///   - kept: When the device learnt what the store has confirmed, if it knows that from the beginning.
    ///   - now: The clock for changes.
    public init(
        confirmed: [UserID: Bool],
        pending: [UserID: [PendingChange]] = [:],
        isAway: Bool = false,
        kept: Date? = nil,
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 0) }
    ) {
        let known = kept == nil ? [] : Set(confirmed.keys)
        let memory = Memory(
            State(confirmed: confirmed, queues: pending, isAway: isAway, known: known, keptAsOf: kept)
        )
        self.memory = memory
        fetches = MockCalls(cancelled: .cancelled) { user throws(ReadError) in
            try memory.state.withLock { (state) throws(ReadError) in try state.fetch(user) }
        }
        updates = MockCalls(cancelled: .cancelled) { choice throws(SettingsError) in
            try memory.state.withLock { (state) throws(SettingsError) in try state.set(choice, at: now()) }
        }
        sends = MockCalls(cancelled: .cancelled) { user throws(SettingsError) in
            try memory.state.withLock { (state) throws(SettingsError) in try state.send(of: user) }
        }
    }

    /// Returns what is confirmed and what is pending, or does as `fetches` says.
    public func notificationSettings(of user: UserID) async throws(ReadError) -> Snapshot<NotificationSettings> {
        try await fetches(user)
    }

    /// Changes it in the store, queues it if the store is out of reach, or does as `updates` says.
    public func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        try await updates(Choice(user: user, newDeals: isOn))
    }

    /// Sends what is queued, or does as `sends` says.
    public func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange] {
        try await sends(user)
    }

    /// Returns what is queued.
    public func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange] {
        memory.state.withLock { $0.queues[user, default: []] }
    }
}

// MARK: - The store

extension MockNotificationSettings {
    /// Takes the store out of reach, or brings it back.
    public func setAway(_ isAway: Bool) {
        memory.state.withLock { $0.isAway = isAway }
    }

    /// What the store has confirmed for `user`; `nil` if it knows nobody of that name.
    public func confirmed(of user: UserID) -> Bool? {
        memory.state.withLock { $0.confirmed[user] }
    }

    /// The changes that the store has applied for `user`, oldest first.
    public func applied(for user: UserID) -> [Bool] {
        memory.state.withLock { $0.applied[user, default: []] }
    }
}

// MARK: - How

extension MockNotificationSettings {
    private final class Memory: Sendable {
        let state: Mutex<State>

        init(_ state: State) {
            self.state = Mutex(state)
        }
    }

    private struct State {
        var confirmed: [UserID: Bool]
        var applied: [UserID: [Bool]] = [:]
        var queues: [UserID: [PendingChange]]
        var isAway: Bool
        /// The users of whom the device has learnt what the store has confirmed.
        var known: Set<UserID>
        let keptAsOf: Date?
        private var changes = 0

        init(
            confirmed: [UserID: Bool],
            queues: [UserID: [PendingChange]],
            isAway: Bool,
            known: Set<UserID>,
            keptAsOf: Date?
        ) {
            self.confirmed = confirmed
            self.queues = queues
            self.isAway = isAway
            self.known = known
            self.keptAsOf = keptAsOf
            changes = queues.values.joined().count
        }

        mutating func fetch(_ user: UserID) throws(ReadError) -> Snapshot<NotificationSettings> {
            let isConfirmed = try learnt(user)
            let settings = NotificationSettings(confirmed: isConfirmed, pending: queues[user]?.last?.newDeals)
            let kept = keptAsOf.map { Freshness.kept(asOf: $0) } ?? .unknown
            return Snapshot(settings, freshness: isAway ? kept : .live)
        }

        mutating func set(_ choice: Choice, at time: Date) throws(SettingsError) -> NotificationSettings {
            let isConfirmed: Bool
            do throws(ReadError) { isConfirmed = try learnt(choice.user) } catch { throw SettingsError(error) }
            guard isAway else {
                queues[choice.user] = []
                return NotificationSettings(confirmed: apply(choice.newDeals, for: choice.user))
            }
            changes += 1
            let change = PendingChange(id: PendingChangeID("C-\(changes)"), newDeals: choice.newDeals, madeAt: time)
            queues[choice.user] = choice.newDeals == isConfirmed ? [] : [change]
            return NotificationSettings(confirmed: isConfirmed, pending: choice.newDeals)
        }

        mutating func send(of user: UserID) throws(SettingsError) -> [SentChange] {
            let queue = queues[user, default: []]
            if isAway, !queue.isEmpty { throw .unavailable }
            queues[user] = []
            for change in queue { _ = apply(change.newDeals, for: user) }
            return queue.map { SentChange($0, .applied) }
        }

        /// What the store has confirmed, as far as the device can know it.
        private mutating func learnt(_ user: UserID) throws(ReadError) -> Bool {
            if isAway, !known.contains(user) { throw .unavailable }
            guard let isConfirmed = confirmed[user] else { throw .unknownUser }
            known.insert(user)
            return isConfirmed
        }

        private mutating func apply(_ newDeals: Bool, for user: UserID) -> Bool {
            confirmed[user] = newDeals
            applied[user, default: []].append(newDeals)
            return newDeals
        }
    }
}
