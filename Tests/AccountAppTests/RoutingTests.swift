import AccountSandbox
import Domain
import DomainMocks
import Strangler
import Testing

@testable import account

@Suite("Who is routed to a hand-over")
struct RoutingTests {
    private static let legacyUser = UserID(SandboxAccount.demo.user)
    private static let plans: [Plan] = [.legacy, .compare(sample: .all), .rollout(.all), .rollout(.none), .replacement]
    /// The user of the legacy service, and another that the store knows.
    private static let users = [legacyUser, SampleAccount.grace]

    @Test("No run compares an implementation with itself, whoever has signed in", arguments: users, plans)
    func evidence(user: UserID, plan: Plan) async throws {
        let legacy = Implementation()
        let store = Implementation()
        let journal = MemoryJournal()
        let migration = Migration(
            control: legacy.lists,
            candidate: store.lists,
            plans: [.orders: plan, .addresses: plan],
            recorder: Recorder(to: journal),
            settings: Migration.Settings(deadline: .seconds(60))
        )
        let lists = AccountLists.real(of: user, Self.legacyUser, legacy.lists, migration, store.lists)
        for _ in 1...2 {
            _ = try await lists.orders.fetchOrders(for: user)
            _ = try await lists.addresses.fetchAddresses(for: user)
        }
        await migration.settle()

        if user != Self.legacyUser {
            #expect(journal.entries.isEmpty)
            #expect(legacy.calls == 0)
            #expect(store.calls == 4)
        } else {
            #expect(journal.entries.isEmpty == (plan == .legacy))
            let isCompared = if case .compare = plan { true } else { false }
            #expect((legacy.calls == 4 && store.calls == 4) == isCompared)
            #expect(legacy.calls + store.calls == (isCompared ? 8 : 4))
        }
    }

    @Test(
        "On plan legacy, and at a store that the legacy service must not call, nothing stands between screen and use case"
    )
    func direct() async throws {
        let (legacy, store) = (Implementation(), Implementation())
        let migration = Migration(
            control: legacy.lists,
            candidate: store.lists,
            plans: [.addresses: .replacement],
            recorder: Recorder(to: MemoryJournal()),
            settings: Migration.Settings(deadline: .seconds(60))
        )
        let ada = AccountLists.real(of: Self.legacyUser, Self.legacyUser, legacy.lists, migration, store.lists)
        #expect(ada.orders is MockFetchUserOrder)
        #expect(ada.addresses is AddressesHandover)
        _ = try await ada.orders.fetchOrders(for: Self.legacyUser)
        let elsewhere = AccountLists.real(of: Self.legacyUser, nil, legacy.lists, migration, store.lists)
        #expect(elsewhere.addresses is MockFetchUserAddresses)
        _ = try await elsewhere.orders.fetchOrders(for: Self.legacyUser)
        #expect(legacy.calls == 1)
        #expect(store.calls == 1)
    }
}

/// The orders and addresses of one implementation, with counts.
private struct Implementation {
    let orders = MockFetchUserOrder(orders: SampleAccount.orders)
    let addresses = MockFetchUserAddresses(addresses: SampleAccount.addresses)

    var lists: AccountLists { AccountLists(orders: orders, addresses: addresses) }
    var calls: Int { orders.calls.count + addresses.calls.count }
}
