public import Foundation

/// Sends the changes that were made while the store could not be reached.
public protocol SendPendingChanges: Sendable {
    /// Sends what is queued for `user`, oldest first, each change once as the store sees it, and answers what became of
    /// each in that order. A change that was refused, or overtaken by one made elsewhere, is taken off the queue and told.
    ///
    /// If one can't be sent, it and what comes after it stay queued in their order. The call throws if nothing became of
    /// any; otherwise it answers what became of those before, and `pendingChanges(of:)` has the rest.
    func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange]

    /// What is queued for `user`, oldest first.
    func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange]
}

/// A change that the store has not confirmed.
public struct PendingChange: Hashable, Sendable {
    /// Names the change; the store applies it once, however often it is sent.
    public let id: PendingChangeID
    /// Whether push notifications about new deals are to be sent.
    public let newDeals: Bool
    /// When the person made it.
    public let madeAt: Date

    /// Makes a change of its parts.
    public init(id: PendingChangeID, newDeals: Bool, madeAt: Date) {
        self.id = id
        self.newDeals = newDeals
        self.madeAt = madeAt
    }
}

/// Names one change.
public typealias PendingChangeID = Identifier<PendingChange>

/// What became of a change.
public struct SentChange: Hashable, Sendable {
    /// The change.
    public let change: PendingChange
    /// What the store did with it.
    public let result: Outcome

    /// What a store does with a change.
    public enum Outcome: Hashable, Sendable {
        /// It is confirmed.
        case applied
        /// It is not allowed.
        case refused
        /// The setting was changed elsewhere in between; this is what stands now, and it was left so.
        case changedElsewhere(NotificationSettings)
    }

    /// Says what became of `change`.
    public init(_ change: PendingChange, _ result: Outcome) {
        self.change = change
        self.result = result
    }
}
