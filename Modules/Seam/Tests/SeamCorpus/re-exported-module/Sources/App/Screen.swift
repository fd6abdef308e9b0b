import Kit

struct Screen {
    func show() {
        Account.shared.load()
        Core.Account.shared.load()
        Kit.Account.shared.load()
        Kit.CurrentAccount.shared.load()
    }
}
