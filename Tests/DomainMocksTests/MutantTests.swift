import Domain
import DomainContracts
import DomainMocks
import Testing

@Suite("A mock without one of its behaviours fails the rows about it, and no others")
struct MutantTests {
    @Test("Orders", arguments: orderMutants)
    func orders(_ mutant: OrderMutant) async throws {
        let failed = try await mutant.rowsFailed(of: FetchUserOrderContract.rows) { patience, change in
            FetchUserOrderContract(patience: patience) { situation in
                ChangedOrders(operation: change(situation, mockedOrders(in: situation).fetchOrders))
            }
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Addresses", arguments: addressMutants)
    func addresses(_ mutant: AddressMutant) async throws {
        let failed = try await mutant.rowsFailed(of: FetchUserAddressesContract.rows) { patience, change in
            FetchUserAddressesContract(patience: patience) { situation in
                ChangedAddresses(operation: change(situation, mockedAddresses(in: situation).fetchAddresses))
            }
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row about orders is failed by a mutant", arguments: FetchUserOrderContract.rows)
    func everyOrderRow(_ row: FetchUserOrderContract.Row) {
        #expect(orderMutants.contains { $0.failedRows.contains(row.name) })
    }

    @Test("Every row about addresses is failed by a mutant", arguments: FetchUserAddressesContract.rows)
    func everyAddressRow(_ row: FetchUserAddressesContract.Row) {
        #expect(addressMutants.contains { $0.failedRows.contains(row.name) })
    }
}

private struct ChangedOrders: FetchUserOrder {
    let operation: OrderMutant.Operation

    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        try await operation(user)
    }
}

private struct ChangedAddresses: FetchUserAddresses {
    let operation: AddressMutant.Operation

    func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        try await operation(user)
    }
}

typealias OrderMutant = Mutant<UserOrder, UserOrdersError>
typealias AddressMutant = Mutant<UserAddress, UserAddressesError>

private let orderMutants =
    OrderMutant.ofUserLists(
        unknownUser: .unknownUser,
        unauthorised: .unauthorised,
        unavailable: .unavailable,
        cancelled: .cancelled,
        damage: {
            UserOrder(number: $0.number, placedAt: $0.placedAt, status: $0.status, lines: [], total: $0.total)
        }
    ) + [
        OrderMutant("lists the oldest order first", failing: "Orders come newest first") { situation, answer in
            guard situation.isStored else { return answer }
            return answer.with(
                value: answer.value.sorted { ($0.placedAt, $0.number) < ($1.placedAt, $1.number) }
            )
        },
        OrderMutant("lists orders placed at once by no rule", failing: "Orders placed at once come by number") {
            _,
            answer in
            answer.with(
                value: answer.value.sorted { ($0.placedAt, $0.number) > ($1.placedAt, $1.number) }
            )
        },
    ]

private let addressMutants =
    AddressMutant.ofUserLists(
        unknownUser: .unknownUser,
        unauthorised: .unauthorised,
        unavailable: .unavailable,
        cancelled: .cancelled,
        damage: {
            UserAddress(id: $0.id, label: $0.label, recipient: "", postal: $0.postal, isDefault: $0.isDefault)
        }
    ) + [
        AddressMutant("lists addresses as they were saved", failing: "The default address comes first") {
            situation,
            answer in
            guard situation.isStored else { return answer }
            return answer.with(
                value: situation.stored(for: UserID("ada")).filter { saved in answer.value.contains(saved) }
            )
        },
        AddressMutant("lists the other addresses by no rule", failing: "The other addresses come as they were saved") {
            situation,
            answer in
            guard situation.isStored else { return answer }
            return answer.with(
                value: answer.value.filter(\.isDefault) + answer.value.filter { !$0.isDefault }.reversed()
            )
        },
    ]
