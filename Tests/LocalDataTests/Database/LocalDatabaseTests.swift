import DataSupport
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LocalData

/// The warnings of a database.
final class Warnings: Sendable {
    private let told = Mutex<[LocalDataWarning]>([])

    var all: [LocalDataWarning] { told.withLock { $0 } }

    var setAside: [String] {
        all.compactMap { if case .setAside(let url) = $0 { url.lastPathComponent } else { nil } }
    }

    @Sendable func add(_ warning: LocalDataWarning) {
        told.withLock { $0.append(warning) }
    }
}

@Suite("The file of a store", .turns)
struct LocalDatabaseTests {
    private static let aside = "deals.sqlite-damaged-20261121T120000Z"

    @Test("What was kept is there when the file is opened again")
    func reopened() async throws {
        try await withFolder { folder in
            try await store(.file(file(in: folder))).deals.persist([deal(1)], of: ada, asOf: noon)
            let list = try await store(.file(file(in: folder))).deals.list(of: ada)
            #expect(list == Snapshot([deal(1)], freshness: .cached(asOf: noon)))
        }
    }

    @Test("The folder is made for its owner alone, and so is every file in it")
    func modes() async throws {
        try await withFolder { folder in
            let inner = folder.appending(path: "made/here")
            let store = try store(.file(file(in: inner)))
            try await store.deals.persist([deal(1)], of: ada, asOf: noon)

            #expect(try mode(inner) == 0o700)
            let names = try FileManager.default.contentsOfDirectory(atPath: inner.path)
            #expect(names.contains("deals.sqlite-wal"))
            for name in names { #expect(try mode(inner.appending(path: name)) == 0o600, "\(name)") }
        }
    }

    @Test("A file that was open to others is closed to them; a folder that was there stays as it is")
    func foreignModes() async throws {
        try await withFolder { folder in
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            try Data().write(to: file(in: folder))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file(in: folder).path)
            _ = try store(.file(file(in: folder)))
            #expect(try mode(folder) == 0o755)
            #expect(try mode(file(in: folder)) == 0o600)
        }
    }

    @Test("A file that is no database is set aside by name, with a warning, and a new one begun")
    func noDatabase() async throws {
        try await withFolder { folder in
            let bytes = Data("not a database, but long enough to look like one".utf8) + Data(count: 4_096)
            for name in [Self.aside, Self.aside + "-2"] {
                try bytes.write(to: file(in: folder))
                let warnings = Warnings()
                let store = try store(.file(file(in: folder)), onWarning: warnings.add)
                try await store.deals.persist([deal(1)], of: ada, asOf: noon)

                #expect(warnings.setAside == [name])
                #expect(try Data(contentsOf: folder.appending(path: name)) == bytes)
                let list = try await store.deals.list(of: ada)
                #expect(list?.value == [deal(1)])
            }
        }
    }

    @Test("A damaged file takes its side files with it")
    func sideFiles() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            try await fill(url)
            let store = try store(.file(url))
            // A process that doesn't use our locks has the file open, so its side files stay when we close it.
            let holder = try Holder(url)
            try overwrite(url, from: 8_192)

            let list = try await store.deals.list(of: ada)
            #expect(list == nil)

