#if Journal
    import Foundation
    import GRDB

    /// Runs a statement on a file behind the journal's back.
    func execute(_ sql: String, in url: URL) throws {
        let database = try DatabaseQueue(path: url.path)
        try database.writeWithoutTransaction { try $0.execute(sql: sql) }
        try database.close()
    }
#endif
