public import Domain

/// A change in the store behind the settings, or in the connection to it.
public enum SettingsStoreEvent: Sendable {
    /// The store can't be reached any more.
    case goesAway
    /// The store can be reached again, and accepts all requests.
    case comesBack
    /// The store asks to wait, whatever is requested.
    case asksToWait
    /// The store asks to sign in.
    case asksToSignIn
    /// The store's responses can't be read.
    case isMalformed
    /// The store permits no change from now on.
    case refusesChanges
    /// The store applies the next change, but the connection is lost before the response. The connection works again for the
    /// request after that.
    case losesNextAnswer
    /// Another device changes the setting. The store counts it as a change even if the value is the same.
    case changesElsewhere(newDeals: Bool)
    /// The gate delays each of the store's responses: before it responds, the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it doesn't support cancellation.
    case isHeldUp(Gate)
}

/// Implementations of the use cases about settings that belong together, over one store.
public struct SettingsArrangement: Sendable {
    let fetch: any FetchNotificationSettings
    let update: any UpdateNotificationSettings
    let pending: any SendPendingChanges
    let tell: @Sendable (SettingsStoreEvent) async throws -> Void
    let applied: @Sendable () async throws -> [Bool]

    /// Creates an arrangement from the implementations, a function that changes the store, and a function that returns the
    /// changes that the store has applied: oldest first, each as often as it was applied, without those made elsewhere.
    public init(
        fetch: any FetchNotificationSettings,
        update: any UpdateNotificationSettings,
        pending: any SendPendingChanges,
        tell: @escaping @Sendable (SettingsStoreEvent) async throws -> Void,
        applied: @escaping @Sendable () async throws -> [Bool]
    ) {
        self.fetch = fetch
        self.update = update
        self.pending = pending
        self.tell = tell
        self.applied = applied
    }
}
