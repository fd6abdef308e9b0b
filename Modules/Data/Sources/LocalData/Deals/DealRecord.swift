#if Account
    import Domain
    import Foundation
    import GRDB

    /// An offer as a row.
    struct DealRecord: Equatable {
        let id: DatabaseValue
        let title: DatabaseValue
        let subtitle: DatabaseValue
        /// Year, month and day as one number, 20261130, for an offer that stands to the end of a day.
        let day: Int?
        /// When it is over; infinite if it never is, so that it comes last in the order of the index.
        let over: Double
        let terms: DatabaseValue

        static let columns = "id, title, subtitle, day, over, terms"

        init(
            id: DatabaseValue,
            title: DatabaseValue,
            subtitle: DatabaseValue,
            day: Int?,
            over: Double,
            terms: DatabaseValue
        ) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
            self.day = day
            self.over = over
            self.terms = terms
        }

        /// The rows that `statement` answers, which have `columns`, one after the other.
        ///
        /// Columns are taken from the statement itself: `Row` answers a `DatabaseValue` by generic code, and a long list takes
        /// a third longer.
        static func forEach(
            _ statement: Statement,
            _ arguments: StatementArguments,
            _ body: (DealRecord) throws -> Void
        ) throws {
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            while try rows.next() != nil { try body(DealRecord(statement.sqliteStatement)) }
        }

        /// Takes the row that a statement stands on.
        private init(_ row: SQLiteStatement) {
            func column(_ index: CInt) -> DatabaseValue { DatabaseValue(sqliteStatement: row, index: index) }
            self.init(
                id: column(0),
                title: column(1),
                subtitle: column(2),
                day: Int.fromDatabaseValue(column(3)),
                over: Double.fromDatabaseValue(column(4)) ?? .nan,
                terms: column(5)
            )
        }

        /// What writes rows of a user. Of an offer that is there already the older stays, unless it is to be replaced.
        static func insertion(replacing: Bool, into database: Database) throws -> Statement {
            try database.cachedStatement(sql: replacing ? newerStays : olderStays)
        }

        /// Writes the row for a user.
        func insert(for user: DatabaseValue, by statement: Statement) throws {
            try statement.execute(arguments: [user, id, title, subtitle, day, over, terms])
        }

        private static let olderStays = """
            INSERT INTO deal (user, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        private static let newerStays = """
            INSERT OR REPLACE INTO deal (user, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
    }
#endif
