public import Domain
public import Foundation
import GRDB

extension LocalTable<[Deal]> {
    /// The offers, each in a row, so that a page of them is read without the rest. A row that can't be read is a gap in its
    /// list. If offers have the same identifier, the first is stored.
    public static let deals = LocalTable(
        head: { user, database in
            try Row.fetchOne(
                database,
                sql: "SELECT revision, asOf FROM dealList WHERE user = ?",
                arguments: [user.key]
            )
            .map { Head(revision: Int64.fromDatabaseValue($0[0]) ?? 0, asOf: Date(column: $0[1])) }
        },
        read: { user, database in try storedDeals(of: user, in: database) },
        replace: { user, answer, asOf, database in
            try LocalDeals.replace(answer.value, of: user, asOf: asOf, unreadable: answer.unreadable, in: database)
        }
    )

    private static func storedDeals(of user: UserID, in database: Database) throws -> Stored? {
        guard
            let head = try Row.fetchOne(
                database,
                sql: "SELECT revision, asOf, unreadable FROM dealList WHERE user = ?",
                arguments: [user.key]
            )
        else { return nil }
        let statement = try database.cachedStatement(
            sql: "SELECT \(DealRecord.columns) FROM deal WHERE user = ? ORDER BY over, id"
        )
        var deals: [Deal] = []
        var unreadable = [FieldPath](column: String.fromDatabaseValue(head[2]))
        var index = 0
        try DealRecord.forEach(statement, [user.key]) { record in
            if let deal = record.deal {
                deals.append(deal)
            } else {
                unreadable.append(FieldPath([.field("deals"), .index(index)]))
            }
            index += 1
        }
        return Stored(
            revision: Int64.fromDatabaseValue(head[0]) ?? 0,
            snapshot: Snapshot(deals, freshness: Freshness(cachedAsOf: Date(column: head[1])), unreadable: unreadable)
        )
    }
}

/// The offers on this device, by user.
public struct LocalDeals: Sendable {
    let database: LocalDatabase

    /// Stores a complete list in place of the previous one. Memory use does not grow with the list.
    ///
    /// - Parameters:
    ///   - asOf: When the store sent it, or `nil` if that is unknown.
    ///   - unreadable: The paths that are missing from the list.
    public func persist(
        _ deals: some Sequence<Deal> & Sendable,
        of user: UserID,
        asOf: Date?,
        unreadable: [FieldPath] = []
    ) async throws(LocalDataError) {
        try await database.write { database in
            try Self.replace(deals, of: user, asOf: asOf, unreadable: unreadable, in: database)
        }
    }

    /// Returns the complete list, ordered by `Deal.endingFirst`, or `nil` if none is stored.
    public func list(of user: UserID) async throws(LocalDataError) -> Snapshot<[Deal]>? {
        try await database.read { try LocalTable.deals.read(user, $0)?.snapshot }
    }

    /// Returns a page of the offers that are valid after `time`, ordered by `Deal.endingFirst`. A long list takes hardly
    /// more time than a short one.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of offers.
    ///   - last: The last offer of the previous page, or `nil` for the first page.
    public func deals(
        endingAfter time: Date,
        limit: Int,
        after last: Deal? = nil,
        of user: UserID
    ) async throws(LocalDataError) -> [Deal] {
        try await database.readOnce { database in
            let from = last.map { DealRecord($0) }
            let statement = try database.cachedStatement(sql: from == nil ? Self.firstPage : Self.nextPage)
            var arguments: StatementArguments = [user.key, time.column]
            if let from { arguments += [from.over, from.id] }
            arguments += [max(0, limit)]
            var page: [Deal] = []
            try DealRecord.forEach(statement, arguments) { record in
                if let deal = record.deal { page.append(deal) }
            }
            return page
        }
    }

    static let firstPage = """
        SELECT \(DealRecord.columns) FROM deal WHERE user = ? AND over > ? ORDER BY over, id LIMIT ?
        """
    /// The statement for the next page. The plus prevents SQLite from searching by the first bound, which may be far below
    /// the second.
    static let nextPage = """
        SELECT \(DealRecord.columns) FROM deal WHERE user = ? AND +over > ? AND (over, id) > (?, ?)
        ORDER BY over, id LIMIT ?
        """

    /// Replaces the stored list.
    static func replace(
        _ deals: some Sequence<Deal>,
        of user: UserID,
        asOf: Date?,
        unreadable: [FieldPath],
        in database: Database
    ) throws {
        let key = user.key.databaseValue
        try database.execute(sql: "DELETE FROM deal WHERE user = ?", arguments: [key])
        let statement = try DealRecord.insertion(into: database)
        for deal in deals { try DealRecord(deal).insert(for: key, by: statement) }
        try database.execute(
            sql: """
                INSERT INTO dealList (user, asOf, unreadable, revision) VALUES (?1, ?2, ?3, 1)
                ON CONFLICT DO UPDATE SET asOf = ?2, unreadable = ?3, revision = revision + 1
                """,
            arguments: [key, asOf?.column, unreadable.column]
        )
    }
}
