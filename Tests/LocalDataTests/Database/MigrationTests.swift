import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@testable import LocalData

@Suite("Files of earlier versions", .turns)
struct MigrationTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")

    /// The contents of the fixtures, in any version.
    private static let deals = [
        Deal(
            id: DealID("D-3"),
            title: "Today only",
            subtitle: nil,
            end: .moment(Date(timeIntervalSinceReferenceDate: 816_998_400.5)),
            terms: "One line\nand another"
        ),
        Deal(
            id: DealID("D-1"),
            title: "Two for one",
            subtitle: "On .example names",
            end: CalendarDay(year: 2026, month: 11, day: 30)
                .map { .day($0, over: Date(timeIntervalSinceReferenceDate: 817_862_400)) },
            terms: "Once a customer."
        ),
        Deal(id: DealID("D-2"), title: "It's free", subtitle: nil, end: nil, terms: ""),
    ]

    @Test("Every version has its fixture, and there are no others")
    func complete() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.fixtures.path)
        #expect(names.sorted() == (1...Schema.steps.count).map { "schema-\($0).sql" })
    }

    @Test("All that was kept is still there", arguments: 1...Schema.steps.count)
    func migrated(version: Int) async throws {
        try await withFolder { folder in
            try make(file(in: folder), version)
            let store = try store(.file(file(in: folder)))

            let list = try await store.deals.list(of: ada)
            let gap = FieldPath([.field("deals"), .index(3), .field("title")])
            let asOf = Date(timeIntervalSinceReferenceDate: 816_955_200.25)
            #expect(list == Snapshot(Self.deals, freshness: .cached(asOf: asOf), unreadable: [gap]))
            let profile = try await store.profile(of: ada)
            let expected = Profile(name: "Ada Example", phone: "+49 30 1234567", bonusPoints: 120)
            #expect(profile == Snapshot(expected, freshness: .unknown))
            let ofBob = try await store.settings.read(of: bob)
            #expect(ofBob == Snapshot(NotificationSettings(confirmed: false), freshness: .unknown))
            let changes = try await store.changes.read(of: ada)
            #expect(changes.map(\.id.rawValue) == (version < 2 ? [] : ["K-7", "K-8"]))
            let page = try await store.deals.deals(endingAfter: .distantPast, limit: 2, of: ada)
            #expect(page == Array(Self.deals.prefix(2)))
        }
    }

    @Test("It is written like a new one from then on", arguments: 1...Schema.steps.count)
    func sameTables(version: Int) async throws {
        try await withFolder { folder in
            let old = folder.appending(path: "old.sqlite")
            let new = folder.appending(path: "new.sqlite")
            try make(old, version)
            let stores = try (store(.file(old)), store(.file(new)))
            for store in [stores.0, stores.1] {
                try await store.deals.persist([deal(1)], of: bob, asOf: noon)
            }
            #expect(try tables(of: old) == tables(of: new))
            #expect(try writtenVersion(of: old) == Schema.steps.count)
        }
    }

    @Test("A step that was released makes what it always made", arguments: 1...Schema.steps.count)
    func frozen(version: Int) async throws {
        try await withFolder { folder in
            let dumped = folder.appending(path: "dumped.sqlite")
            let stepped = folder.appending(path: "stepped.sqlite")
            try make(dumped, version)
            try execute(Schema.steps.prefix(version).joined(separator: "\n"), in: stepped)
            #expect(try tables(of: dumped) == tables(of: stepped))
        }
    }

    @Test("A file of a newer version is refused and left as it is")
    func newer() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            try await store(.file(url)).deals.persist([deal(1)], of: ada, asOf: noon)
            try execute("PRAGMA user_version = \(Schema.steps.count + 1)", in: url)
            let before = try Data(contentsOf: url)

            #expect(throws: LocalDataError.newerSchema(Schema.steps.count + 1)) { try store(.file(url)) }

            #expect(try Data(contentsOf: url) == before)
            try execute("PRAGMA user_version = \(Schema.steps.count)", in: url)
            let list = try await store(.file(url)).deals.list(of: ada)
            #expect(list?.value == [deal(1)])
        }
    }

    @Test("A migration that can't be finished leaves the file as it was")
    func halfway() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            try make(url, 1)
            // The last statement of the step fails because of this.
            try execute("CREATE TABLE erasure (count INTEGER)", in: url)
            let before = try tables(of: url)

            #expect(throws: LocalDataError.unavailable(code: 1)) { try store(.file(url)) }

            #expect(try tables(of: url) == before)
            #expect(try writtenVersion(of: url) == 1)
        }
    }

    private func make(_ url: URL, _ version: Int) throws {
        let fixture = Self.fixtures.appending(path: "schema-\(version).sql")
        try execute(try String(contentsOf: fixture, encoding: .utf8), in: url)
    }

    private func tables(of url: URL) throws -> [String] {
        try query("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name", in: url)
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    private func writtenVersion(of url: URL) throws -> Int? {
        try query("PRAGMA user_version", in: url).first.flatMap { Int($0) }
    }
}
