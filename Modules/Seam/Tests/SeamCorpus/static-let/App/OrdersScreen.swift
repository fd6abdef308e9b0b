final class OrdersScreen {
    private(set) var rows: [String] = []

    func load() async throws {
        rows = try await AccountService.shared.fetchOrders()
        if AccountService.shared.token == nil {
            AccountService.shared.logout()
        }
    }

    func signIn(token: String) {
        AccountService.shared.token = token
        // AccountService.shared.logout() was here once.
        print("AccountService.shared.token is set")
    }
}
