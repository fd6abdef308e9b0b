import Domain
import Foundation
import Synchronization

/// The candidate of the played hand-over: the store's client, in which a difference is planted, and which can be sent
/// to where nobody listens.
final class DemoCandidate: FetchUserOrder {
    private struct State {
        var isPlanted: Bool
        var isOut = false
    }

    private let orders: any FetchUserOrder
    private let unreachable: any FetchUserOrder
    private let state: Mutex<State>

    init(_ orders: any FetchUserOrder, unreachable: any FetchUserOrder, isPlanted: Bool) {
        self.orders = orders
        self.unreachable = unreachable
        state = Mutex(State(isPlanted: isPlanted))
    }

    /// Whether nobody reaches the store any more.
    func setOut(_ isOut: Bool) {
        state.withLock { $0.isOut = isOut }
    }

    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        let state = state.withLock { $0 }
        let answer = try await (state.isOut ? unreachable : orders).fetchOrders(for: user)
        return state.isPlanted ? answer.map { $0.map(\.withoutSign) } : answer
    }
}

extension UserOrder {
    /// The planted difference: a refund's total has lost its minus, as if it had been paid once more.
    fileprivate var withoutSign: UserOrder {
        guard total.amount < 0, let amount = Money(-total.amount, total.currency) else { return self }
        return UserOrder(number: number, placedAt: placedAt, status: status, lines: lines, total: amount)
    }
}
