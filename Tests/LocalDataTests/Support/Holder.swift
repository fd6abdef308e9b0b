import Foundation
import GRDB

/// Another connection that locks a file.
struct Holder {
    private let database: DatabaseQueue

    /// Takes the lock that a write needs.
    init(_ url: URL) throws {
        database = try DatabaseQueue(path: url.path, configuration: Self.untidy)
        try database.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func letGo() throws {
        try database.inDatabase { try $0.execute(sql: "ROLLBACK") }
        try database.close()
    }

    private static var untidy: Configuration {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return configuration
    }
}
