struct ArticleModel {
    func open() {
        AccountManager.shared.markRead("d")
    }
    func star() {
        AccountManager.shared.markStarred("e")
    }
}
