import Domain
import Foundation
import LocalData
import TestSupport
import Testing

@Suite("A profile, offline first", .turns)
struct OfflineFetchProfileTests {
    private let ofAda = Profile(name: "Ada Example", phone: "+49 30 1234567", bonusPoints: 120)

    @Test(
        "What the store answers is shown live, and kept with the time it was asked for",
        arguments: Place.allCases
    )
    func kept(place: Place) async throws {
        try await withStore(place) { store in
            let remote = RemoteProfile(.success(Snapshot(ofAda, freshness: .live)))
            let profile = stored(remote, in: store)
            let live = try await profile.profile(of: ada)
            #expect(live == Snapshot(ofAda, freshness: .live))

            remote.answers(.failure(.unavailable))
            let kept = try await profile.profile(of: ada)
            #expect(kept == Snapshot(ofAda, freshness: .cached(asOf: noon)))
            await #expect(throws: ProfileError.unavailable) { try await profile.profile(of: bob) }
        }
    }

    @Test(
        "Any other failure is a failure, and erases nothing",
        arguments: [ProfileError.unknownUser, .unauthorised, .malformed, .cancelled]
    )
    func failed(error: ProfileError) async throws {
        try await withStore(.memory) { store in
            try await store.keep(ofAda, of: ada, asOf: noon)
            let profile = stored(RemoteProfile(.failure(error)), in: store)
            await #expect(throws: error) { try await profile.profile(of: ada) }
            let kept = try await store.profile(of: ada)
            #expect(kept?.value == ofAda)
        }
    }

    @Test("An answer that can't be kept is shown all the same, with a warning")
    func notStored() async throws {
        try await withFolder { folder in
            let warnings = Warnings()
            let store = try store(.file(file(in: folder)), patience: .milliseconds(20), onWarning: warnings.add)
            let holder = try Holder(file(in: folder))
            let live = Snapshot(ofAda, freshness: .live)
            let answer = try await stored(RemoteProfile(.success(live)), in: store).profile(of: ada)
            #expect(answer == live)
            #expect(warnings.all == [.notStored(.locked)])
            try holder.letGo()
        }
    }

    @Test("An answer that arrives after the sign-out is not kept")
    func signedOut() async throws {
        try await withStore(.memory) { store in
            let remote = SigningOut(store: store, answer: Snapshot(ofAda, freshness: .live))
            let profile = OfflineFetchProfile(remote: remote, database: store, now: { noon })
            await #expect(throws: ReadError.unauthorised) { try await profile.profile(of: ada) }
            let kept = try await store.profile(of: ada)
            #expect(kept == nil)
        }
    }

    private func stored(_ remote: RemoteProfile, in store: LocalDatabase) -> OfflineFetchProfile {
        OfflineFetchProfile(remote: remote, database: store, now: { noon })
    }
}

/// A store whose response is on its way while the person signs out.
private struct SigningOut: FetchProfile {
    let store: LocalDatabase
    let answer: Snapshot<Profile>

    func profile(of user: UserID) async throws(ProfileError) -> Snapshot<Profile> {
        _ = try? await store.eraseAll(except: nil, discardingPendingChanges: true)
        return answer
    }
}
