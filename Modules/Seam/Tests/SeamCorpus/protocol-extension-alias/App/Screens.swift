struct Header: HasAccount {
    func title() -> String { account.name }
}

struct Footer {
    let account: Account
    func title() -> String { account.name }
}

final class Menu: HasAccount {
    func open() {
        account.refresh()
    }
}
