#if Account
    public import Domain

    /// The store's side of the settings, as the queue of changes needs it. docs/offline.md says what a store must keep to so
    /// that each change is made once.
    public struct RemoteSettings: Sendable {
        /// What the store has: whether notifications are sent, and the version of that, which no other value ever has.
        public typealias Answer = (newDeals: Bool, version: String)

        /// Asks for a user's settings.
        public let fetch: @Sendable (UserID) async throws(SettingsError) -> Answer

        /// Asks for one change, and answers what the store has then. A change that was sent before with the same key is not
        /// made again: its first answer is repeated, before `version` is looked at. Otherwise `.changedElsewhere` is thrown
        /// if the store no longer has `version`.
        public let change:
            @Sendable (_ user: UserID, _ newDeals: Bool, _ key: String, _ version: String)
                async throws(SettingsError) -> Answer

        /// Takes the two requests.
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
#endif
