enum AppState {
    static var isLoggedIn = false
    static var badge: Int = 0 {
        didSet { changes += 1 }
    }
    private(set) static var changes = 0
    static var title: String { isLoggedIn ? "Hello" : "Welcome" }
}

enum Constants {
    static let pageSize = 20
    static let hosts = ["a.example.com"]
    static var base: String { "https://\(hosts[0])" }
}
