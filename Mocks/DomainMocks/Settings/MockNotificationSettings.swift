public import Domain
public import Foundation

/// The use cases about settings with examples and hooks: a store that may be out of reach, and a device with its queue.
///
/// The mock has none of a store's rules: no change is refused, superseded or lost. Stub `updates` and `sends` with the outcomes
/// of a store.
public final class MockNotificationSettings: FetchNotificationSettings, UpdateNotificationSettings, SendPendingChanges {
    /// The input of a call of `setNewDeals(_:for:)`.
    public struct Choice: Hashable, Sendable {
        /// The user whose setting changes.
        public let user: UserID
        /// Whether push notifications about new deals should be sent.
        public let newDeals: Bool
    }

    /// Stubs, holds and counts the calls of `notificationSettings(of:)`.
    public let fetches: MockCalls<UserID, Snapshot<NotificationSettings>, ReadError>
    /// Stubs, holds and counts the calls of `setNewDeals(_:for:)`.
    public let updates: MockCalls<Choice, NotificationSettings, SettingsError>
    /// Stubs, holds and counts the calls of `sendPendingChanges(of:)`.
    public let sends: MockCalls<UserID, [SentChange], SettingsError>
    private let memory: Memory<State>

    /// Creates a mock from the settings that the store has confirmed for each user.
    ///
    /// - Parameters:
    ///   - confirmed: Whether each user wants to hear of new deals, as the store has confirmed it.
    ///   - pending: The changes that the device has queued before, oldest first.
    ///   - isAway: Whether the store is out of reach at first.
    ///   - receivedAt: When the device received the confirmed settings, if it has them from the beginning.
    ///   - now: The clock for changes.
    public init(
        confirmed: [UserID: Bool],
        pending: [UserID: [PendingChange]] = [:],
        isAway: Bool = false,
        cached receivedAt: Date? = nil,
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 0) }
    ) {
        let known = receivedAt == nil ? [] : Set(confirmed.keys)
        let memory = Memory(
            State(
                confirmed: confirmed,
                queues: pending,
                absence: isAway ? .unavailable : nil,
                known: known,
                cachedAsOf: receivedAt,
                changes: pending.values.joined().count
            )
        )
        self.memory = memory
        fetches = MockCalls(cancelled: .cancelled) { user throws(ReadError) in
            try memory.withLock { (state) throws(ReadError) in try state.fetch(user) }
        }
        updates = MockCalls(cancelled: .cancelled) { choice throws(SettingsError) in
            try memory.withLock { (state) throws(SettingsError) in try state.set(choice, at: now()) }
        }
        sends = MockCalls(cancelled: .cancelled) { user throws(SettingsError) in
            try memory.withLock { (state) throws(SettingsError) in try state.send(of: user) }
        }
    }

    /// Returns the confirmed setting and the pending one, or the outcome that `fetches` prescribes.
    public func notificationSettings(of user: UserID) async throws(ReadError) -> Snapshot<NotificationSettings> {
        try await fetches(user)
    }

    /// Changes the setting in the store, queues the change if the store is out of reach, or does what `updates` prescribes.
    public func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        try await updates(Choice(user: user, newDeals: isOn))
    }

    /// Sends the queued changes, or does what `sends` prescribes.
    public func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange] {
        try await sends(user)
    }

    /// Returns the queued changes.
    public func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange] {
        memory.withLock { $0.queues[user, default: []] }
    }
}

// MARK: - The store

extension MockNotificationSettings {
    /// Takes the store out of reach, or makes it reachable again. With `.busy`, the store asks to wait.
    public func setAway(_ isAway: Bool, as failure: ReadError = .unavailable) {
        memory.withLock { $0.absence = isAway ? failure : nil }
    }

    /// Returns the setting that the store has confirmed for `user`, or `nil` if it doesn't know that user.
    public func confirmed(of user: UserID) -> Bool? {
        memory.withLock { $0.confirmed[user] }
    }

    /// Returns the changes that the store has applied for `user`, oldest first.
    public func applied(for user: UserID) -> [Bool] {
        memory.withLock { $0.applied[user, default: []] }
    }
}

// MARK: - How

extension MockNotificationSettings {
    private struct State {
        var confirmed: [UserID: Bool]
        var applied: [UserID: [Bool]] = [:]
        var queues: [UserID: [PendingChange]]
        /// Why the store can't be reached; `nil` if it can.
        var absence: ReadError?
        /// The users whose confirmed setting the device has received.
        var known: Set<UserID>
        let cachedAsOf: Date?
        /// How many changes were ever queued.
        var changes: Int

        mutating func fetch(_ user: UserID) throws(ReadError) -> Snapshot<NotificationSettings> {
            let isConfirmed = try learnt(user)
            let settings = NotificationSettings(confirmed: isConfirmed, pending: queues[user]?.last?.newDeals)
            let kept = cachedAsOf.map { Freshness.cached(asOf: $0) } ?? .unknown
            return Snapshot(settings, freshness: absence == nil ? .live : kept)
        }

        mutating func set(_ choice: Choice, at time: Date) throws(SettingsError) -> NotificationSettings {
            let isConfirmed: Bool
            do throws(ReadError) { isConfirmed = try learnt(choice.user) } catch { throw SettingsError(error) }
            guard absence != nil else {
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
            if let absence, !queue.isEmpty { throw SettingsError(absence) }
            queues[user] = []
            for change in queue { _ = apply(change.newDeals, for: user) }
            return queue.map { SentChange($0, .applied) }
        }

        /// Returns the confirmed setting as far as the device can know it.
        private mutating func learnt(_ user: UserID) throws(ReadError) -> Bool {
            if let absence, !known.contains(user) { throw absence }
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
