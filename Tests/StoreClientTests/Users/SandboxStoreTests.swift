import AccountSandbox
import Domain
import Foundation
import StoreClient
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("Profile, offers and settings over HTTP, asking the sandbox", .serialized, .timeLimit(.minutes(15)))
struct SandboxStoreTests {
    private static let ada = UserID("ada")

    private struct Store {
        let profile: StoreFetchProfile
        let deals: StoreDeals
        let settings: StoreSettings
        /// The settings on a connection of its own, for a change whose answer is lost.
        let freshSettings: StoreSettings

        init(_ server: SignedInServer) {
            profile = StoreFetchProfile(server.api())
            deals = StoreDeals(server.api())
            settings = StoreSettings(server.api())
            freshSettings = StoreSettings(server.api())
        }
    }

    private func withStore<Value>(
        _ faults: SandboxFault.Kind...,
        body: (Store, SandboxServer) async throws -> Value
    ) async throws -> Value {
        try await SignedInServer.with { signedIn in
            signedIn.server.setFaults(faults.map { SandboxFault($0) })
            return try await body(Store(signedIn), signedIn.server)
        }
    }

    @Test("The demo user's profile is live and complete")
    func profile() async throws {
        let answer = try await withStore { store, _ async throws in try await store.profile.profile(of: Self.ada) }
        let expected = Profile(name: "Ada Example", phone: "+44 20 7946 0018", bonusPoints: 1250)
        #expect(answer == Snapshot(expected, freshness: .live))
    }

    @Test("Nobody is an unknown user")
    func nobody() async throws {
        await #expect(throws: ProfileError.unknownUser) {
            try await withStore { store, _ async throws in try await store.profile.profile(of: UserID("nobody")) }
        }
    }

    @Test("All offers can be read, in the order in which they end, some of them over")
    func deals() async throws {
        let answer = try await withStore { store, _ async throws in try await store.deals.fetch() }
        #expect(answer.freshness == .live)
        #expect(answer.unreadable == [])
        #expect(answer.value.count == 8)
        #expect(answer.value == answer.value.sorted(by: Deal.endingFirst))
        #expect(answer.value.prefix(2).allSatisfy { !$0.isCurrent(at: Date()) })
        #expect(answer.value.last?.isCurrent(at: Date()) == true)
    }

    @Test(
        "An offer that can't be read is left out and told",
        arguments: [
            (SandboxFault.Kind.unreadableRecord, "title", 7), (.unknownFormat, "end", 7), (.duplicateID, "id", 8),
        ]
    )
    func flaws(_ kind: SandboxFault.Kind, _ field: String, _ count: Int) async throws {
        let answer = try await withStore(kind) { store, _ async throws in try await store.deals.fetch() }
        #expect(answer.value.count == count)
        #expect(answer.unreadable.map(\.components.last) == [.field(field)])
    }

    @Test("A change of settings is made, and another with the same key is not")
    func settings() async throws {
        try await withStore { store, server async throws in
            let seen = try await store.settings.fetch(Self.ada)
            let changed = try await store.settings.change(Self.ada, false, "k-1", seen.version)
            let again = try await store.settings.change(Self.ada, false, "k-1", seen.version)
            #expect(seen.newDeals)
            #expect(!changed.newDeals)
            #expect(again == changed)
            #expect(await server.settings(of: "ada").applied == [false])
        }
    }

    @Test("A change whose answer was lost is made once, however often it is sent")
    func lost() async throws {
        try await withStore { store, server async throws in
            let seen = try await store.settings.fetch(Self.ada)
            server.setFaults([SandboxFault(.dropApplied)])
            await #expect(throws: SettingsError.unavailable) {
                try await store.freshSettings.change(Self.ada, false, "k-1", seen.version)
            }
            server.setFaults([])
            let answer = try await store.settings.change(Self.ada, false, "k-1", seen.version)
            #expect(!answer.newDeals)
            #expect(await server.settings(of: "ada").applied == [false])
        }
    }

    @Test("A change of another device is found, and others' settings are refused")
    func refused() async throws {
        try await withStore { store, server async throws in
            let seen = try await store.settings.fetch(Self.ada)
            await server.changeSettingsElsewhere(of: "ada", newDeals: true)
            await #expect(throws: SettingsError.changedElsewhere(NotificationSettings(confirmed: true))) {
                try await store.settings.change(Self.ada, false, "k-1", seen.version)
            }
            let others = try await store.settings.fetch(UserID("grace"))
            await #expect(throws: SettingsError.refused) {
                try await store.settings.change(UserID("grace"), false, "k-2", others.version)
            }
        }
    }
}
