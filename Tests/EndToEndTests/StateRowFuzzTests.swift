import Foundation
import GRDB
import TestSupport
import Testing

/// Rows that something else has written, through the process: each field of each table with extremes, in the database of the
/// store's data and in the journal of the hand-overs.
///
/// `EFFORT=full` tries them all; otherwise it is a fixed part of them.
@Suite("Rows that are out of bounds", .timeLimit(.minutes(60)))
struct StateRowFuzzTests {
    private static let extremes: [DatabaseValue] = [
        Int64.max.databaseValue, Int64.min.databaseValue, (-1).databaseValue, 0.databaseValue, 1e308.databaseValue,
        (-1e308).databaseValue, Double.infinity.databaseValue, .null, "".databaseValue, "[]".databaseValue,
        "\0\u{1B}[2J".databaseValue, String(repeating: "x", count: 100_000).databaseValue,
        "18446744073709551616".databaseValue, Data([0xFF, 0, 0xFE]).databaseValue,
    ]

    /// A field, an extreme, and a command that reads or writes the file.
    private struct Try: Sendable {
        let file: String
        let table: String
        let field: String
        let extreme: DatabaseValue
        let command: [String]
    }

    private static let commands = [
        "store/sandbox.sqlite": [
            "deals --offline", "settings --offline", "profile --offline", "deals", "settings", "sync",
            "settings --push on", "sign-out --discard-changes",
        ],
        "migration/journal.sqlite": [
            "migration status", "migration mismatches", "orders", "migration back orders", "migration chart OUT",
            "migration evidence OUT",
        ],
    ]

    @Test("Whatever stands in a row, every command ends by itself", arguments: commands.keys.sorted())
    func rows(file: String) async throws {
        try await withFolder { folder in
            let full = folder.appending(path: "full")
            try await Self.fill(full)
            let tries = try Self.tries(file, in: full)
            try #require(tries.count > 1_000, "\(tries.count)")
            // 149 shares no factor with the numbers of commands and extremes, so that all of them have their turn.
            let isFull = Effort.current == .full
            let chosen = tries.enumerated().filter { isFull || $0.offset.isMultiple(of: 149) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, (offset, one)) in chosen.enumerated() {
                    if number >= 3 { try await group.next() }
                    group.addTask { try await Self.played(one, on: full, in: folder.appending(path: "try-\(offset)")) }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Fills a state folder, and leaves a change that waits to be sent.
    private static func fill(_ state: URL) async throws {
        let account = AccountProcess(state: state)
        for command in [
            "migration set orders compare", "profile", "orders", "deals", "settings",
        ] {
            let ended = try await account.run(command.split(separator: " ").map(String.init))
            try #require(ended.code == 0, "\(command): \(ended.error)")
        }
        let queue = try DatabaseQueue(path: state.appending(path: "store/sandbox.sqlite").path)
        try await queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO pendingChange (user, key, newDeals, madeAt, version)
                    SELECT user, 'key', 0, 1.0, version FROM settings
                    """
            )
        }
    }

    private static func tries(_ file: String, in state: URL) throws -> [Try] {
        let queue = try DatabaseQueue(path: state.appending(path: file).path)
        let fields = try queue.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT sqlite_master.name AS owner, field.name AS name
                    FROM sqlite_master, pragma_table_info(sqlite_master.name) AS field
                    WHERE sqlite_master.type = 'table' AND sqlite_master.name NOT LIKE 'sqlite_%' ORDER BY 1, 2
                    """
            ).map { (table: $0["owner"] as String, field: $0["name"] as String) }
        }
        return fields.flatMap { table, field in
            extremes.flatMap { extreme in
                (commands[file] ?? []).map { command in
                    let words = command.split(separator: " ").map(String.init)
                    return Try(file: file, table: table, field: field, extreme: extreme, command: words)
                }
            }
        }
    }

    private static func played(_ one: Try, on full: URL, in state: URL) async throws {
        try FileManager.default.copyItem(at: full, to: state)
        defer { try? FileManager.default.removeItem(at: state) }
        let value = one.extreme.description.prefix(100)
        let what = "\(one.table).\(one.field) = \(value): \(one.command)"
        do {
            // Other programs write rows whatever these refer to.
            var configuration = Configuration()
            configuration.foreignKeysEnabled = false
            let queue = try DatabaseQueue(path: state.appending(path: one.file).path, configuration: configuration)
            try await queue.write { database in
                // What a table refuses can't stand in it.
                let change = "UPDATE OR IGNORE \(one.table) SET \(one.field) = ?"
                do {
                    try database.execute(sql: change, arguments: [one.extreme])
                } catch DatabaseError.SQLITE_MISMATCH {}
            }
            let command = one.command.map { $0 == "OUT" ? state.appending(path: "out").path : $0 }
            let ended = try await AccountProcess(state: state).run(command, limit: .seconds(60))
            #expect(ended.code != nil, "\(what) ended with \(ended.status): \(ended.error.suffix(500))")
        } catch {
            Issue.record("\(what): \(error)")
        }
    }
}
