/// What the store knows about its users. The same for one seed and count, on every run and platform.
struct Store: Sendable {
    let seed: UInt64
    private let demoOrderCount: Int
    private let customerCount: Int

    init(seed: UInt64, demoOrderCount: Int, customerCount: Int = 0) {
        self.seed = seed
        self.demoOrderCount = max(0, demoOrderCount)
        self.customerCount = max(0, customerCount)
    }

    /// In an order of the store's own, which means nothing; nil if there is no such user.
    func orders(of user: String) -> [StoreOrder]? {
        guard let user = StoreUser(rawValue: user) else {
            return customer(user).map { Self.customerOrders($0, seed: seed) }
        }
        var generator = SplitMix64(seed: seed)
        let orders =
            switch user {
            case .ada: Self.adaOrders(count: demoOrderCount, &generator)
            case .grace: [StoreOrder]()
            case .yuki: Self.yukiOrders
            case .noor: Self.noorOrders
            case .zoe: Self.zoeOrders
            case .edge: Self.edgeOrders
            }
        return generator.shuffled(orders)
    }

    /// As saved; nil if there is no such user.
    func addresses(of user: String) -> [StoreAddress]? {
        switch StoreUser(rawValue: user) {
        case nil: customer(user).map { _ in [] }
        case .ada: Self.adaAddresses
        case .grace: []
        case .yuki: Self.yukiAddresses
        case .noor: Self.noorAddresses
        case .zoe: Self.zoeAddresses
        case .edge: Self.edgeAddresses
        }
    }

    /// The number of a customer; nil if there is none of that name.
    private func customer(_ user: String) -> Int? {
        guard let number = Int(user.dropFirst()), (1...max(1, customerCount)).contains(number), customerCount > 0,
            SandboxAccount.customer(number) == user
        else { return nil }
        return number
    }

    /// Who signs in with these, if anybody.
    func user(login: String, password: String) -> String? {
        SandboxAccount.all.first { $0.login == login && $0.password == password }?.user
    }
}

/// The users there are.
enum StoreUser: String, CaseIterable, Sendable {
    /// The demo user.
    case ada
    /// Nothing ordered, nothing saved.
    case grace
    /// No minor units, Japanese.
    case yuki
    /// Three decimals, Arabic.
    case noor
    /// Emoji, combining characters, internationalised names.
    case zoe
    /// Refunds, dates before 1970, very long texts, two orders at one second.
    case edge
}
