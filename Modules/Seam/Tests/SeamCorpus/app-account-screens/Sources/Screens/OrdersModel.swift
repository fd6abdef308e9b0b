import LegacyAccount

public final class OrdersModel {
    private let service: AccountService
    public private(set) var orders: [Order] = []

    public init(service: AccountService = .shared) {
        self.service = service
    }

    public func load() async {
        do {
            orders = try await service.fetchOrders()
        } catch {
            AccountService.shared.signOut()
        }
    }

    public var title: String {
        guard let session = AccountService.shared.session else { return "Orders" }
        return "Orders of \(session.user)"
    }
}
