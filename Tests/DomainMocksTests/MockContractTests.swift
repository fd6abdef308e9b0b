import Domain
import DomainContracts
import DomainMocks
import Foundation
import TestSupport
import Testing

@Suite("The mocks do what every implementation must do")
struct MockContractTests {
    @Test("Orders", arguments: FetchUserOrderContract.rows)
    func orders(_ row: FetchUserOrderContract.Row) async throws {
        try await FetchUserOrderContract { mockedOrders(in: $0).fetchOrders }.check(row)
    }

    @Test("Addresses", arguments: FetchUserAddressesContract.rows)
    func addresses(_ row: FetchUserAddressesContract.Row) async throws {
        try await FetchUserAddressesContract { mockedAddresses(in: $0).fetchAddresses }.check(row)
    }

    @Test("Names", arguments: SearchNamesContract.rows)
    func names(_ row: SearchNamesContract.Row) async throws {
        try await SearchNamesContract { mockedNames(in: $0).names }.check(row)
    }

    @Test("Profiles", arguments: FetchProfileContract.rows)
    func profiles(_ row: FetchProfileContract.Row) async throws {
        try await FetchProfileContract { mockedProfile(in: $0).profile }.check(row)
    }

    @Test("Lists of reservations", arguments: FetchReservationsContract.rows)
    func reservationLists(_ row: FetchReservationsContract.Row) async throws {
        try await FetchReservationsContract { mockedReservations(in: $0).reservations }.check(row)
    }

    @Test("Changes of reservations", arguments: ReservationsContract.rowsWithoutRules)
    func reservations(_ row: ReservationsContract.Row) async throws {
        try await ReservationsContract(mockedReservations).check(row)
    }

    @Test("Signing in", arguments: SignInContract.rows)
    func signIn(_ row: SignInContract.Row) async throws {
        try await SignInContract { mockedSignIn(in: $0).signIn }.check(row)
    }

    @Test("Signing out", arguments: SignOutContract.rows)
    func signOut(_ row: SignOutContract.Row) async throws {
        try await SignOutContract { mockedSignOut(in: $0).arranged() }.check(row)
    }

    @Test("Offers", arguments: DealsContract.rows)
    func deals(_ row: DealsContract.Row) async throws {
        let contract = DealsContract { situation in
            let mock = MockDeals(deals: [])
            mock.set(situation)
            return ObservedRead(observe: mock, refresh: mock, set: mock.set)
        }
        try await contract.check(row)
    }

    @Test("News", arguments: NewsContract.rows)
    func news(_ row: NewsContract.Row) async throws {
        let contract = NewsContract { situation in
            let mock = MockNews(situation)
            return NewsArrangement(observe: mock, tell: mock.tell)
        }
        try await contract.check(row)
    }

    @Test("Settings", arguments: SettingsContract.rowsWithoutRules)
    func settings(_ row: SettingsContract.Row) async throws {
        let contract = SettingsContract { confirmed in
            let mock = MockNotificationSettings(confirmed: [UserID("ada"): confirmed.confirmed])
            return SettingsArrangement(
                fetch: mock,
                update: mock,
                pending: mock,
                tell: mock.tell,
                applied: { mock.applied(for: UserID("ada")) }
            )
        }
        try await contract.check(row)
    }
}

// MARK: - The mocks in situations

func mockedNames(in situation: ReadSituation<NameQuery, NameMatches>) -> MockSearchNames {
    situation.mock { found, freshness, unreadable in
        let names = found.sorted { $0.key.text > $1.key.text }.flatMap(\.value.matches)
        return MockSearchNames(names: names, freshness: freshness, unreadable: unreadable)
    }
}

func mockedProfile(in situation: ReadSituation<UserID, Profile>) -> MockFetchProfile {
    situation.mock(MockFetchProfile.init(profiles:freshness:unreadable:)) { profile in
        Profile(name: profile.name, phone: nil, bonusPoints: profile.bonusPoints)
    }
}

