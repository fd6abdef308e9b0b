import Domain
import Foundation
import GRDB

@testable import LocalData
import TestSupport

/// The location of a test's database: what applies in memory applies on disk.
enum Place: CaseIterable {
    case memory, disk
}

/// Creates a folder for each test.
func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "local-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Creates a database for each test.
func withStore<Value>(_ place: Place, _ body: (LocalDatabase) async throws -> Value) async throws -> Value {
    switch place {
    case .memory: try await body(store(.memory))
    case .disk: try await withFolder { try await body(store(.file(file(in: $0)))) }
    }
}

func file(in folder: URL) -> URL {
    folder.appending(path: "deals.sqlite")
}

func store(
    _ location: LocalDatabase.Location,
    patience: Duration = .seconds(60),
    clock: any Clock<Duration> = StoppedClock(),
    onWarning: @escaping @Sendable (LocalDataWarning) -> Void = { _ in }
) throws(LocalDataError) -> LocalDatabase {
    try LocalDatabase(location, patience: patience, clock: clock, now: { noon }, onWarning: onWarning)
}

extension LocalDatabase {
    nonisolated private var profiles: LocalTable<Profile> { .answer("profile") }

    func keep(
        _ profile: Profile,
        of user: UserID,
        asOf: Date?,
        unreadable: [FieldPath] = []
    ) async throws(LocalDataError) {
        let answer = Snapshot(profile, freshness: .unknown, unreadable: unreadable)
        try await write { [profiles] in try profiles.replace(user, answer, asOf, $0) }
    }

    func profile(of user: UserID) async throws(LocalDataError) -> Snapshot<Profile>? {
        try await read { [profiles] in try profiles.read(user, $0)?.snapshot }
    }
}

/// 21 November 2026, 12:00:00 UTC.
let noon = Date(timeIntervalSince1970: 1_795_262_400)
let ada = UserID("ada")
let bob = UserID("bob")

func deal(_ number: Int, title: String = "An offer", end: Double? = nil) -> Deal {
    let end = DealEnd.moment(noon + (end ?? Double(number)))
    return Deal(id: DealID("D-\(number)"), title: title, subtitle: nil, end: end, terms: "As agreed.")
}

/// Runs statements on a file without the database's knowledge.
func execute(_ sql: String, in url: URL) throws {
    let database = try DatabaseQueue(path: url.path)
    try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    try database.close()
}

/// Returns the last column of a query's result; its arguments are null.
func query(_ sql: String, in url: URL) throws -> [String] {
    let database = try DatabaseQueue(path: url.path)
    defer { try? database.close() }
    return try database.read { database in
        let statement = try database.makeStatement(sql: sql)
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).map { row in "\(row[row.count - 1] ?? "NULL")" }
    }
}

/// Returns every file of a folder with its contents.
func contents(of folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        contents[name] = try Data(contentsOf: folder.appending(path: name))
    }
    return contents
}
