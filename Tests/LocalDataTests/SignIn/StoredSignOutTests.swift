#if Account
    import Domain
    import Foundation
    import LocalData
    import Synchronization
    import Testing

    @Suite("Signing out")
    struct StoredSignOutTests {
        @Test("All that was kept for the user is gone, and nothing of another", arguments: Place.allCases)
        func erased(place: Place) async throws {
            try await withStore(place) { store in
                for user in [ada, bob] { try await fill(store, for: user) }
                let remote = CountedSignOut()
                try await signOut(remote, store).signOut(discardingPendingChanges: false)

                #expect(remote.calls == 1)
                let ofAda = try await kept(store, for: ada)
                #expect(ofAda == [false, false, false])
                let ofBob = try await kept(store, for: bob)
                #expect(ofBob == [true, true, true])
            }
        }

        @Test("Changes that were never sent forbid it, and nothing is touched", arguments: Place.allCases)
        func pending(place: Place) async throws {
            try await withStore(place) { store in
                try await fill(store, for: ada)
                let server = SettingsServer()
                await server.meet(.lost)
                _ = try await store.settings(server).setNewDeals(false, for: ada)
                let remote = CountedSignOut()
                let signOut = signOut(remote, store)

                await #expect(throws: SignOutError.pendingChanges(1)) {
                    try await signOut.signOut(discardingPendingChanges: false)
                }
                #expect(remote.calls == 0)
                let before = try await kept(store, for: ada)
                #expect(before == [true, true, true])

                try await signOut.signOut(discardingPendingChanges: true)
                #expect(remote.calls == 1)
                let after = try await kept(store, for: ada)
                #expect(after == [false, false, false])
                let changes = try await store.changes.read(of: ada)
                #expect(changes.isEmpty)
            }
        }

        @Test("What can't be erased leaves the person signed in")
        func notErased() async throws {
            try await withFolder { folder in
                let store = try store(.file(file(in: folder)), patience: .milliseconds(20))
                try await fill(store, for: ada)
                let holder = try Holder(file(in: folder))
                let remote = CountedSignOut()
                await #expect(throws: SignOutError.notErased) {
                    try await signOut(remote, store).signOut(discardingPendingChanges: true)
                }
                #expect(remote.calls == 0)
                try holder.letGo()
            }
        }

        @Test("With nobody signed in there is nothing to erase")
        func nobody() async throws {
            try await withStore(.memory) { store in
                try await fill(store, for: ada)
                let remote = CountedSignOut()
                let signOut = StoredSignOut(remote: remote, store: store, user: { nil })
                try await signOut.signOut(discardingPendingChanges: false)
                #expect(remote.calls == 1)
                let after = try await kept(store, for: ada)
                #expect(after == [true, true, true])
            }
        }

        private func signOut(_ remote: CountedSignOut, _ store: LocalStore) -> StoredSignOut {
            StoredSignOut(remote: remote, store: store, user: { ada })
        }

        private func fill(_ store: LocalStore, for user: UserID) async throws {
            try await store.deals.persist([deal(1)], of: user, asOf: noon)
            try await store.profiles.persist(Profile(name: "", phone: nil, bonusPoints: 0), of: user, asOf: noon)
            try await store.settings.persist((newDeals: true, version: "\"s-1\""), of: user, asOf: noon)
        }

        private func kept(_ store: LocalStore, for user: UserID) async throws -> [Bool] {
            [
                try await store.deals.list(of: user) != nil,
                try await store.profiles.read(of: user) != nil,
                try await store.settings.read(of: user) != nil,
            ]
        }
    }

    private final class CountedSignOut: SignOut {
        private let count = Mutex(0)

        var calls: Int { count.withLock { $0 } }

        func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
            count.withLock { $0 += 1 }
        }
    }
#endif
