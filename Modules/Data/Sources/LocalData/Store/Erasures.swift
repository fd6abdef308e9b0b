#if Account
    import GRDB

    /// How often all of a user was erased. An answer that was asked for before the last time is nobody's any more.
    enum Erasures {
        static func count(in database: Database) throws -> Int {
            try Int.fetchOne(database, sql: "SELECT count FROM erasure") ?? 0
        }
    }
#endif
