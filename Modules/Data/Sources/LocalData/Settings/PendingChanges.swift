public import Domain
import Foundation
import GRDB

/// The queue of each user's changes that the store has not confirmed, oldest first.
///
/// A change that was never sent may be replaced or withdrawn. One that may have reached the store stays unchanged until the
/// store has reported its outcome. This ensures that the change is made once, even if it is sent several times. Every step
/// is one transaction, so processes that share the file see each change in one of these states.
/// docs/workspace/offline.md has a diagram of them.
///
/// Reasons: docs/adr/changes-with-keys.md.
public struct PendingChanges: Sendable {
    let database: LocalDatabase

    /// Returns the changes queued for `user`.
    public func read(of user: UserID) async throws(LocalDataError) -> [PendingChange] {
        try await database.read { try PendingChangeRecord.all(of: user, in: $0).map(\.change) }
    }
}

// MARK: - The life of a change

extension PendingChanges {
    /// The effect of a choice on the queue.
    enum Effect: Hashable, Sendable {
        /// No settings are stored, so it is unknown what the choice would change. The queue is unchanged.
        case nothingStored
        /// The choice is what the store has confirmed, and nothing is queued. The queue is unchanged.
        case alreadyConfirmed
        /// The choice withdrew a change that was never sent. Now nothing is queued, and the choice is what the store has
        /// confirmed.
        case withdrew
        /// A change that may have been sent makes the same choice. A change that was never sent and chose otherwise was
        /// withdrawn.
        case alreadyUnderWay(PendingChangeID)
        /// The choice is queued. If there was a change that was never sent, the choice has replaced it.
        case queued(PendingChangeID)
    }

    /// Applies a choice to the queue. `id` identifies the change if one is added.
    func choose(
        _ newDeals: Bool,
        of user: UserID,
        as id: PendingChangeID,
        at time: Date
    ) async throws(LocalDataError) -> Effect {
        try await database.write { database in
            guard let confirmed = try SettingsRecord.read(of: user, in: database) else { return .nothingStored }
            try database.execute(
                sql: "UPDATE settings SET chosen = ? WHERE user = ?",
                arguments: [id.rawValue.column, user.key]
            )
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

    /// Returns whether the choice with this identifier is the latest on this device.
    func isLatest(_ id: PendingChangeID, of user: UserID) async throws(LocalDataError) -> Bool {
        try await database.read { database in
            try DatabaseValue.fetchOne(
                database,
                sql: "SELECT chosen FROM settings WHERE user = ?",
                arguments: [user.key]
            ) == id.rawValue.column
        }
    }

    /// Returns the oldest change, and counts it as sent from now on. This must be stored before the change is sent.
    func sendNext(of user: UserID) async throws(LocalDataError) -> PendingChangeRecord? {
        try await database.write { database in
            guard let next = try PendingChangeRecord.all(of: user, in: database).first else { return nil }
            try next.count(attempts: 1, in: database)
            return next
        }
    }

    /// Removes a change from the queue that the store has made.
    ///
    /// The confirmed settings are updated only from the version on which the change was based. If something newer was read
    /// since, this response is older. The same applies to the changes that wait behind this one.
    func confirm(
        _ change: PendingChangeRecord,
        _ answer: RemoteSettings.Answer,
        of user: UserID,
        at time: Date
    ) async throws(LocalDataError) {
        try await database.write { database in
            // If another process has handled this change, it has handled the rest as well.
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

    /// Removes a change from the queue that the store will not make.
    func drop(_ change: PendingChangeRecord) async throws(LocalDataError) {
        try await database.write { _ = try change.remove(from: $0) }
    }

    /// Undoes the count of a request, because the store has certainly not made the change this time.
    func takeBack(_ change: PendingChangeRecord) async throws(LocalDataError) {
        try await database.write { try change.count(attempts: -1, in: $0) }
    }

    /// Removes a change from the queue if the store has certainly not made it.
    ///
    /// - Returns: Whether it is removed.
    func withdraw(_ id: PendingChangeID, of user: UserID) async throws(LocalDataError) -> Bool {
        try await database.write { database in
            let change = try PendingChangeRecord.all(of: user, in: database)
                .first { $0.change.id == id }
            guard let change else { return false }
            return try change.attempts == 0 && change.remove(from: database)
        }
    }
}
