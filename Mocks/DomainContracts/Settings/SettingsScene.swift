import Domain

/// What Ada does with her settings, in words of the rows.
struct SettingsScene: Sendable {
    let contract: SettingsContract
    let arranged: SettingsArrangement

    func tell(_ event: SettingsStoreEvent) async throws { try await arranged.tell(event) }

    func applied() async throws -> [Bool] { try await arranged.applied() }

    func fetching(_ user: UserID) -> @Sendable () async throws(SettingsError) -> Snapshot<NotificationSettings> {
        { [arranged] () async throws(SettingsError) in
            do throws(ReadError) {
                return try await arranged.fetch.notificationSettings(of: user)
            } catch {
                throw SettingsError(error)
            }
        }
    }

    func setting(_ isOn: Bool) -> @Sendable () async throws(SettingsError) -> NotificationSettings {
        { [arranged] () async throws(SettingsError) in try await arranged.update.setNewDeals(isOn, for: ada) }
    }

    var sending: @Sendable () async throws(SettingsError) -> [SentChange] {
        { [arranged] () async throws(SettingsError) in try await arranged.pending.sendPendingChanges(of: ada) }
    }

    func fetched() async throws -> Snapshot<NotificationSettings> { try await contract.answer(fetching(ada)) }

    func set(_ isOn: Bool) async throws -> NotificationSettings { try await contract.answer(setting(isOn)) }

    func sent() async throws -> [SentChange] { try await contract.answer(sending) }

    func queued() async throws -> [PendingChange] {
        try await contract.answer { [arranged] () async throws(SettingsError) in
            try await arranged.pending.pendingChanges(of: ada)
        }
    }

    func expectFailure<Output: Sendable>(
        _ failure: SettingsError,
        cancelled: Bool = false,
        _ call: @escaping @Sendable () async throws(SettingsError) -> Output
    ) async throws {
        try await contract.expectFailure(failure, cancelled: cancelled, call)
    }

    func outcome<Output: Sendable>(
        _ call: @escaping @Sendable () async throws(SettingsError) -> Output
    ) async throws -> Result<Output, SettingsError> {
        try await contract.outcome(call)
    }

    /// Fetches the settings, takes the store out of reach, and then makes these choices one after the other.
    func setOffline(_ choices: Bool...) async throws -> NotificationSettings {
        var answer = try await fetched().value
        try await tell(.goesAway)
        for choice in choices { answer = try await set(choice) }
        return answer
    }
}
