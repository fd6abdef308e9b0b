final class Account {
    static let shared = Account()
    var name = ""
    func refresh() {}
}

protocol HasAccount {}
extension HasAccount {
    var account: Account { .shared }
}
