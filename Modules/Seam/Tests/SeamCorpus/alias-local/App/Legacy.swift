final class Legacy {
    static let shared = Legacy()
    var name = ""
    var count = 0
    func fetch() {}
    func save() throws {}
}
