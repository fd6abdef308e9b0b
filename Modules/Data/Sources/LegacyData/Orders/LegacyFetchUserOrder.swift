public import Domain

/// A user's orders, from the legacy code.
public struct LegacyFetchUserOrder: FetchUserOrder {
    private let gateway: LegacyGateway

    /// Makes the adapter; see `LegacyGateway` for what answers mean.
    public init(gateway: LegacyGateway) {
        self.gateway = gateway
    }

    /// As the protocol says.
    public func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        do throws(LegacyFailure) {
            return try await gateway.snapshot(of: "orders", for: user, translate: OrderTranslator.translate)
        } catch {
            throw UserOrdersError(error)
        }
    }
}
