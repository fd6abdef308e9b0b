import Domain
import Foundation
import TestSupport
import Testing

@testable import LocalData

@Suite("Erasing everything", .turns)
struct EraseAllTests {
    @Test("All that was kept is gone, whoever it belongs to", arguments: Place.allCases)
    func erased(place: Place) async throws {
        try await withStore(place) { store in
            for user in [ada, bob] { try await fill(store, for: user) }
            #expect(try await store.eraseAll(except: nil, discardingPendingChanges: false) == 0)

            let ofAda = try await kept(store, for: ada)
            #expect(ofAda == [false, false, false])
            let ofBob = try await kept(store, for: bob)
            #expect(ofBob == [false, false, false])
        }
    }

    @Test("No table of the database's own schema has anything of a user left, and each had something before")
    func everyTable() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            let store = try store(.file(url))
            let server = SettingsServer()
            let keys = Keys()
            for user in [ada, bob] {
                try await fill(store, for: user)
                await server.meet(.lost)
                _ = try await store.settings(server, keys: keys).setNewDeals(false, for: user)
            }
            let tables = try query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", in: url)
            // These tables contain only a number each, and nothing personal.
            let own = tables.filter { !["erasure", "sqlite_sequence"].contains($0) }
            #expect(own.count >= 5)
            for table in own { #expect(try rows(in: table, of: ada, url) > 0, "\(table) was not filled") }

            #expect(try await store.eraseAll(except: nil, discardingPendingChanges: true) == 0)

            for table in own {
                #expect(try rows(in: table, of: ada, url) == 0, "\(table)")
                #expect(try rows(in: table, of: bob, url) == 0, "\(table)")
            }
        }
    }

    private func rows(in table: String, of user: UserID, _ url: URL) throws -> Int {
        let key = user.rawValue.utf8.map { String($0, radix: 16) }.joined()
        return Int(try query("SELECT count(*) FROM \(table) WHERE user = x'\(key)'", in: url).first ?? "") ?? 0
    }

    @Test("Changes that were never sent forbid it, and nothing is touched", arguments: Place.allCases)
    func pending(place: Place) async throws {
        try await withStore(place) { store in
            try await fill(store, for: ada)
            let server = SettingsServer()
            await server.meet(.lost)
            _ = try await store.settings(server).setNewDeals(false, for: ada)

            #expect(try await store.eraseAll(except: nil, discardingPendingChanges: false) == 1)
            let before = try await kept(store, for: ada)
            #expect(before == [true, true, true])

            #expect(try await store.eraseAll(except: nil, discardingPendingChanges: true) == 0)
            let after = try await kept(store, for: ada)
            #expect(after == [false, false, false])
            let changes = try await store.changes.read(of: ada)
            #expect(changes.isEmpty)
        }
    }

    @Test("What can't be erased is reported")
    func notErased() async throws {
        try await withFolder { folder in
            let store = try store(.file(file(in: folder)), patience: .milliseconds(20))
            try await fill(store, for: ada)
            let holder = try Holder(file(in: folder))
            await #expect(throws: LocalDataError.locked) {
                _ = try await store.eraseAll(except: nil, discardingPendingChanges: true)
            }
            try holder.letGo()
        }
    }

    @Test("Of several users one alone can be left, whose data and changes stay", arguments: Place.allCases)
    func others(place: Place) async throws {
        try await withStore(place) { store in
            let keys = Keys()
            for user in [ada, bob] {
                try await fill(store, for: user)
                let server = SettingsServer()
                await server.meet(.lost)
                _ = try await store.settings(server, keys: keys).setNewDeals(false, for: user)
            }
            #expect(try await store.eraseAll(except: ada, discardingPendingChanges: false) == 1)
            #expect(try await kept(store, for: bob) == [true, true, true])

            #expect(try await store.eraseAll(except: ada, discardingPendingChanges: true) == 0)
            #expect(try await kept(store, for: ada) == [true, true, true])
            #expect(try await kept(store, for: bob) == [false, false, false])
            #expect(try await store.changes.read(of: ada).count == 1)
            #expect(try await store.changes.read(of: bob).isEmpty)
        }
    }

    private func fill(_ store: LocalDatabase, for user: UserID) async throws {
        try await store.deals.persist([deal(1)], of: user, asOf: noon)
        try await store.keep(Profile(name: "", phone: nil, bonusPoints: 0), of: user, asOf: noon)
        try await store.settings.persist((newDeals: true, version: "\"s-1\""), of: user, asOf: noon)
    }

    private func kept(_ store: LocalDatabase, for user: UserID) async throws -> [Bool] {
        [
            try await store.deals.list(of: user) != nil,
            try await store.profile(of: user) != nil,
            try await store.settings.read(of: user) != nil,
        ]
    }
}
