final class Legacy {
    static let shared = Legacy()
    var name = ""
    func fetch(page: Int = 0) -> Int { page }
}
