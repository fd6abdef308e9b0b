#if Account
    public import Domain
    public import Foundation
    import GRDB

    /// Which notifications a person wants, offline first: what the store confirmed is kept, and a change is written down
    /// before it is sent, so that it is made once, whatever breaks in between.
    public struct OfflineSettings: FetchNotificationSettings, UpdateNotificationSettings, SendPendingChanges {
        private let remote: RemoteSettings
        private let database: LocalDatabase
        private let now: @Sendable () -> Date
        private let newKey: @Sendable () -> String

        /// Stands before `remote`.
        ///
        /// - Parameter newKey: Makes the idempotency key of a change; no two are ever the same, on any device.
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
        /// As the protocol says: live, or as it was kept if the store can't be reached.
        public func notificationSettings(
            of user: UserID
        ) async throws(ReadError) -> Snapshot<NotificationSettings> {
            do throws(SettingsError) {
                do throws(SettingsError) {
                    return try await fetched(of: user)
                } catch .notKept {
                    // What is kept can't be used, and counts as absent.
                    database.warn(.notKept(.unavailable(code: 0)))
                    return Snapshot(
                        NotificationSettings(confirmed: try await remote.fetch(user).newDeals),
                        freshness: .live
                    )
                } catch {
                    guard error == .unavailable, let kept = try await kept(of: user) else { throw error }
                    return kept
                }
            } catch {
                throw ReadError(error)
            }
        }

        private func kept(of user: UserID) async throws(SettingsError) -> Snapshot<NotificationSettings>? {
            try await keeping { () async throws(LocalDataError) in try await database.settings.read(of: user) }
        }

        /// Asks the store, and keeps the answer unless something was confirmed meanwhile: that is at least as new.
        private func fetched(of user: UserID) async throws(SettingsError) -> Snapshot<NotificationSettings> {
            let before = try await keeping { () async throws(LocalDataError) in
                try await database.read { database in
                    Standing(
                        erasures: try LocalDatabase.erasures(in: database),
                        version: try SettingsRecord.read(of: user, in: database)?.version
                    )
                }
            }
            let asked = now()
            let answer = try await remote.fetch(user)
            let settings = try await keeping { () async throws(LocalDataError) in
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

        /// What an answer must find unchanged to be kept.
        private struct Standing: Sendable {
            let erasures: Int
            let version: DatabaseValue?
        }
    }

    // MARK: - Changing

    extension OfflineSettings {
        /// As the protocol says. A change that the store may have made although it failed is pending too. A choice that is
        /// what was confirmed last is compared with what the store has now.
        public func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
            let fresh = try await kept(of: user) == nil ? try await fetched(of: user).value : nil
            let id = PendingChangeID(newKey())
            let effect = try await keeping { [now] () async throws(LocalDataError) in
                try await database.changes.choose(isOn, of: user, as: id, at: now())
            }
            switch effect {
            case .nothingKept: throw .unauthorised
            case .alreadyConfirmed: return try await confirmed(isOn, of: user, seen: fresh)
            case .withdrew: break
            case .alreadyUnderWay(let id), .queued(let id): try await send(id, of: user)
            }
            guard let settings = try await kept(of: user)?.value else { throw .unauthorised }
            // It may have been made before another device changed it, and only now is known to have been.
            if settings.newDeals != isOn { throw .changedElsewhere(settings) }
            return settings
        }

        /// Sees whether a choice that was confirmed last still is; `fresh` is what the store has just said, if it has.
        private func confirmed(
            _ isOn: Bool,
            of user: UserID,
            seen fresh: NotificationSettings?
        ) async throws(SettingsError) -> NotificationSettings {
            if let fresh { return fresh }
            let settings: NotificationSettings
            do throws(ReadError) {
                settings = try await notificationSettings(of: user).value
            } catch {
                throw SettingsError(error)
            }
            if settings.newDeals != isOn { throw .changedElsewhere(settings) }
            return settings
        }

        /// Sends the queue, and throws if the change with this identifier was not made and won't be.
        private func send(_ id: PendingChangeID, of user: UserID) async throws(SettingsError) {
            let settled: [SentChange]
            do throws(SettingsError) {
                settled = try await sendPendingChanges(of: user)
            } catch {
                switch error {
                case .unavailable: return
                case .cancelled, .notKept: throw error
                default:
                    // A change that may have been made all the same stays queued, and is pending rather than failed.
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
        /// As the protocol says.
        public func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange] {
            try await keeping { () async throws(LocalDataError) in try await database.changes.read(of: user) }
        }

        /// As the protocol says. Two that send at once send the same keys, so that the store makes each change once.
        public func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange] {
            var settled: [SentChange] = []
            do throws(SettingsError) {
                try await reachStore(for: user)
                while let change = try await next(of: user) {
                    let result = try await result(of: change, user)
                    settled.append(SentChange(change.change, result))
                }
            } catch {
                // What became of the changes before must be told; what stopped this one is met again with the next call.
                if settled.isEmpty { throw error }
            }
            return settled
        }

        /// Sends what is queued each time `signals` says that the store may be reachable, until they end or the task is
        /// cancelled.
        ///
        /// - Parameter tell: Is told what became of changes, or why none could be sent.
        public func sendPendingChanges(
            of user: UserID,
            at signals: some AsyncSequence<Void, Never>,
            tell: (Result<[SentChange], SettingsError>) async -> Void
        ) async {
            for await _ in signals {
                do throws(SettingsError) {
                    let settled = try await sendPendingChanges(of: user)
                    if !settled.isEmpty { await tell(.success(settled)) }
                } catch {
                    if error != .cancelled { await tell(.failure(error)) }
                }
            }
        }

        /// Sees that the store can be reached before a change is sent for the first time: one that was sent in vain could
        /// not be told from one whose answer was lost, and could be withdrawn no more.
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
                    // What stands now is asked for first: if that fails, the change is sent again and the same is found.
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

        private func keeping<Value>(
            _ work: () async throws(LocalDataError) -> Value
        ) async throws(SettingsError) -> Value {
            do throws(LocalDataError) {
                return try await work()
            } catch {
                throw error == .cancelled ? .cancelled : .notKept
            }
        }
    }

    extension ReadError {
        /// What a failure of the settings means for a fetch, which changes nothing.
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
#endif