            let names = try contents(of: folder).keys
            for suffix in ["", "-wal", "-shm"] { #expect(names.contains(Self.aside + suffix)) }
            try holder.letGo()
        }
    }

    @Test("A file cut short is set aside too")
    func truncated() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            try await fill(url)
            let bytes = try Data(contentsOf: url)
            try bytes.prefix(bytes.count / 2).write(to: url)
            let warnings = Warnings()
            let store = try store(.file(url), onWarning: warnings.add)

            let list = try await store.deals.list(of: ada)
            #expect(list == nil)
            #expect(warnings.setAside == [Self.aside])
        }
    }

    @Test("Damage inside that shows only on reading is set aside then, and nothing was kept")
    func damagedOnReading() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            try await fill(url)
            try overwrite(url, from: 8_192)
            let warnings = Warnings()
            let store = try store(.file(url), onWarning: warnings.add)
            #expect(warnings.all == [])

            let list = try await store.deals.list(of: ada)
            #expect(list == nil)
            #expect(warnings.setAside == [Self.aside])
        }
    }

    @Test("Damage inside that shows only on writing is set aside then, and what was written is kept")
    func damagedOnWriting() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            try await fill(url)
            try overwrite(url, from: 8_192)
            let warnings = Warnings()
            let store = try store(.file(url), onWarning: warnings.add)

            try await store.deals.persist([deal(7)], of: ada, asOf: noon)

            let list = try await store.deals.list(of: ada)
            #expect(list?.value == [deal(7)])
            #expect(warnings.setAside == [Self.aside])
        }
    }

    @Test("A damaged file is not moved away under others who have it open, but when they have closed it")
    func damagedInUse() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            try await fill(url)
            var other: LocalDatabase? = try store(.file(url))
            try overwrite(url, from: 8_192)
            let warnings = Warnings()
            let store = try store(.file(url), onWarning: warnings.add)

            await #expect(throws: LocalDataError.damaged) { try await store.deals.list(of: ada) }
            #expect(warnings.all == [])
            #expect(other != nil)

            other = nil
            let list = try await store.deals.list(of: ada)
            #expect(list == nil)
            #expect(warnings.setAside == [Self.aside])
        }
    }

    @Test("An empty file is a new store")
    func empty() async throws {
        try await withFolder { folder in
            try Data().write(to: file(in: folder))
            let warnings = Warnings()
            let list = try await store(.file(file(in: folder)), onWarning: warnings.add).deals.list(of: ada)
            #expect(list == nil)
            #expect(warnings.all == [])
        }
    }

    @Test("Where no folder can be made, the error says so")
    func noFolder() async throws {
        try await withFolder { folder in
            let inTheWay = folder.appending(path: "file")
            try Data("kept".utf8).write(to: inTheWay)
            #expect(throws: LocalDataError.unavailable(code: 14)) { try store(.file(file(in: inTheWay))) }
            #expect(try Data(contentsOf: inTheWay) == Data("kept".utf8))
        }
    }

    @Test("A file that another keeps locked can be read, and is not waited for without end to write")
    func locked() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            let store = try store(.file(url), patience: .milliseconds(20))
            try await store.deals.persist([deal(1)], of: ada, asOf: noon)
            let holder = try Holder(url)

            await #expect(throws: LocalDataError.locked) {
                try await store.deals.persist([deal(2)], of: ada, asOf: noon)
            }
            let list = try await store.deals.list(of: ada)
            #expect(list?.value == [deal(1)])

            try holder.letGo()
            try await store.deals.persist([deal(2)], of: ada, asOf: noon)
        }
    }

    @Test("A file that another is opening is not waited for without end")
    func openedElsewhere() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            let opening = try FileLock(url.path + ".lock")
            #expect(try opening.tryToTake())
            #expect(throws: LocalDataError.locked) { try store(.file(url), patience: .milliseconds(20)) }
            withExtendedLifetime(opening) {}
        }
    }

    @Test("A write that is cancelled changes nothing, and says so")
    func cancelled() async throws {
        try await withFolder { folder in
            let store = try store(.file(file(in: folder)))
            try await store.deals.persist([deal(1)], of: ada, asOf: noon)
            let write = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await store.deals.persist([deal(2)], of: ada, asOf: noon)
            }
            await #expect(throws: LocalDataError.cancelled) { try await write.value }
            let list = try await store.deals.list(of: ada)
            #expect(list?.value == [deal(1)])
        }
    }

    @Test("A page that is cancelled is no page, and the next is whole")
    func cancelledPage() async throws {
        try await withFolder { folder in
            let store = try store(.file(file(in: folder)))
            try await store.deals.persist([deal(1)], of: ada, asOf: noon)
            let read = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await store.deals.deals(endingAfter: noon, limit: 10, of: ada)
            }
            await #expect(throws: LocalDataError.cancelled) { try await read.value }
            let page = try await store.deals.deals(endingAfter: noon, limit: 10, of: ada)
            #expect(page == [deal(1)])
        }
    }

    @Test("Damage that shows only on reading a page is set aside too")
    func damagedPage() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            try await fill(url)
            try overwrite(url, from: 8_192)
            let warnings = Warnings()
            let store = try store(.file(url), onWarning: warnings.add)

            let page = try await store.deals.deals(endingAfter: noon, limit: 10, of: ada)
            #expect(page == [])
            #expect(warnings.setAside == [Self.aside])
        }
    }

    @Test("Of a user who is erased no byte stays in any file")
    func erased() async throws {
        try await withFolder { folder in
            let store = try store(.file(file(in: folder)))
            let secret = "Ada's own affair"
            for _ in 0..<3 {
                try await store.deals.persist([deal(1, title: secret)], of: ada, asOf: noon)
                let profile = Profile(name: secret, phone: secret, bonusPoints: 1)
                try await store.keep(profile, of: ada, asOf: noon)
            }
            try await store.deals.persist([deal(1, title: "Bob's")], of: bob, asOf: noon)
            #expect(try contents(of: folder).values.contains { $0.range(of: Data(secret.utf8)) != nil })

            let pending = try await store.eraseAll(except: bob, discardingPendingChanges: false)

            #expect(pending == 0)
            #expect(try !contents(of: folder).values.contains { $0.range(of: Data(secret.utf8)) != nil })
            let list = try await store.deals.list(of: bob)
            #expect(list?.value.map(\.title) == ["Bob's"])
        }
    }

    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    private func fill(_ url: URL) async throws {
        try await store(.file(url)).deals.persist((0..<2_000).map { deal($0) }, of: ada, asOf: noon)
        try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
    }

    /// Damages the tables but not the first page, which is all that opening reads.
    private func overwrite(_ url: URL, from offset: Int) throws {
        var bytes = try Data(contentsOf: url)
        bytes.replaceSubrange(offset..., with: Data(repeating: 0xa5, count: bytes.count - offset))
        try bytes.write(to: url)
    }
}
