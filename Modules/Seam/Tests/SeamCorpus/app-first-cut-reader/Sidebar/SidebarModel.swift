struct SidebarModel {
    func badge() {
        print(AccountManager.shared.unreadCount(of: "f"))
        print(AccountManager.shared.unreadCount(of: "g"), 1)
    }
    func read() {
        AccountManager.shared.markRead("h")
        AccountManager.shared.markStarred("i")
    }
}
