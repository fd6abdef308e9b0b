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

        /// Takes a row with `columns`.
        init(_ row: Row) {
            self.init(
                id: row[0],
                title: row[1],
                subtitle: row[2],
                day: Int.fromDatabaseValue(row[3]),
                over: Double.fromDatabaseValue(row[4]) ?? .nan,
                terms: row[5]
            )
        }

        /// Writes the row for a user. Of an offer that is there already the older stays, unless it is to be replaced.
        func insert(for user: Data, replacing: Bool, into database: Database) throws {
            let sql = replacing ? Self.replacement : Self.insertion
            try database.cachedStatement(sql: sql).execute(arguments: [user, id, title, subtitle, day, over, terms])
        }

        private static let insertion = """
            INSERT INTO deal (user, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        private static let replacement = """
            INSERT OR REPLACE INTO deal (user, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
    }
#endif
