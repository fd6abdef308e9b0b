/// What the store knows about its users. It is the same for one seed and count, on every run and platform.
struct Store: Sendable {
    let seed: UInt64
    private let demoOrderCount: Int
    private let customerCount: Int

    init(seed: UInt64, demoOrderCount: Int, customerCount: Int = 0) {
        self.seed = seed
        self.demoOrderCount = max(0, demoOrderCount)
        self.customerCount = max(0, customerCount)
    }

    /// Returns the orders of a user in an arbitrary order, or nil if the user doesn't exist.
    func orders(of user: String) -> [StoreOrder]? {
        if let number = customer(user) { return Self.customerOrders(number, seed: seed) }
        var generator = SplitMix64(seed: seed)
        return sortedOrders(of: user, &generator).map { generator.shuffled($0) }
    }

    /// Returns the orders of a user, newest first, or nil if the user doesn't exist.
    func sortedOrders(of user: String) -> [StoreOrder]? {
        var generator = SplitMix64(seed: seed)
        let orders = customer(user) == nil ? sortedOrders(of: user, &generator) : orders(of: user)
        // Sorting is fast, because all but a customer's orders come newest first.
        return orders?.sorted { ($1.created, $0.number) < ($0.created, $1.number) }
    }

    private func sortedOrders(of user: String, _ generator: inout SplitMix64) -> [StoreOrder]? {
        guard let person = Self.people[user] else { return nil }
        guard user == SandboxAccount.demo.user else { return person.orders }
        return Self.demoOrders(person.orders, count: demoOrderCount, &generator)
    }

    /// Returns the addresses of a user in the order in which they were saved, or nil if the user doesn't exist.
    func addresses(of user: String) -> [StoreAddress]? {
        customer(user) == nil ? Self.people[user]?.addresses : []
    }

    /// Returns the profile of a user, or nil if the user doesn't exist.
    func profile(of user: String) -> StoreProfile? { Self.people[user]?.profile }

    /// Returns the number of a customer, or nil if there is no such customer.
    private func customer(_ user: String) -> Int? {
        guard let number = Int(user.dropFirst()), (1...max(1, customerCount)).contains(number), customerCount > 0,
            SandboxAccount.customer(number) == user
        else { return nil }
        return number
    }

    /// Returns the user with this login and password, if there is one.
    func user(login: String, password: String) -> String? {
        SandboxAccount.all.first { $0.login == login && $0.password == password }?.user
    }
}
