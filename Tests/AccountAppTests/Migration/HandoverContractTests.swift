import Domain
import DomainContracts
import DomainMocks
import Strangler
import TestSupport
import Testing

@testable import account

@Suite("The hand-overs do what every implementation must do, in every plan")
struct HandoverContractTests {
    static let plans: [Plan] = [
        .legacy, .compare(sample: .all), .compare(sample: .percent(50)), .rollout(.percent(50)), .rollout(.all),
        .replacement,
    ]

    @Test("Orders", arguments: FetchUserOrderContract.rows, plans)
    func orders(_ row: FetchUserOrderContract.Row, _ plan: Plan) async throws {
        let contract = FetchUserOrderContract { situation in
            migration(orders: { mockedOrders(in: situation) }, plan).orders.fetchOrders
        }
        try await contract.check(row)
    }

    @Test("Addresses", arguments: FetchUserAddressesContract.rows, plans)
    func addresses(_ row: FetchUserAddressesContract.Row, _ plan: Plan) async throws {
        let contract = FetchUserAddressesContract { situation in
            migration(addresses: { mockedAddresses(in: situation) }, plan).addresses.fetchAddresses
        }
        try await contract.check(row)
    }

    /// Returns a migration in which both sides are in the situation, each in its own copy.
    private func migration(
        orders: () -> any FetchUserOrder = { MockFetchUserOrder(orders: [:]) },
        addresses: () -> any FetchUserAddresses = { MockFetchUserAddresses(addresses: [:]) },
        _ plan: Plan
    ) -> Migration {
        Migration(
            control: AccountLists(orders: orders(), addresses: addresses()),
            candidate: AccountLists(orders: orders(), addresses: addresses()),
            plans: [.orders: plan, .addresses: plan],
            recorder: Recorder(),
            settings: Migration.Settings(deadline: .seconds(60))
        )
    }
}
