/// What the store knows about its users. The same for one seed and count, on every run and platform.
struct Store: Sendable {
    let seed: UInt64
    private let demoOrderCount: Int

    init(seed: UInt64, demoOrderCount: Int) {
        self.seed = seed
        self.demoOrderCount = max(0, demoOrderCount)
    }

    /// In an order of the store's own, which means nothing; nil if there is no such user.
    func orders(of user: String) -> [StoreOrder]? {
        guard let user = StoreUser(rawValue: user) else { return nil }
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
        case nil: nil
        case .ada: Self.adaAddresses
        case .grace: []
        case .yuki: Self.yukiAddresses
        case .noor: Self.noorAddresses
        case .zoe: Self.zoeAddresses
        case .edge: Self.edgeAddresses
        }
    }

    /// Who signs in with these, if anybody.
    func user(login: String, password: String) -> String? {
        let demo = SandboxAccount.demo
        return login == demo.login && password == demo.password ? demo.user : nil
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
