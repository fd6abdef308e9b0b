public import Domain
public import Foundation
import GRDB

/// Which notifications a person wants, offline first. The confirmed settings are stored, and a change is stored before it
/// is sent, so that it is made exactly once even after a crash or a lost connection.
public struct OfflineSettings: FetchNotificationSettings, UpdateNotificationSettings, SendPendingChanges {
    private let remote: RemoteSettings
    private let database: LocalDatabase
    private let now: @Sendable () -> Date
    private let newKey: @Sendable () -> String

    /// Wraps `remote`.
    ///
    /// - Parameter newKey: Creates the idempotency key of a change. Keys must be unique across all devices.
    public init(
        remote: RemoteSettings,
        database: LocalDatabase,
        now: @escaping @Sendable () -> Date,
        newKey: @escaping @Sendable () -> String
    ) {
        self.remote = remote
        self.database = database
        self.now = now
        self.newKey = newKey
    }
}

// MARK: - Fetching

extension OfflineSettings {
    /// Returns the settings: live, or the stored ones if the store can't be reached.
    public func notificationSettings(
        of user: UserID
    ) async throws(ReadError) -> Snapshot<NotificationSettings> {
        do throws(SettingsError) {
            do throws(SettingsError) {
                return try await fetched(of: user, isReported: true)
            } catch .notStored {
                // The stored data can't be used, and counts as missing.
                do throws(SettingsError) {
                    return Snapshot(
                        NotificationSettings(confirmed: try await remote.fetch(user).newDeals),
                        freshness: .live
                    )
                } catch {
                    throw error == .unavailable || error == .busy ? .notStored : error
                }
            } catch {
                guard [.unavailable, .busy, .notStored].contains(error), let kept = try await kept(of: user) else {
                    throw error
                }
                return kept
            }
        } catch {
            throw ReadError(error)
        }
    }

    private func kept(of user: UserID) async throws(SettingsError) -> Snapshot<NotificationSettings>? {
        try await keeping { () async throws(LocalDataError) in try await database.settings.read(of: user) }
    }

    /// Fetches from the store, and stores the response unless another one was confirmed in the meantime, which is at least
    /// as new.
    private func fetched(
        of user: UserID,
        isReported: Bool = false
    ) async throws(SettingsError) -> Snapshot<NotificationSettings> {
        let before = try await keeping(isReported: isReported) { () async throws(LocalDataError) in
            try await database.read { database in
                Standing(
                    erasures: try LocalDatabase.erasures(in: database),
                    version: try SettingsRecord.read(of: user, in: database)?.version
                )
            }
        }
        let asked = now()
        let answer = try await remote.fetch(user)
        let settings = try await keeping(isReported: isReported) { () async throws(LocalDataError) in
            try await database.write { database -> NotificationSettings? in
                guard try LocalDatabase.erasures(in: database) == before.erasures else { return nil }
                let kept = try SettingsRecord.read(of: user, in: database)
                let answered = SettingsRecord(answer, asOf: asked)
                if kept?.version == before.version { try answered.write(for: user, into: database) }
                let stands = kept?.version == before.version ? answered : kept ?? answered
                return stands.settings(pending: try PendingChangeRecord.all(of: user, in: database))
            }
        }
        guard let settings else { throw .unauthorised }
        return Snapshot(settings, freshness: .live)
    }

    /// The state that must be unchanged when a response arrives, for it to be stored.
    private struct Standing: Sendable {
        let erasures: Int
        let version: DatabaseValue?
    }
}

// MARK: - Changing

