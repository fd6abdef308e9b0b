actor TokenStore {
    static let shared = TokenStore()
    private var token: String?
    nonisolated let name = "tokens"
    func read() -> String? { token }
    func store(_ value: String?) { token = value }
    func load() throws {}
}

@globalActor actor StorageActor {
    static let shared = StorageActor()
    func compact() {}
}

@StorageActor func rebuild() async throws {
    let token = await TokenStore.shared.read()
    async let again = TokenStore.shared.read()
    try await TokenStore.shared.load()
    print(token ?? TokenStore.shared.name, await again ?? "")
    await StorageActor.shared.compact()
    await MainActor.run { print("done") }
}
