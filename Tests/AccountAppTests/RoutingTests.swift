import AccountSandbox
import Domain
import DomainMocks
import StoreClient
import Strangler
import Testing

@testable import account

@Suite("Who is routed to a hand-over")
struct RoutingTests {
    private static let legacyUser = UserID(SandboxAccount.demo.user)
    private static let plans: [Plan] = [.legacy, .compare(sample: .all), .rollout(.all), .rollout(.none), .replacement]
    /// No login, and each login that the store knows.
    private static let logins: [UserID?] = [nil, legacyUser, UserID(SandboxAccount.other.user)]

    @Test("No run compares an implementation with itself, whoever signed in", arguments: logins, plans)
    func evidence(login: UserID?, plan: Plan) async throws {
        let legacy = Implementation()
        let store = Implementation()
        let journal = MemoryJournal()
        let migration = Migration(
            control: legacy.side,
            candidate: store.side,
            plans: [.orders: plan, .addresses: plan],
            recorder: Recorder(to: journal),
            settings: Migration.Settings(deadline: .seconds(60))
        )
        let routing = SignedInRouting(
            tokens: tokens(of: login),
            legacyUser: Self.legacyUser,
            handover: Migration.Side(orders: migration.orders, addresses: migration.addresses),
            store: store.side
        )
        for user in [SampleAccount.ada, SampleAccount.grace] {
            _ = try await routing.fetchOrders(for: user)
            _ = try await routing.fetchAddresses(for: user)
        }
        await migration.settle()

        if let login, login != Self.legacyUser {
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

    private func tokens(of login: UserID?) -> any TokenStore {
        guard let login else { return InMemoryTokenStore() }
        let tokens = Tokens(user: login, accessToken: "access", refreshToken: nil, expiresAt: nil)
        return InMemoryTokenStore(.tokens(tokens))
    }
}

/// The orders and addresses of one implementation, with counts.
private struct Implementation {
    let orders = MockFetchUserOrder(orders: SampleAccount.orders)
    let addresses = MockFetchUserAddresses(addresses: SampleAccount.addresses)

    var side: Migration.Side { Migration.Side(orders: orders, addresses: addresses) }
    var calls: Int { orders.calls.count + addresses.calls.count }
}
