import AccountSandbox
import Domain
import DomainMocks
import Foundation
import StoreClient
import Strangler
import Testing

@testable import AccountApp

@Suite("Whose reads are handed over")
struct RoutedReadsTests {
    private enum SignedIn: CaseIterable {
        case nobody, demo, other

        var tokens: KeptTokens {
            switch self {
            case .nobody: .none
            case .demo: Self.tokens(of: .demo)
            case .other: Self.tokens(of: .other)
            }
        }

        private static func tokens(of account: SandboxAccount) -> KeptTokens {
            .tokens(Tokens(user: UserID(account.user), accessToken: "a", refreshToken: nil, expiresAt: nil))
        }
    }

    private static let plans: [Plan] = [.legacy, .compare(sample: .all), .rollout(.all), .replacement]

    @Test("As each login, over each plan, no run compares an implementation with itself")
    func neverItself() async throws {
        for signedIn in SignedIn.allCases {
            for plan in Self.plans {
                let legacy = Sides()
                let store = Sides()
                let journal = MemoryJournal()
                let migration = Migration(
                    control: legacy.side,
                    candidate: store.side,
                    plans: [.orders: plan, .addresses: plan],
                    recorder: Recorder(to: journal),
                    settings: Migration.Settings(deadline: .seconds(60))
                )
                let reads = RoutedReads(
                    tokens: InMemoryTokenStore(signedIn.tokens),
                    legacyUser: UserID(SandboxAccount.demo.user),
                    handedOver: Migration.Side(orders: migration.orders, addresses: migration.addresses),
                    store: store.side
                )
                for user in [SandboxAccount.demo, .other].map({ UserID($0.user) }) {
                    _ = try await reads.fetchOrders(for: user)
                    _ = try await reads.fetchAddresses(for: user)
                }
                await migration.settle()

                let compared = journal.entries.count { entry in
                    if case .compared = entry.fact { true } else { false }
                }
                let comment = Comment(rawValue: "\(signedIn), \(plan)")
                // A comparison has asked each side once.
                #expect(compared <= legacy.calls, comment)
                #expect(compared <= store.calls, comment)
                switch (signedIn, plan) {
                case (.other, _):
                    #expect(journal.entries.isEmpty, comment)
                    #expect((legacy.calls, store.calls) == (0, 4), comment)
                case (_, .compare):
                    #expect((compared, legacy.calls, store.calls) == (4, 4, 4), comment)
                default:
                    #expect(compared == 0, comment)
                }
            }
        }
    }

    /// One side with its own count of calls.
    private struct Sides {
        let orders = MockFetchUserOrder(orders: lists())
        let addresses = MockFetchUserAddresses(addresses: lists())

        var side: Migration.Side { Migration.Side(orders: orders, addresses: addresses) }
        var calls: Int { orders.calls.inputs.count + addresses.calls.inputs.count }

        private static func lists<Record>() -> [UserID: [Record]] {
            [UserID(SandboxAccount.demo.user): [], UserID(SandboxAccount.other.user): []]
        }
    }
}
