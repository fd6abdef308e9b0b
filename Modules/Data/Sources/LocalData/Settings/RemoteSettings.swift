public import Domain

/// The store's side of the settings, as the queue of changes needs it. docs/workspace/offline.md lists the requirements
/// on the store, so that each change is made once.
public struct RemoteSettings: Sendable {
    /// The store's settings: whether notifications are sent, and the version of that value, which is never reused.
    public typealias Answer = (newDeals: Bool, version: String)

    /// Fetches a user's settings.
    public let fetch: @Sendable (UserID) async throws(SettingsError) -> Answer

    /// Requests one change, and returns the resulting settings. A change that was sent before with the same key is not made
    /// again: the store repeats its first response, without checking `version`. Otherwise, `.changedElsewhere` is thrown if
    /// the store no longer has `version`.
    public let change:
        @Sendable (_ user: UserID, _ newDeals: Bool, _ key: String, _ version: String)
            async throws(SettingsError) -> Answer

    /// Creates the settings from the two requests.
    public init(
        fetch: @escaping @Sendable (UserID) async throws(SettingsError) -> Answer,
        change:
            @escaping @Sendable (
                _ user: UserID, _ newDeals: Bool, _ key: String, _ version: String
            ) async throws(SettingsError) -> Answer
    ) {
        self.fetch = fetch
        self.change = change
    }
}
