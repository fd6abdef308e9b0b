import Foundation

public final class AccountService {
    public static let shared = AccountService()

    public var token: String?
    public private(set) var orders: [String] = []

    private init() {}

    public func fetchOrders() async throws -> [String] {
        orders = ["A-1"]
        return orders
    }

    public func logout() {
        token = nil
        orders.removeAll()
    }
}
