#if Account
    public import Domain
    public import Foundation
    import GRDB

    /// The offers that are kept, by user. A row that can't be read is told as a gap of its list, and passed over otherwise.
    public struct KeptDeals: Sendable {
        let store: LocalStore

        /// Keeps a whole list in place of the one that was kept: who reads meets the one or the other. Of offers with one
        /// identifier the first is kept. Memory does not grow with the list.
        ///
        /// - Parameters:
        ///   - asOf: When the store said so; `nil` if nobody knows.
        ///   - unreadable: What is missing from the list.
        public func persist(
            _ deals: some Sequence<Deal> & Sendable,
            of user: UserID,
            asOf: Date?,
            unreadable: [FieldPath] = []
        ) async throws(LocalDataError) {
            try await store.write { database in
                try Self.replace(deals, of: user, asOf: asOf, unreadable: unreadable, in: database)
            }
        }

        /// Keeps one offer, in place of the one with its identifier if there is one. The list is as old as it was.
        public func persist(_ deal: Deal, of user: UserID) async throws(LocalDataError) {
            try await store.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO dealList (user, unreadable, revision) VALUES (?, '[]', 1)
                        ON CONFLICT DO UPDATE SET revision = revision + 1
                        """,
                    arguments: [user.key]
                )
                let statement = try DealRecord.insertion(replacing: true, into: database)
                try DealTranslator.record(deal).insert(for: user.key.databaseValue, by: statement)
            }
        }

        /// The whole list, ordered by `Deal.endingFirst`; `nil` if none was kept.
        public func list(of user: UserID) async throws(LocalDataError) -> Snapshot<[Deal]>? {
            try await store.read { try KeptDealList(of: user, in: $0)?.snapshot }
        }

        /// The offer with this identifier, if it is kept.
        public func read(_ id: DealID, of user: UserID) async throws(LocalDataError) -> Deal? {
            try await store.readOnce { database in
                let statement = try database.cachedStatement(sql: Self.one)
                var deal: Deal?
                try DealRecord.forEach(statement, [user.key, id.key]) { deal = DealTranslator.deal($0) }
                return deal
            }
        }

        /// A page of the offers that stand longer than `time`, ordered by `Deal.endingFirst`. It takes hardly longer in a
        /// long list than in a short one.
        ///
        /// - Parameters:
        ///   - limit: How many at most.
        ///   - last: The last offer of the page before; `nil` for the first page.
        public func deals(
            endingAfter time: Date,
            limit: Int,
            after last: Deal? = nil,
            of user: UserID
        ) async throws(LocalDataError) -> [Deal] {
            try await store.readOnce { database in
                let from = last.map(DealTranslator.record)
                let statement = try database.cachedStatement(sql: from == nil ? Self.firstPage : Self.nextPage)
                var arguments: StatementArguments = [user.key, time.column]
                if let from { arguments += [from.over, from.id] }
                arguments += [max(0, limit)]
                var page: [Deal] = []
                try DealRecord.forEach(statement, arguments) { record in
                    if let deal = DealTranslator.deal(record) { page.append(deal) }
                }
                return page
            }
        }

        /// Erases one offer; the list is as old as it was.
        public func erase(_ id: DealID, of user: UserID) async throws(LocalDataError) {
            try await store.write { database in
                try database.execute(sql: "DELETE FROM deal WHERE user = ? AND id = ?", arguments: [user.key, id.key])
                try database.execute(
                    sql: "UPDATE dealList SET revision = revision + 1 WHERE user = ?",
                    arguments: [user.key]
                )
            }
        }

        /// Erases the list.
        public func eraseAll(of user: UserID) async throws(LocalDataError) {
            try await store.write { database in
                try database.execute(sql: "DELETE FROM deal WHERE user = ?", arguments: [user.key])
                try database.execute(sql: "DELETE FROM dealList WHERE user = ?", arguments: [user.key])
            }
        }

        /// Follows the list: as it is, and then after every change by this process or another. An error is an update like
        /// another; the sequence ends when its task is cancelled, and a slow reader gets the latest.
        public func observe(of user: UserID) -> AsyncStream<Result<Snapshot<[Deal]>?, LocalDataError>> {
            store.observe(
                { try KeptDealList.revision(of: user, in: $0) },
                value: { try KeptDealList(of: user, in: $0)?.snapshot }
            )
        }

        private static let one = "SELECT \(DealRecord.columns) FROM deal WHERE user = ? AND id = ?"
        static let firstPage = """
            SELECT \(DealRecord.columns) FROM deal WHERE user = ? AND over > ? ORDER BY over, id LIMIT ?
            """
        /// The plus keeps SQLite from searching by the first bound, which may lie far below the second.
        static let nextPage = """
            SELECT \(DealRecord.columns) FROM deal WHERE user = ? AND +over > ? AND (over, id) > (?, ?)
            ORDER BY over, id LIMIT ?
            """
    }

    // MARK: - In a transaction

    extension KeptDeals {
        /// Puts a list in place of the one that was kept.
        static func replace(
            _ deals: some Sequence<Deal>,
            of user: UserID,
            asOf: Date?,
            unreadable: [FieldPath],
            in database: Database
        ) throws {
            let key = user.key.databaseValue
            try database.execute(sql: "DELETE FROM deal WHERE user = ?", arguments: [key])
            let statement = try DealRecord.insertion(replacing: false, into: database)
            for deal in deals { try DealTranslator.record(deal).insert(for: key, by: statement) }
            try database.execute(
                sql: """
                    INSERT INTO dealList (user, asOf, unreadable, revision) VALUES (?1, ?2, ?3, 1)
                    ON CONFLICT DO UPDATE SET asOf = ?2, unreadable = ?3, revision = revision + 1
                    """,
                arguments: [key, asOf?.column, UnreadableRecord.text(unreadable)]
            )
        }
    }

    /// A list as it is kept.
    struct KeptDealList: Sendable {
        /// Which list it is: one more with every change.
        let revision: Int64
        let snapshot: Snapshot<[Deal]>

        static func revision(of user: UserID, in database: Database) throws -> Int64? {
            try Int64.fetchOne(database, sql: "SELECT revision FROM dealList WHERE user = ?", arguments: [user.key])
        }

        static func asOf(of user: UserID, in database: Database) throws -> Date? {
            try Double.fetchOne(database, sql: "SELECT asOf FROM dealList WHERE user = ?", arguments: [user.key])
                .map(Date.init(timeIntervalSinceReferenceDate:))
        }

        init?(of user: UserID, in database: Database) throws {
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
            var unreadable = UnreadableRecord.paths(String.fromDatabaseValue(head[2]))
            var index = 0
            try DealRecord.forEach(statement, [user.key]) { record in
                if let deal = DealTranslator.deal(record) {
                    deals.append(deal)
                } else {
                    unreadable.append(FieldPath([.field("deals"), .index(index)]))
                }
                index += 1
            }
            revision = Int64.fromDatabaseValue(head[0]) ?? 0
            snapshot = Snapshot(
                deals,
                freshness: Freshness(keptAsOf: Date(column: head[1])),
                unreadable: unreadable
            )
        }

        /// The same list, known to be as old as that.
        func with(_ freshness: Freshness) -> KeptDealList {
            KeptDealList(
                revision: revision,
                snapshot: Snapshot(snapshot.value, freshness: freshness, unreadable: snapshot.unreadable)
            )
        }

        private init(revision: Int64, snapshot: Snapshot<[Deal]>) {
            self.revision = revision
            self.snapshot = snapshot
        }
    }
#endif
