#if Account
    public import Domain
    import Foundation
    import GRDB

    /// The queue of each user's changes that the store has not confirmed, oldest first.
    ///
    /// A change that was never sent may be replaced or withdrawn. One that may have reached the store stays as it is, until
    /// the store has said what became of it: only so is it made once, however often it is sent. Every step is one
    /// transaction, so processes that share the file see each change in one of these states. docs/offline.md draws them.
    public struct PendingChanges: Sendable {
        let database: LocalDatabase

        /// What is queued for `user`.
        public func read(of user: UserID) async throws(LocalDataError) -> [PendingChange] {
            try await database.read { try PendingChangeRecord.all(of: user, in: $0).map(\.change) }
        }
    }

    // MARK: - The life of a change

    extension PendingChanges {
        /// What a choice does to the queue.
        enum Effect: Hashable, Sendable {
            /// No settings are kept, so nobody knows what the choice would change. Nothing was done.
            case nothingKept
            /// It is what the store has confirmed, and nothing is queued. Nothing was done.
            case alreadyConfirmed
            /// It took back a change that was never sent. Now nothing is queued, and it is what the store has confirmed.
            case withdrew
            /// A change that may have been sent says the same. One that was never sent, and said otherwise, was taken back.
            case alreadyUnderWay(PendingChangeID)
            /// It is queued, in place of one that was never sent if there was one.
            case queued(PendingChangeID)
        }

        /// Puts a choice into the queue, with `id` for the change if it takes one.
        func choose(
            _ newDeals: Bool,
            of user: UserID,
            as id: PendingChangeID,
            at time: Date
        ) async throws(LocalDataError) -> Effect {
            try await database.write { database in
                guard let confirmed = try SettingsRecord.read(of: user, in: database) else { return .nothingKept }
                var standing = try PendingChangeRecord.all(of: user, in: database)
                var hasWithdrawn = false
                while let last = standing.last, last.attempts == 0 {
                    try last.remove(from: database)
                    standing.removeLast()
                    hasWithdrawn = true
                }
                if let last = standing.last, last.newDeals == newDeals {
                    return .alreadyUnderWay(last.change.id)
                }
                if standing.isEmpty, confirmed.newDeals == newDeals {
                    return hasWithdrawn ? .withdrew : .alreadyConfirmed
                }
                let change = PendingChangeRecord(
                    key: id.rawValue.column,
                    newDeals: newDeals,
                    madeAt: time.column,
                    version: confirmed.version,
                    attempts: 0
                )
                try change.append(for: user, into: database)
                return .queued(id)
            }
        }

        /// The oldest change, counted as sent from now on: it must be written down before it is sent.
        func sendNext(of user: UserID) async throws(LocalDataError) -> PendingChangeRecord? {
            try await database.write { database in
                guard let next = try PendingChangeRecord.all(of: user, in: database).first else { return nil }
                try next.count(attempts: 1, in: database)
                return next
            }
        }

        /// Takes a change off the queue that the store has made.
        ///
        /// What is confirmed moves on only from the version that the change was made on; if something newer was read since,
        /// this answer is older. The same goes for the changes that wait behind this one.
        func confirm(
            _ change: PendingChangeRecord,
            _ answer: RemoteSettings.Answer,
            of user: UserID,
            at time: Date
        ) async throws(LocalDataError) {
            try await database.write { database in
                // If another process has seen to it, it has seen to the rest as well.
                guard try change.remove(from: database) else { return }
                if try SettingsRecord.read(of: user, in: database)?.version == change.version {
                    try SettingsRecord(answer, asOf: time).write(for: user, into: database)
                }
                try database.execute(
                    sql: "UPDATE pendingChange SET version = ? WHERE user = ? AND version = ?",
                    arguments: [answer.version.column, user.key, change.version]
                )
            }
        }

        /// Takes a change off the queue that the store will not make.
        func drop(_ change: PendingChangeRecord) async throws(LocalDataError) {
            try await database.write { _ = try change.remove(from: $0) }
        }

        /// Takes back that a change was sent: the store has surely not made it this time.
        func takeBack(_ change: PendingChangeRecord) async throws(LocalDataError) {
            try await database.write { try change.count(attempts: -1, in: $0) }
        }

        /// Takes a change off the queue if the store surely has not made it.
        ///
        /// - Returns: Whether it is off.
        func withdraw(_ id: PendingChangeID, of user: UserID) async throws(LocalDataError) -> Bool {
            try await database.write { database in
                let change = try PendingChangeRecord.all(of: user, in: database)
                    .first { $0.change.id == id }
                guard let change else { return false }
                return try change.attempts == 0 && change.remove(from: database)
            }
        }
    }
#endif
