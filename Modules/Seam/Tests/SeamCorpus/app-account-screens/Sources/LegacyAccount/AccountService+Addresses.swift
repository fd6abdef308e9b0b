extension AccountService {
    public var addresses: [String] { [] }

    public func add(address: String) async throws {}

    public static func configure() {
        shared.baseURL = shared.baseURL.appending(path: "v2")
    }
}