extension OfflineSettings {
    /// Changes the setting, or queues the change if the store can't be reached. A change that the store may have made
    /// although the call failed is pending too. If the choice equals the last confirmed value, it is compared with the
    /// store's current value.
    public func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        let fresh = try await kept(of: user) == nil ? try await fetched(of: user).value : nil
        let id = PendingChangeID(newKey())
        let effect = try await keeping { [now] () async throws(LocalDataError) in
            try await database.changes.choose(isOn, of: user, as: id, at: now())
        }
        let settings: NotificationSettings?
        switch effect {
        case .nothingStored: throw .unauthorised
        case .alreadyConfirmed:
            settings = if let fresh { fresh } else { try await current(of: user) }
        case .withdrew:
            settings = try await kept(of: user)?.value
        case .alreadyUnderWay(let id), .queued(let id):
            try await send(id, of: user)
            settings = try await kept(of: user)?.value
        }
        guard let settings else { throw .unauthorised }
        if settings.newDeals == isOn { return settings }
        // Somebody else has changed the setting, before or after: a later choice here, or another device.
        let isLatest = try await keeping { () async throws(LocalDataError) in
            try await database.changes.isLatest(id, of: user)
        }
        throw isLatest ? .changedElsewhere(settings) : .replaced(settings)
    }

    private func current(of user: UserID) async throws(SettingsError) -> NotificationSettings {
        do throws(ReadError) {
            return try await notificationSettings(of: user).value
        } catch {
            throw SettingsError(error)
        }
    }

    /// Sends the queue. Throws if the change with this identifier was not made and won't be.
    private func send(_ id: PendingChangeID, of user: UserID) async throws(SettingsError) {
        let settled: [SentChange]
        do throws(SettingsError) {
            settled = try await sendPendingChanges(of: user)
        } catch {
            switch error {
            case .unavailable, .busy: return
            case .cancelled, .notStored: throw error
            default:
                // A change that may have been made nevertheless stays queued, and is pending rather than failed.
                if try await withdrawn(id, of: user) { throw error }
                return
            }
        }
        switch settled.first(where: { $0.change.id == id })?.result {
        case .refused: throw .refused
        case .changedElsewhere(let settings): throw .changedElsewhere(settings)
        case .applied, nil: return
        }
    }

    private func withdrawn(_ id: PendingChangeID, of user: UserID) async throws(SettingsError) -> Bool {
        try await keeping { () async throws(LocalDataError) in try await database.changes.withdraw(id, of: user) }
    }
}

// MARK: - Sending

extension OfflineSettings {
    /// Returns the queued changes, oldest first.
    public func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange] {
        try await keeping { () async throws(LocalDataError) in try await database.changes.read(of: user) }
    }

    /// Sends the queued changes. Two calls at the same time send the same keys, so that the store makes each change once.
    public func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange] {
        var settled: [SentChange] = []
        do throws(SettingsError) {
            try await reachStore(for: user)
            while let change = try await next(of: user) {
                let result = try await result(of: change, user)
                settled.append(SentChange(change.change, result))
            }
        } catch {
            // The outcomes of the earlier changes must be returned. The next call meets what stopped this one again.
            if settled.isEmpty { throw error }
        }
        return settled
    }

    /// Checks that the store can be reached before a change is sent for the first time. A request that never reached the
    /// store can't be distinguished from one whose response was lost, and such a change could no longer be withdrawn.
    private func reachStore(for user: UserID) async throws(SettingsError) {
        let isNew = try await keeping { () async throws(LocalDataError) in
            try await database.read { try PendingChangeRecord.all(of: user, in: $0).first?.attempts == 0 }
        }
        if isNew { _ = try await fetched(of: user) }
    }

    private func next(of user: UserID) async throws(SettingsError) -> PendingChangeRecord? {
        try await keeping { () async throws(LocalDataError) in try await database.changes.sendNext(of: user) }
    }

    private func result(
        of change: PendingChangeRecord,
        _ user: UserID
    ) async throws(SettingsError) -> SentChange.Outcome {
        do throws(SettingsError) {
            let answer = try await remote.change(
                user,
                change.newDeals,
                String(column: change.key) ?? "",
                String(column: change.version) ?? ""
            )
            try await keeping { [now] () async throws(LocalDataError) in
                try await database.changes.confirm(change, answer, of: user, at: now())
            }
            return .applied
        } catch {
            switch error {
            case .refused:
                try await dropped(change)
                return .refused
            case .changedElsewhere:
                // The current settings are fetched first. If that fails, the change is sent again with the same result.
                let settings = try await fetched(of: user).value.confirmed
                try await dropped(change)
                return .changedElsewhere(NotificationSettings(confirmed: settings))
            case .unauthorised, .unknownUser:
                try await keeping { () async throws(LocalDataError) in try await database.changes.takeBack(change) }
                throw error
            default: throw error
            }
        }
    }

    private func dropped(_ change: PendingChangeRecord) async throws(SettingsError) {
        try await keeping { () async throws(LocalDataError) in try await database.changes.drop(change) }
    }

    /// - Parameter isReported: Whether the reason is reported. It is not part of the error.
    private func keeping<Value>(
        isReported: Bool = false,
        _ work: () async throws(LocalDataError) -> Value
    ) async throws(SettingsError) -> Value {
        do throws(LocalDataError) {
            return try await work()
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .signedOut: throw .unauthorised
            default:
                if isReported { database.warn(.notStored(error)) }
                throw .notStored
            }
        }
    }
}

extension ReadError {
    /// Creates the equivalent error for a fetch, which changes nothing.
    fileprivate init(_ error: SettingsError) {
        self =
            switch error {
            case .unknownUser: .unknownUser
            case .unauthorised: .unauthorised
            case .busy: .busy
            case .unavailable: .unavailable
            case .notStored: .notStored
            case .refused, .changedElsewhere, .replaced, .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}
