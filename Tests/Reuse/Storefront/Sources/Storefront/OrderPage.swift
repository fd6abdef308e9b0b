public import Domain
import Foundation
import Presentation

/// A page of text with a user's orders.
@MainActor
public struct OrderPage {
    private let viewModel: UserOrderListViewModel

    /// Creates a page with the orders of `user` in British English, with the time in London.
    public init(user: UserID, fetchOrders: any FetchUserOrder) {
        viewModel = UserOrderListViewModel(
            user: user,
            fetchOrders: fetchOrders,
            formats: Formats(
                locale: Locale(identifier: "en_GB"),
                timeZone: TimeZone(identifier: "Europe/London") ?? .gmt,
                wording: .english
            ),
            now: { Date() }
        )
    }

    /// Loads, and returns a line for each order, or the problem.
    public func lines() async -> [String] {
        await viewModel.load()
        let rows = viewModel.content?.rows.map { "\($0.number) \($0.status) \($0.total)" } ?? []
        return rows + (viewModel.problem.map { [Wording.english($0.message)] } ?? [])
    }
}
