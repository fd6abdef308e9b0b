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
