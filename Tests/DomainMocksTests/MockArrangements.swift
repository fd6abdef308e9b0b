import Domain
import DomainContracts
import DomainMocks
import Foundation

/// A mock of one operation, to be put into a situation.
private protocol MockOfCalls {
    associatedtype Input: Sendable
    associatedtype Output: Sendable
    associatedtype Failure: Error
    var calls: MockCalls<Input, Output, Failure> { get }
}

extension MockFetchUserOrder: MockOfCalls {}
extension MockFetchUserAddresses: MockOfCalls {}
extension MockSearchNames: MockOfCalls {}
extension MockReservations: MockOfCalls {}
extension MockFetchProfile: MockOfCalls {}
extension MockSignIn: MockOfCalls {}
extension MockSignOut: MockOfCalls {}

extension MockOfCalls {
    /// The same mock, every call of which fails so.
    fileprivate func failing(_ failure: Failure) -> Self {
        calls.stub(.failure(failure))
        return self
    }

    /// The same mock, whose calls wait until the gate opens.
    fileprivate func held(until gate: Gate) -> Self {
        calls.hold(until: gate)
        return self
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

/// The mock of orders, put into a situation of its contract.
func mockedOrders(in situation: UserListSituation<UserOrder>) -> MockFetchUserOrder {
    switch situation {
    case .stored(let orders), .repeated(let orders): MockFetchUserOrder(orders: orders)
    case .heldUp(let gate, let orders): MockFetchUserOrder(orders: orders).held(until: gate)
    case .unreadable(let orders):
        MockFetchUserOrder(orders: orders, unreadable: [FieldPath([.field("orders"), .index(1)])])
    case .kept(let orders, let asOf): MockFetchUserOrder(orders: orders, freshness: .kept(asOf: asOf))
    case .unknownUser: MockFetchUserOrder(orders: [:])
    case .malformed: MockFetchUserOrder(orders: [:]).failing(.malformed)
    case .unauthorised: MockFetchUserOrder(orders: [:]).failing(.unauthorised)
    case .unavailable: MockFetchUserOrder(orders: [:]).failing(.unavailable)
    }
}

/// The mock of addresses, put into a situation of its contract.
func mockedAddresses(in situation: UserListSituation<UserAddress>) -> MockFetchUserAddresses {
    switch situation {
    case .stored(let addresses), .repeated(let addresses): MockFetchUserAddresses(addresses: addresses)
    case .heldUp(let gate, let addresses): MockFetchUserAddresses(addresses: addresses).held(until: gate)
    case .unreadable(let addresses):
        MockFetchUserAddresses(addresses: addresses, unreadable: [FieldPath([.field("addresses"), .index(1)])])
    case .kept(let addresses, let asOf): MockFetchUserAddresses(addresses: addresses, freshness: .kept(asOf: asOf))
    case .unknownUser: MockFetchUserAddresses(addresses: [:])
    case .malformed: MockFetchUserAddresses(addresses: [:]).failing(.malformed)
    case .unauthorised: MockFetchUserAddresses(addresses: [:]).failing(.unauthorised)
    case .unavailable: MockFetchUserAddresses(addresses: [:]).failing(.unavailable)
    }
}

/// The mock of the search for names, put into a situation of its contract.
func mockedNames(in situation: SearchNamesSituation) -> MockSearchNames {
    switch situation {
    case .stored(let names): MockSearchNames(names: names)
    case .heldUp(let gate, let names): MockSearchNames(names: names).held(until: gate)
    case .unreadable(let names):
        MockSearchNames(names: names, unreadable: [FieldPath([.field("matches"), .index(1), .field("name")])])
    case .malformed: MockSearchNames(names: []).failing(.malformed)
    case .unavailable: MockSearchNames(names: []).failing(.unavailable)
    case .busy: MockSearchNames(names: []).failing(.busy)
    }
}

/// The mock of reservations, put into a situation of its contract.
func mockedReservations(in situation: ReservationsSituation) -> MockReservations {
    switch situation {
    case .stored(let stored):
        return mock(stored)
    case .heldUp(let gate, let stored):
        return mock(stored).held(until: gate)
    case .unreadable(let stored):
        return mock(stored, unreadable: [FieldPath([.field("reservations"), .index(1)])])
    case .unknownUser:
        return MockReservations(reservations: [:], now: now)
    case .malformed:
        return mock([]).failing(.malformed)
    case .unauthorised:
        return mock([]).failing(.unauthorised)
    case .unavailable:
        return mock([]).failing(.unavailable)
    }

    @Sendable func now() -> Date { Date(timeIntervalSince1970: 1_800_000_000) }

    func mock(_ stored: [Reservation], unreadable: [FieldPath] = []) -> MockReservations {
        MockReservations(reservations: [ReservationExample.user: stored], unreadable: unreadable, now: now)
    }
}

/// The mock of profiles, put into a situation of its contract.
func mockedProfile(in situation: FetchProfileSituation) -> MockFetchProfile {
    switch situation {
    case .stored(let profiles):
        return MockFetchProfile(profiles: profiles)
    case .heldUp(let gate, let profiles):
        return MockFetchProfile(profiles: profiles).held(until: gate)
    case .unreadablePhone(let profiles):
        let withoutPhone = profiles.mapValues { Profile(name: $0.name, phone: nil, bonusPoints: $0.bonusPoints) }
        return MockFetchProfile(profiles: withoutPhone, unreadable: [FieldPath([.field("phone")])])
    case .kept(let profiles, let asOf):
        return MockFetchProfile(profiles: profiles, freshness: .kept(asOf: asOf))
    case .withoutName, .malformed:
        return MockFetchProfile(profiles: [:]).failing(.malformed)
    case .unauthorised:
        return MockFetchProfile(profiles: [:]).failing(.unauthorised)
    case .unavailable:
        return MockFetchProfile(profiles: [:]).failing(.unavailable)
    }
}

/// The mock of signing in, put into a situation of its contract.
func mockedSignIn(in situation: SignInSituation) -> MockSignIn {
    switch situation {
    case .open(let account): MockSignIn(accounts: [account.user: account.credentials])
    case .heldUp(let gate, let account): MockSignIn(accounts: [account.user: account.credentials]).held(until: gate)
    case .locked(let until): MockSignIn(accounts: [:]).failing(.locked(until: until))
    case .unavailable: MockSignIn(accounts: [:]).failing(.unavailable)
    case .malformed: MockSignIn(accounts: [:]).failing(.malformed)
    case .notKept: MockSignIn(accounts: [:]).failing(.notKept)
    }
}

/// The mock of signing out, put into a situation of its contract.
func mockedSignOut(in situation: SignOutSituation) -> MockSignOut {
    switch situation {
    case .signedIn(let pendingChanges): MockSignOut(pendingChanges: pendingChanges)
    case .offline: MockSignOut()
    case .signedOut: MockSignOut(isSignedIn: false)
    case .notErasable: MockSignOut().failing(.notErased)
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
