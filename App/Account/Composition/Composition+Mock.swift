import Domain
import DomainMocks
import Foundation

extension Composition {
    /// Mocks behind the use cases: no socket, and no file before something is changed, which `device` stores. Without a
    /// device everything ends with the process. Offline the mocks show their samples as stored. Reservations aren't
    /// stored, so that links of old screens get the historic answers each time.
    static func mock(isOffline: Bool = false, on device: MockDevice? = nil) -> Composition {
        let freshness = isOffline ? Freshness.kept(asOf: SampleAccount.keptAsOf) : .live
        let user = UserModules(
            fetchOrders: MockFetchUserOrder(orders: SampleAccount.orders, freshness: freshness),
            fetchAddresses: MockFetchUserAddresses(addresses: SampleAccount.addresses, freshness: freshness),
            reservations: MockReservations(reservations: SampleReservations.all, now: { Date() }),
            hasStored: { true },
            open: { .mock(isOffline: isOffline, on: device) }
        )
        return Composition(
            signedInUser: { SampleAccount.ada },
            isSignedOut: { device?.changes.isSignedOut ?? false },
            signIn: device.map { KeptMockSignIn(device: $0) as any SignIn }
                ?? MockSignIn(accounts: SampleStore.accounts),
            signOut: device.map { KeptMockSignOut(device: $0) as any SignOut } ?? MockSignOut(),
            searchNames: MockSearchNames(names: SampleNames.all),
            users: Users { _ in user },
            migration: nil,
            diagnostics: DiagnosticsModule(publish: MockPublishDiagnostic(), finish: {}),
            stop: {}
        )
    }
}
