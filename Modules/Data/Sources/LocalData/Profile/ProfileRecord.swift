#if Account
    import Domain
    import Foundation
    import GRDB

    /// A profile as a row, with the age and the gaps it was kept with.
    struct ProfileRecord: Equatable {
        let name: DatabaseValue
        let phone: DatabaseValue
        let bonusPoints: Int
        let asOf: Double?
        let unreadable: String

        init(name: DatabaseValue, phone: DatabaseValue, bonusPoints: Int, asOf: Double?, unreadable: String) {
            self.name = name
            self.phone = phone
            self.bonusPoints = bonusPoints
            self.asOf = asOf
            self.unreadable = unreadable
        }

        static func read(of user: UserID, in database: Database) throws -> ProfileRecord? {
            try Row.fetchOne(
                database,
                sql: "SELECT name, phone, bonusPoints, asOf, unreadable FROM profile WHERE user = ?",
                arguments: [user.key]
            )
            .map { row in
                ProfileRecord(
                    name: row[0],
                    phone: row[1],
                    bonusPoints: Int.fromDatabaseValue(row[2]) ?? 0,
                    asOf: Double.fromDatabaseValue(row[3]),
                    unreadable: String.fromDatabaseValue(row[4]) ?? ""
                )
            }
        }

        func write(for user: UserID, into database: Database) throws {
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO profile (user, name, phone, bonusPoints, asOf, unreadable)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [user.key, name, phone, bonusPoints, asOf, unreadable]
            )
        }
    }
#endif
