public import Foundation

/// Sends the changes that were made while the store could not be reached.
public protocol SendPendingChanges: Sendable {
    /// Sends the changes that are queued for `user`, oldest first, and returns the outcome of each in that order. The store
    /// applies each change once, even if it is sent again. A change that was refused, or superseded by a change made elsewhere,
    /// is removed from the queue and is part of the result.
    ///
    /// If a change can't be sent, it and the changes after it stay queued in their order. The call throws if not even the first
    /// change could be sent. Otherwise it returns the outcomes so far, and `pendingChanges(of:)` returns the rest.
    func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange]

    /// Returns the changes that are queued for `user`, oldest first.
    func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange]
}

/// A change that the store has not confirmed.
public struct PendingChange: Hashable, Sendable {
    /// Identifies the change; the store applies it once, even if it is sent several times.
    public let id: PendingChangeID
    /// Whether push notifications about new deals should be sent.
    public let newDeals: Bool
    /// When the person made it.
    public let madeAt: Date

    /// Creates a change from its parts.
    public init(id: PendingChangeID, newDeals: Bool, madeAt: Date) {
        self.id = id
        self.newDeals = newDeals
        self.madeAt = madeAt
    }
}

/// Identifies a change.
public typealias PendingChangeID = Identifier<PendingChange>

/// A change and its outcome.
public struct SentChange: Hashable, Sendable {
    /// The change.
    public let change: PendingChange
    /// The outcome.
    public let result: Outcome

    /// What the store did with a change.
    public enum Outcome: Hashable, Sendable {
        /// The store confirmed the change.
        case applied
        /// The store does not allow the change.
        case refused
        /// The setting was changed elsewhere in the meantime. The associated value is the current setting, which was not
        /// overwritten.
        case changedElsewhere(NotificationSettings)
    }

    /// Creates the outcome of `change`.
    public init(_ change: PendingChange, _ result: Outcome) {
        self.change = change
        self.result = result
    }
}
