import Domain
import DomainContracts
import Foundation
import GRDB
import Synchronization
import Testing

@testable import LocalData

@Suite("What is offline first does what every implementation must do, in memory and on disk")
struct ContractTests {
    @Test("Offers", arguments: DealsContract.rows, Place.allCases)
    func deals(_ row: DealsContract.Row, _ place: Place) async throws {
        try await withStores(place) { newStore in
            let contract = DealsContract(timeLimit: .seconds(120)) { situation in
                let remote = DealsRemote(situation)
                let deals = OfflineFirst(.deals, of: ada, in: try newStore(), now: { noon }, remote: remote.fetch)
                return ObservedRead(observe: deals, refresh: deals, set: remote.set)
            }
            try await contract.check(row)
        }
    }

    @Test("Profiles", arguments: FetchProfileContract.rows, Place.allCases)
    func profiles(_ row: FetchProfileContract.Row, _ place: Place) async throws {
        try await withStores(place) { newStore in
            let contract = FetchProfileContract(timeLimit: .seconds(120)) { situation in
                let store = try newStore()
                if case .cached(let profiles, let asOf) = situation {
                    for (user, profile) in profiles {
                        try await store.keep(profile, of: user, asOf: asOf)
                    }
                }
                return OfflineFetchProfile(remote: ProfileRemote(situation), database: store, now: { noon }).profile
            }
            try await contract.check(row)
        }
    }

    @Test("Settings", arguments: SettingsContract.rows, Place.allCases)
    func settings(_ row: SettingsContract.Row, _ place: Place) async throws {
        try await withStores(place) { newStore in
            let contract = SettingsContract(timeLimit: .seconds(120)) { confirmed in
                let server = SettingsServer(newDeals: confirmed.confirmed)
                let settings = try newStore().settings(server)
                return SettingsArrangement(
                    fetch: settings,
                    update: settings,
                    pending: settings,
                    tell: { await server.tell($0) },
                    applied: { await server.made }
                )
            }
            try await contract.check(row)
        }
    }

    /// Creates new stores for a row, and deletes them afterwards.
    private func withStores(
        _ place: Place,
        _ body: (@escaping @Sendable () throws -> LocalDatabase) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try await body {
                switch place {
                case .memory: try store(.memory)
                case .disk: try store(.file(folder.appending(path: "\(UUID().uuidString).sqlite")))
                }
            }
        }
    }
}

/// A store of offers in the situation of a contract.
private final class DealsRemote: Sendable {
    private let situation: Mutex<ReadSituation<UserID, [Deal]>>

    init(_ situation: ReadSituation<UserID, [Deal]>) {
        self.situation = Mutex(situation)
    }

    @Sendable func set(_ next: ReadSituation<UserID, [Deal]>) {
        situation.withLock { $0 = next }
    }

    /// Reports repetitions, as every remote list does, and leaves the choice to the database on this device.
    @Sendable func fetch() async throws(ReadError) -> Snapshot<[Deal]> {
        let answer = try await situation.withLock { $0 }.answer(ada)
        var seen: Set<DealID> = []
        let repeated = answer.value.indices.filter { !seen.insert(answer.value[$0].id).inserted }
        return Snapshot(
            answer.value,
            freshness: answer.freshness,
            unreadable: answer.unreadable + repeated.map { FieldPath([.index($0)]) }
        )
    }
}

/// A store of profiles in the situation of a contract.
private struct ProfileRemote: FetchProfile {
    private let situation: ReadSituation<UserID, Profile>

    init(_ situation: ReadSituation<UserID, Profile>) {
        self.situation = situation
    }

    func profile(of user: UserID) async throws(ReadError) -> Snapshot<Profile> {
        // The cached values were put into the database on this device.
        if case .cached = situation { throw .unavailable }
        return try await situation.answer(user) { profile in
            Profile(name: profile.name, phone: nil, bonusPoints: profile.bonusPoints)
        }
    }
}

extension SettingsServer {
    func tell(_ event: SettingsStoreEvent) {
        switch event {
        case .goesAway: state = .outOfReach
        case .comesBack: state = .inReach
        case .asksToWait: state = .asksToWait
        case .asksToSignIn: state = .asksToSignIn
        case .isMalformed: state = .unreadable
        case .refusesChanges: state = .refusesChanges
        case .losesNextAnswer: losesNextAnswer = true
        case .changesElsewhere(let newDeals): changeElsewhere(newDeals)
        case .isHeldUp(let gate): state = .heldUp { () throws(CancellationError) in try await gate.pass() }
        }
    }
}
