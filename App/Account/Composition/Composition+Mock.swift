import Domain
import DomainMocks
import Foundation

extension Composition {
    /// Creates a composition of mocks. They open no socket, and create no file until something is changed; `device` stores the
    /// change. Without a device, all changes end with the process. Offline, the mocks return their samples as stored.
    /// Reservations aren't stored, so that links of old screens get the historical results each time.
    static func mock(isOffline: Bool = false, on device: MockDevice? = nil) -> Composition {
        let freshness = isOffline ? Freshness.cached(asOf: SampleAccount.cachedAsOf) : .live
        let user = UserModules(
            lists: .mock(freshness),
            reservations: MockReservations(reservations: SampleReservations.all, now: { Date() }),
            hasStored: { true },
            open: { .mock(isOffline: isOffline, on: device) }
        )
        return Composition(
            signedInUser: { SampleAccount.ada },
            isSignedOut: { device?.changes.isSignedOut ?? false },
            signIn: device.map { PersistentMockSignIn(device: $0) as any SignIn }
                ?? MockSignIn(accounts: SampleStore.accounts),
            signOut: device.map { PersistentMockSignOut(device: $0) as any SignOut } ?? MockSignOut(),
            searchNames: MockSearchNames(names: SampleNames.all),
            users: Users { _ in user },
            migration: nil,
            diagnostics: DiagnosticsModule(publish: MockPublishDiagnostic(), finish: {}),
            stop: {}
        )
    }
}

extension AccountLists {
    /// Returns the orders and addresses of the sample users.
    static func mock(_ freshness: Freshness) -> AccountLists {
        AccountLists(
            orders: MockFetchUserOrder(orders: SampleAccount.orders, freshness: freshness),
            addresses: MockFetchUserAddresses(addresses: SampleAccount.addresses, freshness: freshness)
        )
    }
}
