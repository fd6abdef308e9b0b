import Diagnostics
import Domain
import DomainMocks
import Foundation
import LegacyData
import Presentation
import StoreClient
import Synchronization
import TestSupport
import Testing

@testable import account

@Suite("The composition") @MainActor
struct CompositionTests {
    private let stored = StoredModules.mock()
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
        #expect((stored.fetchProfile as? MockFetchProfile)?.calls.inputs == [SampleAccount.ada])
    }

    @Test("The injected use cases are the ones that deals and settings call")
    func storeScreens() async {
        let composition = composition(MockFetchUserOrder(orders: [:]), MockFetchUserAddresses(addresses: [:]))
        let deals = composition.dealList(of: SampleAccount.ada, formats)
        await deals.load()
        let settings = composition.settings(of: SampleAccount.ada, formats)
        await settings.setNewDeals(false)

        #expect(deals.content?.rows.count == SampleStore.deals.count)
        #expect((stored.refreshDeals as? MockDeals)?.refreshes.count == 1)
        #expect((stored.updateSettings as? MockNotificationSettings)?.applied(for: SampleAccount.ada) == [false])
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

    @Test("All screens of one user share one set of modules, opened once")
    func shared() {
        let opened = Mutex(0)
        let users = Users { [stored] _ in
            UserModules(
                lists: AccountLists(
                    orders: MockFetchUserOrder(orders: [:]),
                    addresses: MockFetchUserAddresses(addresses: [:])
                ),
                reservations: MockReservations(reservations: [:], now: { Date() }),
                hasStored: { true },
                open: {
                    opened.withLock { $0 += 1 }
                    return stored
                }
            )
        }
        #expect(users[SampleAccount.ada] === users[SampleAccount.ada])
        #expect(users[SampleAccount.ada] !== users[SampleAccount.grace])
        #expect(opened.withLock { $0 } == 0)
        _ = users[SampleAccount.ada].stored
        _ = users[SampleAccount.ada].pendingChanges
        #expect(opened.withLock { $0 } == 1)
    }

    private func composition(
        _ orders: MockFetchUserOrder,
        _ addresses: MockFetchUserAddresses,
        _ names: MockSearchNames = MockSearchNames(names: SampleNames.all)
    ) -> Composition {
        Composition(
            signedInUser: { SampleAccount.ada },
            isSignedOut: { false },
            signIn: MockSignIn(accounts: [:]),
            signOut: MockSignOut(),
            searchNames: names,
            users: Users { [stored] _ in
                UserModules(
                    lists: AccountLists(orders: orders, addresses: addresses),
                    reservations: MockReservations(reservations: [:], now: { Date() }),
                    hasStored: { false },
                    open: { stored }
                )
            },
            migration: nil,
            diagnostics: DiagnosticsModule(publish: MockPublishDiagnostic(), finish: {}),
            stop: {}
        )
    }
}

extension RealModulesTests {
    @Test("Mock modules are mocks, real modules are the adapters over the legacy service and the HTTP client")
    @MainActor
    func modules() async throws {
        let mock = Composition.mock(isOffline: false)
        let sample = mock.users[SampleAccount.ada]
        #expect(sample.lists.orders is MockFetchUserOrder)
        #expect(sample.lists.addresses is MockFetchUserAddresses)
        #expect(sample.reservations is MockReservations)
        #expect(mock.searchNames is MockSearchNames)
        #expect(mock.diagnostics.publish is MockPublishDiagnostic)

        let real = try await Composition.real(
            Composition.Settings(
                server: URL(string: "http://127.0.0.1:9"),
                isOffline: true,
                stateFolder: StateFolder("/nonexistent"),
                timeout: .seconds(10),
                warn: { _ in }
            )
        )
        let user = real.users[SampleAccount.ada]
        #expect(user.lists.orders is LegacyFetchUserOrder)
        #expect(user.lists.addresses is LegacyFetchUserAddresses)
        let other = real.users[SampleAccount.grace]
        #expect(other.lists.orders is StoreFetchUserOrder)
        #expect(other.lists.addresses is StoreFetchUserAddresses)
        #expect(user.reservations is StoreReservations)
        #expect(real.searchNames is StoreSearchNames)
        #expect(real.diagnostics.publish is DiagnosticsCentre)
        await #expect(throws: ReadError.unavailable) { try await user.reservations.reservations(of: SampleAccount.ada) }
    }
}