@Sendable func mockedReservations(in situation: ReadSituation<UserID, [Reservation]>) -> MockReservations {
    let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_800_000_000) }
    switch situation {
    case .stored(let stored):
        return MockReservations(reservations: stored, now: now)
    case .heldUp(let gate, let stored):
        let mock = MockReservations(reservations: stored, now: now)
        mock.fetches.calls.hold(until: gate)
        mock.reserves.hold(until: gate)
        mock.cancels.hold(until: gate)
        return mock
    case .unreadable(let stored):
        return MockReservations(reservations: stored, unreadable: [FieldPath([.index(1)])], now: now)
    case .cached(let stored, let asOf):
        return MockReservations(reservations: stored, freshness: .cached(asOf: asOf), now: now)
    case .incomplete, .malformed: return failing(.malformed)
    case .unauthorised: return failing(.unauthorised)
    case .unavailable: return failing(.unavailable)
    case .busy: return failing(.busy)
    }

    func failing(_ failure: ReadError) -> MockReservations {
        let mock = MockReservations(reservations: [:], now: now)
        mock.fetches.calls.stub(.failure(failure))
        mock.reserves.stub(.failure(ReservationsError(failure)))
        mock.cancels.stub(.failure(ReservationsError(failure)))
        return mock
    }
}

func mockedSignIn(in situation: SignInSituation) -> MockSignIn {
    let mock: MockSignIn
    switch situation {
    case .open(let account), .heldUp(_, let account), .malformed(let account), .notStored(let account),
        .pendingChanges(let account, _):
        mock = MockSignIn(accounts: [account.user: account.credentials])
    case .locked, .busy, .unavailable:
        mock = MockSignIn(accounts: [:])
    }
    switch situation {
    case .open: break
    case .heldUp(let gate, _): mock.calls.hold(until: gate)
    case .locked(let until): mock.calls.stub(.failure(.locked(until: until)))
    case .busy: mock.calls.stub(.failure(.busy))
    case .unavailable: mock.calls.stub(.failure(.unavailable))
    case .malformed: mock.calls.stub(.failure(.malformed))
    case .notStored: mock.calls.stub(.failure(.notStored))
    case .pendingChanges(_, let count): mock.calls.stub(.failure(.pendingChanges(count)))
    }
    return mock
}

func mockedSignOut(in situation: SignOutSituation) -> MockSignOut {
    switch situation {
    case .signedIn(let pendingChanges): return MockSignOut(pendingChanges: pendingChanges)
    case .offline: return MockSignOut()
    case .signedOut: return MockSignOut(isSignedIn: false)
    case .notErasable:
        let mock = MockSignOut()
        mock.calls.stub(.failure(.notErased))
        return mock
    }
}

extension MockSignOut {
    /// Returns an arrangement for a contract, with another `SignOut` in place of this one if one is given.
    func arranged(_ other: (any SignOut)? = nil) -> SignOutArrangement {
        SignOutArrangement(
            signOut: other ?? self,
            isSignedIn: { self.isSignedIn },
            pendingChanges: { self.pendingChanges }
        )
    }
}

extension MockDeals {
    /// Makes later refreshes find the store in this situation.
    @Sendable func set(_ situation: ReadSituation<UserID, [Deal]>) {
        func stub(_ stored: [UserID: [Deal]], unreadable: [FieldPath] = []) {
            refreshes.stub(.success(Self.snapshot(of: stored[UserID("ada"), default: []], unreadable: unreadable)))
        }
        switch situation {
        case .stored(let stored): stub(stored)
        case .unreadable(let stored): stub(stored, unreadable: [FieldPath([.index(1)])])
        case .heldUp(let gate, let stored):
            stub(stored)
            refreshes.hold(until: gate)
        case .incomplete, .malformed: refreshes.stub(.failure(.malformed))
        case .unauthorised: refreshes.stub(.failure(.unauthorised))
        case .cached, .unavailable: refreshes.stub(.failure(.unavailable))
        case .busy: refreshes.stub(.failure(.busy))
        }
    }
}

extension MockNotificationSettings {
    /// Changes the store of the mock. No row requires of a mock what only a store with rules can do.
    func tell(_ event: SettingsStoreEvent) {
        fail(nil)
        switch event {
        case .goesAway: setAway(true)
        case .comesBack: setAway(false)
        case .asksToWait: setAway(true, as: .busy)
        case .asksToSignIn: fail(.unauthorised)
        case .isMalformed: fail(.malformed)
        case .refusesChanges: updates.stub(.failure(.refused))
        case .isHeldUp(let gate): fetches.hold(until: gate)
        case .losesNextAnswer, .changesElsewhere: break
        }
    }

    private func fail(_ error: ReadError?) {
        fetches.stub(error.map { .failure($0) })
        updates.stub(error.map { .failure(SettingsError($0)) })
        sends.stub(error.map { .failure(SettingsError($0)) })
    }
}
