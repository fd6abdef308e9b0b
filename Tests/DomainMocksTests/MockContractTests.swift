import Domain
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

    @Test("Profiles", arguments: FetchProfileContract.rows)
    func profiles(_ row: FetchProfileContract.Row) async throws {
        try await FetchProfileContract(mockedProfile).check(row)
    }

    @Test("Signing in", arguments: SignInContract.rows)
    func signIn(_ row: SignInContract.Row) async throws {
        try await SignInContract(mockedSignIn).check(row)
    }

    @Test("Signing out", arguments: SignOutContract.rows)
    func signOut(_ row: SignOutContract.Row) async throws {
        try await SignOutContract { mockedSignOut(in: $0).arranged() }.check(row)
    }

    @Test("Offers", arguments: DealsContract.rows)
    func deals(_ row: DealsContract.Row) async throws {
        let contract = DealsContract { store in
            let mock = MockDeals(deals: [])
            mock.set(store)
            return DealsArrangement(observe: mock, refresh: mock, set: mock.set)
        }
        try await contract.check(row)
    }

    @Test("Settings", arguments: SettingsContract.rows)
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
