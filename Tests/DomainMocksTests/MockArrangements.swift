import Domain
import DomainContracts
import DomainMocks
import Foundation

/// The mock of orders, put into a situation of its contract.
func mockedOrders(in situation: UserListSituation<UserOrder>) -> MockFetchUserOrder {
    switch situation {
    case .stored(let orders), .repeated(let orders):
        return MockFetchUserOrder(orders: orders)
    case .heldUp(let gate, let orders):
        let mock = MockFetchUserOrder(orders: orders)
        mock.calls.hold(until: gate)
        return mock
    case .unreadable(let orders):
        return MockFetchUserOrder(orders: orders, unreadable: [FieldPath([.field("orders"), .index(1)])])
    case .kept(let orders, let asOf):
        return MockFetchUserOrder(orders: orders, freshness: .kept(asOf: asOf))
    case .unknownUser:
        return MockFetchUserOrder(orders: [:])
    case .malformed:
        return stubbed(.malformed)
    case .unauthorised:
        return stubbed(.unauthorised)
    case .unavailable:
        return stubbed(.unavailable)
    }

    func stubbed(_ failure: UserOrdersError) -> MockFetchUserOrder {
        let mock = MockFetchUserOrder(orders: [:])
        mock.calls.stub(.failure(failure))
        return mock
    }
}

/// The mock of addresses, put into a situation of its contract.
func mockedAddresses(in situation: UserListSituation<UserAddress>) -> MockFetchUserAddresses {
    switch situation {
    case .stored(let addresses), .repeated(let addresses):
        return MockFetchUserAddresses(addresses: addresses)
    case .heldUp(let gate, let addresses):
        let mock = MockFetchUserAddresses(addresses: addresses)
        mock.calls.hold(until: gate)
        return mock
    case .unreadable(let addresses):
        return MockFetchUserAddresses(addresses: addresses, unreadable: [FieldPath([.field("addresses"), .index(1)])])
    case .kept(let addresses, let asOf):
        return MockFetchUserAddresses(addresses: addresses, freshness: .kept(asOf: asOf))
    case .unknownUser:
        return MockFetchUserAddresses(addresses: [:])
    case .malformed:
        return stubbed(.malformed)
    case .unauthorised:
        return stubbed(.unauthorised)
    case .unavailable:
        return stubbed(.unavailable)
    }

    func stubbed(_ failure: UserAddressesError) -> MockFetchUserAddresses {
        let mock = MockFetchUserAddresses(addresses: [:])
        mock.calls.stub(.failure(failure))
        return mock
    }
}

/// The mock of the search for names, put into a situation of its contract.
func mockedNames(in situation: SearchNamesSituation) -> MockSearchNames {
    switch situation {
    case .stored(let names):
        return MockSearchNames(names: names)
    case .heldUp(let gate, let names):
        let mock = MockSearchNames(names: names)
        mock.calls.hold(until: gate)
        return mock
    case .unreadable(let names):
        return MockSearchNames(names: names, unreadable: [FieldPath([.field("matches"), .index(1), .field("name")])])
    case .malformed:
        return stubbed(.malformed)
    case .unavailable:
        return stubbed(.unavailable)
    case .busy:
        return stubbed(.busy)
    }

    func stubbed(_ failure: SearchNamesError) -> MockSearchNames {
        let mock = MockSearchNames(names: [])
        mock.calls.stub(.failure(failure))
        return mock
    }
}

/// The mock of reservations, put into a situation of its contract.
func mockedReservations(in situation: ReservationsSituation) -> MockReservations {
    switch situation {
    case .stored(let stored):
        return mock(stored)
    case .heldUp(let gate, let stored):
        let mock = mock(stored)
        mock.calls.hold(until: gate)
        return mock
    case .unreadable(let stored):
        return mock(stored, unreadable: [FieldPath([.field("reservations"), .index(1)])])
    case .unknownUser:
        return MockReservations(reservations: [:], now: now)
    case .malformed:
        return stubbed(.malformed)
    case .unauthorised:
        return stubbed(.unauthorised)
    case .unavailable:
        return stubbed(.unavailable)
    }

    @Sendable func now() -> Date { Date(timeIntervalSince1970: 1_800_000_000) }

    func mock(_ stored: [Reservation], unreadable: [FieldPath] = []) -> MockReservations {
        MockReservations(reservations: [ReservationExample.user: stored], unreadable: unreadable, now: now)
    }

    func stubbed(_ failure: ReservationsError) -> MockReservations {
        let mock = mock([])
        mock.calls.stub(.failure(failure))
        return mock
    }
}

