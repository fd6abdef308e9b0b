final class Legacy {
    static let shared = Legacy()
    var name = ""
    var items: [String] = []
    func fetch() {}
}
