import DataSupport
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LocalData

/// A database of one person, and one that can't be opened.
@Suite("The owner of a database", .turns)
struct OwnerTests {
    private func opened(
        _ folder: URL,
        of owner: UserID,
        _ fence: SignOutFence
    ) throws -> (LocalDatabase, [LocalDataWarning]) {
        let warnings = Warned()
        let database = try LocalDatabase(
            .file(file(in: folder)),
            fence: fence,
            owner: owner,
            clock: StoppedClock(),
            now: { noon },
            onWarning: warnings.tell
        )
        return (database, warnings.all)
    }

    @Test("What an earlier version stored for others is erased and said; nothing of the owner's is lost")
    func others() async throws {
        try await withFolder { folder in
            let older = try store(.file(file(in: folder)))
            let keys = Keys()
            for user in [ada, bob] {
                try await older.deals.persist([deal(1)], of: user, asOf: noon)
                try await older.settings.persist((newDeals: true, version: "1"), of: user, asOf: noon)
                let server = SettingsServer()
                await server.meet(.lost)
                _ = try await older.settings(server, keys: keys).setNewDeals(false, for: user)
            }
            let (database, warnings) = try opened(folder, of: ada, SignOutFence(folder.appending(path: "fence")))
            #expect(warnings == [.erasedOthers(pendingChanges: 1)])
            #expect(try await database.deals.list(of: bob) == nil)
            #expect(try await database.changes.read(of: bob).isEmpty)
            #expect(try await database.deals.list(of: ada) != nil)
            #expect(try await database.changes.read(of: ada).count == 1)
            // Once.
            let again = try opened(folder, of: ada, SignOutFence(folder.appending(path: "fence")))
            #expect(again.1 == [])
        }
    }

    @Test("A process that began before somebody else signed in erases nothing of theirs")
    func late() async throws {
        try await withFolder { folder in
            let fence = SignOutFence(folder.appending(path: "fence"))
            // Bob signs in meanwhile, and his data is stored.
            try await SignOutFence(folder.appending(path: "fence")).signOut(
                on: StoppedClock(),
                busy: LocalDataError.locked
            ) { count throws(LocalDataError) in try? count() }
            try await store(.file(file(in: folder))).deals.persist([deal(1)], of: bob, asOf: noon)
            let (database, _) = try opened(folder, of: ada, fence)
            #expect(try await database.deals.list(of: bob) != nil)
        }
    }

    @Test(
        "A database that can't be opened is read from a copy, with or without its side file",
        arguments: [false, true]
    )
    func copy(isOpen: Bool) async throws {
        try await withFolder { folder in
            var original: LocalDatabase? = try store(.file(file(in: folder)))
            try await original?.deals.persist([deal(1)], of: ada, asOf: noon)
            // A file in the place of the lock: the database can't be opened for writing.
            if !isOpen {
                original = nil
                try FileManager.default.removeItem(at: URL(filePath: file(in: folder).path + ".lock"))
                try FileManager.default.createDirectory(
                    at: URL(filePath: file(in: folder).path + ".lock"),
                    withIntermediateDirectories: true
                )
                #expect(throws: LocalDataError.self) { try store(.file(file(in: folder))) }
            }
            let before = try contents(of: folder, where: { $0.hasSuffix(".sqlite") })
            let copy = LocalDatabase(
                copyOf: file(in: folder),
                clock: StoppedClock(),
                now: { noon },
                onWarning: { _ in }
            )
            #expect(try await copy.deals.list(of: ada)?.value.count == 1)
            #expect(try contents(of: folder, where: { $0.hasSuffix(".sqlite") }) == before)
            withExtendedLifetime(original) {}
        }
    }

    @Test("Without a file there is nothing; a file that can't be read is an error, and not nothing")
    func unreadable() async throws {
        try await withFolder { folder in
            let missing = LocalDatabase(
                copyOf: file(in: folder),
                clock: StoppedClock(),
                now: { noon },
                onWarning: { _ in }
            )
            #expect(try await missing.deals.list(of: ada) == nil)
            try Data("no database".utf8).write(to: file(in: folder))
            let broken = LocalDatabase(
                copyOf: file(in: folder),
                clock: StoppedClock(),
                now: { noon },
                onWarning: { _ in }
            )
            await #expect(throws: LocalDataError.damaged) { try await broken.deals.list(of: ada) }
            let deals = OfflineFirst(.deals, of: ada, in: broken, now: { noon }) { () throws(ReadError) in
                throw .unavailable
            }
            await #expect(throws: ReadError.notStored) { try await deals.read() }
            let updates = deals.observe()
            try? await deals.refresh()
            for await update in updates {
                #expect(update == .failure(.notStored))
                break
            }
        }
    }

    private func contents(of folder: URL, where isMeant: (String) -> Bool) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where isMeant(name) {
            contents[name] = try Data(contentsOf: folder.appending(path: name))
        }
        return contents
    }
}

private final class Warned: Sendable {
    private let warnings = Mutex<[LocalDataWarning]>([])

    var all: [LocalDataWarning] { warnings.withLock { $0 } }

    @Sendable func tell(_ warning: LocalDataWarning) { warnings.withLock { $0.append(warning) } }
}
