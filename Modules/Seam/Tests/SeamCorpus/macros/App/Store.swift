final class Store {
    static let shared = Store()
    var count = 0
    func load() async throws {}
}
