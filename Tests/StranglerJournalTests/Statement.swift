#if Journal
    import Foundation
    import GRDB

    /// Runs a statement on a file without the journal's knowledge.
    func execute(_ sql: String, in url: URL) throws {
        let database = try DatabaseQueue(path: url.path)
        try database.writeWithoutTransaction { try $0.execute(sql: sql) }
        try database.close()
    }
#endif