extension MockCalls {
    /// Holds calls by the mock's own means until the gate opens.
    fileprivate func hold(until gate: Gate) {
        hold()
        Task {
            try await waitUntilHeld(1)
            try await gate.pass()
            releaseAll()
        }
    }
}

/// The mock of profiles, put into a situation of its contract.
func mockedProfile(in situation: FetchProfileSituation) -> MockFetchProfile {
    switch situation {
    case .stored(let profiles):
        return MockFetchProfile(profiles: profiles)
    case .heldUp(let gate, let profiles):
        let mock = MockFetchProfile(profiles: profiles)
        mock.calls.hold(until: gate)
        return mock
    case .unreadablePhone(let profiles):
        let withoutPhone = profiles.mapValues { Profile(name: $0.name, phone: nil, bonusPoints: $0.bonusPoints) }
        return MockFetchProfile(profiles: withoutPhone, unreadable: [FieldPath([.field("phone")])])
    case .kept(let profiles, let asOf):
        return MockFetchProfile(profiles: profiles, freshness: .kept(asOf: asOf))
    case .withoutName, .malformed:
        return stubbed(.malformed)
    case .unauthorised:
        return stubbed(.unauthorised)
    case .unavailable:
        return stubbed(.unavailable)
    }

    func stubbed(_ failure: ProfileError) -> MockFetchProfile {
        let mock = MockFetchProfile(profiles: [:])
        mock.calls.stub(.failure(failure))
        return mock
    }
}

/// The mock of signing in, put into a situation of its contract.
func mockedSignIn(in situation: SignInSituation) -> MockSignIn {
    switch situation {
    case .open(let account):
        return MockSignIn(accounts: [account.user: account.credentials])
    case .heldUp(let gate, let account):
        let mock = MockSignIn(accounts: [account.user: account.credentials])
        mock.calls.hold(until: gate)
        return mock
    case .locked(let until):
        return stubbed(.locked(until: until))
    case .unavailable:
        return stubbed(.unavailable)
    case .malformed:
        return stubbed(.malformed)
    case .notKept:
        return stubbed(.notKept)
    }

    func stubbed(_ failure: SignInError) -> MockSignIn {
        let mock = MockSignIn(accounts: [:])
        mock.calls.stub(.failure(failure))
        return mock
    }
}

/// The mock of signing out, put into a situation of its contract.
func mockedSignOut(in situation: SignOutSituation) -> MockSignOut {
    switch situation {
    case .signedIn(let pendingChanges):
        return MockSignOut(pendingChanges: pendingChanges)
    case .offline:
        return MockSignOut()
    case .signedOut:
        return MockSignOut(isSignedIn: false)
    case .notErasable:
        let mock = MockSignOut()
        mock.calls.stub(.failure(.notErased))
        return mock
    }
}

extension MockSignOut {
    /// For a contract, with another `SignOut` in this one's place if one is given.
    func arranged(_ other: (any SignOut)? = nil) -> SignOutArrangement {
        SignOutArrangement(
            signOut: other ?? self,
            isSignedIn: { self.isSignedIn },
            pendingChanges: { self.pendingChanges }
        )
    }
}

extension MockDeals {
    /// From now on refreshes find the store so.
    func set(_ store: DealsStore) {
        switch store {
        case .answers(let deals):
            refreshes.stub(.success(Self.snapshot(of: deals)))
        case .answersPartly(let deals):
            refreshes.stub(.success(Self.snapshot(of: deals, unreadable: [FieldPath([.field("deals"), .index(1)])])))
        case .isHeldUp(let gate, let deals):
            refreshes.stub(.success(Self.snapshot(of: deals)))
            refreshes.hold(until: gate)
        case .isMalformed:
            refreshes.stub(.failure(.malformed))
        case .asksToSignIn:
            refreshes.stub(.failure(.unauthorised))
        case .isUnavailable:
            refreshes.stub(.failure(.unavailable))
        }
    }
}

extension MockNotificationSettings {
    /// Something happens to the store of the mock.
    func tell(_ event: SettingsStoreEvent) {
        switch event {
        case .goesAway: setReach(.away)
        case .comesBack: setReach(.open)
        case .asksToSignIn: setReach(.failing(.unauthorised))
        case .isMalformed: setReach(.failing(.malformed))
        case .refusesChanges: setReach(.refusing)
        case .losesNextAnswer: setReach(.losingNextAnswer)
        case .changesElsewhere(let newDeals): changeElsewhere(newDeals: newDeals, of: UserID("ada"))
        case .isHeldUp(let gate): fetches.hold(until: gate)
        }
    }
}
