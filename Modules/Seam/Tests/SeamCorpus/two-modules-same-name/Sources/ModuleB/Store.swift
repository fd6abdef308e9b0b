public final class Store {
    public static let shared = Store()
    public var items: [String] = []
    public func load() {}
}

func own() {
    Store.shared.load()
}
