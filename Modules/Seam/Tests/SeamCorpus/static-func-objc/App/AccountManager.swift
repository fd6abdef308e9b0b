import Foundation

@objc class AccountManager: NSObject {
    private static let instance = AccountManager()
    @objc class func sharedManager() -> AccountManager {
        return instance
    }
    @objc static func newManager() -> AccountManager { AccountManager() }
    @objc var delegate: AnyObject?
    @objc func refresh() {}
}

final class Tracker: NSObject {
    private static let one = Tracker()
    static func shared() -> Tracker { one }
    func track(_ event: String) {}
}
