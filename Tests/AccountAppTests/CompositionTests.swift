import Diagnostics
import Domain
import DomainMocks
import Foundation
import LegacyData
import Presentation
import StoreClient
import Testing

@testable import AccountApp

@Suite("The composition") @MainActor
struct CompositionTests {
    private let store = StoreUseCases.mock(isOffline: false)
    private let formats = Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english)

    @Test("The injected use case is the one the order list calls")
    func orders() async {
        let orders = MockFetchUserOrder(orders: SampleAccount.orders)
        let composition = composition(orders, MockFetchUserAddresses(addresses: SampleAccount.addresses))

        let list = composition.orderList(of: SampleAccount.grace, formats)
        await list.load()

        #expect(orders.calls.inputs == [SampleAccount.grace])
        #expect(list.content?.rows.isEmpty == true)
    }

    @Test("The injected use case is the one the address list calls")
    func addresses() async {
        let addresses = MockFetchUserAddresses(addresses: SampleAccount.addresses)
        let composition = composition(MockFetchUserOrder(orders: [:]), addresses)

        let list = composition.addressList(of: SampleAccount.ada, formats)
        await list.load()

        #expect(addresses.calls.inputs == [SampleAccount.ada])
        #expect(list.content?.rows.count == 3)
    }

    @Test("A profile calls both, each once")
    func profile() async {
        let orders = MockFetchUserOrder(orders: SampleAccount.orders)
        let addresses = MockFetchUserAddresses(addresses: SampleAccount.addresses)

        await composition(orders, addresses).profile(of: SampleAccount.ada, formats).load()

        #expect(orders.calls.inputs == [SampleAccount.ada])
        #expect(addresses.calls.inputs == [SampleAccount.ada])
        #expect((store.fetchProfile as? MockFetchProfile)?.calls.inputs == [SampleAccount.ada])
    }

    @Test("The injected use cases are the ones that deals and settings call")
    func storeScreens() async {
        let composition = composition(MockFetchUserOrder(orders: [:]), MockFetchUserAddresses(addresses: [:]))
        let deals = composition.dealList(of: SampleAccount.ada, showsAll: true, formats)
        await deals.load()
        let settings = composition.settings(of: SampleAccount.ada, formats)
        await settings.setNewDeals(false)

        #expect(deals.content?.rows.count == SampleStore.deals.count)
        #expect((store.refreshDeals as? MockDeals)?.refreshes.count == 1)
        #expect((store.updateSettings as? MockNotificationSettings)?.applied(for: SampleAccount.ada) == [false])
    }

    @Test("The injected use case is the one the search asks, through the indicator beside it")
    func search() async throws {
        let names = MockSearchNames(names: SampleNames.all)
        let (search, indicator) = composition(
            MockFetchUserOrder(orders: [:]),
            MockFetchUserAddresses(addresses: [:]),
            names
        ).nameSearch(formats)
        names.calls.hold()
        search.query = "loom"
        let answer = Task { await search.search() }
        try await names.calls.waitUntilHeld(1)
        #expect(indicator.isActive)
        names.calls.releaseAll()
        await answer.value

        #expect(names.calls.inputs.map(\.text) == ["loom"])
        #expect(search.results?.rows.count == 1)
    }

    @Test("Mock modules are mocks, real modules are the adapters over the legacy service and the HTTP client")
    func modules() async throws {
        let mock = Composition.mock(isOffline: false)
        #expect(mock.fetchUserOrder is MockFetchUserOrder)
        #expect(mock.fetchUserAddresses is MockFetchUserAddresses)
        #expect(mock.searchNames is MockSearchNames)
        #expect(mock.flow.reservations is MockReservations)
        #expect(mock.flow.publish is MockPublishDiagnostic)

        let real = try await Composition.real(
            Composition.Settings(
                server: URL(string: "http://127.0.0.1:9"),
                isOffline: true,
                stateFolder: StateFolder("/nonexistent"),
                timeout: .seconds(10),
                warn: { _ in }
            )
        )
        let orders = try #require(real.fetchUserOrder as? RoutedReads)
        #expect(orders.handedOver.orders is OrdersHandover)
        #expect(orders.handedOver.addresses is AddressesHandover)
        #expect(orders.store.orders is StoreFetchUserOrder)
        #expect(real.fetchUserAddresses is RoutedReads)
        #expect(real.searchNames is StoreSearchNames)
        #expect(real.flow.publish is DiagnosticsCentre)
        await #expect(throws: ReadError.unavailable) {
            try await real.flow.reservations.reservations(of: SampleAccount.ada)
        }
    }

    @Test("With a store to ask, its reservations are the HTTP client's")
    func reservations() throws {
        let server = try #require(URL(string: "http://127.0.0.1:9"))
        let settings = Composition.Settings(
            server: server,
            isOffline: false,
            stateFolder: StateFolder("/nonexistent"),
            timeout: .seconds(10),
            warn: { _ in }
        )
        let store = StoreAccess(server: server, settings).api
        #expect(FlowModules.real(settings, at: server, over: store).reservations is StoreReservations)
    }

    private func composition(
        _ orders: MockFetchUserOrder,
        _ addresses: MockFetchUserAddresses,
        _ names: MockSearchNames = MockSearchNames(names: SampleNames.all)
    ) -> Composition {
        Composition(
            signedInUser: { SampleAccount.ada },
            fetchUserOrder: orders,
            fetchUserAddresses: addresses,
            searchNames: names,
            signIn: MockSignIn(accounts: [:]),
            signOut: { MockSignOut() },
            isSignedOut: { false },
            store: { [store] _ in store },
            pendingChanges: { _ in nil },
            migration: nil,
            flow: .mock(),
            stop: {}
        )
    }
}
