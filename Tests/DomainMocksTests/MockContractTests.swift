import DomainContracts
import DomainMocks
import Testing

@Suite("The mocks do what every implementation must do")
struct MockContractTests {
    @Test("Orders", arguments: FetchUserOrderContract.rows)
    func orders(_ row: FetchUserOrderContract.Row) async throws {
        try await FetchUserOrderContract(mockedOrders).check(row)
    }

    @Test("Addresses", arguments: FetchUserAddressesContract.rows)
    func addresses(_ row: FetchUserAddressesContract.Row) async throws {
        try await FetchUserAddressesContract(mockedAddresses).check(row)
    }

    @Test("Names", arguments: SearchNamesContract.rows)
    func names(_ row: SearchNamesContract.Row) async throws {
        try await SearchNamesContract(mockedNames).check(row)
    }

    @Test("Reservations", arguments: ReservationsContract.rows)
    func reservations(_ row: ReservationsContract.Row) async throws {
        try await ReservationsContract(mockedReservations).check(row)
    }
}
