import Foundation

final class AccountManager {
    static let shared = AccountManager()
    var accounts: [String] = []
    var unread: [String: Int] = [:]
    var isSyncing = false

    func markRead(_ article: String) { unread[article] = 0 }
    func markStarred(_ article: String) { unread[article] = 1 }
    func unreadCount(of feed: String) -> Int { unread[feed] ?? 0 }
    func refresh() { isSyncing = true }
    func add(_ account: String) { accounts.append(account) }
}
