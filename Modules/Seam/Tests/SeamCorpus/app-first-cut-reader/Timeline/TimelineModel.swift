struct TimelineModel {
    func read() {
        AccountManager.shared.markRead("a")
        AccountManager.shared.markStarred("b")
    }
    func count() {
        print(AccountManager.shared.unreadCount(of: "c"))
    }
}
