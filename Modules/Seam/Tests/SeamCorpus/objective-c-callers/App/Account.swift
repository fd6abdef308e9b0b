import Foundation

@objcMembers
public final class Account: NSObject {
    public static let shared = Account()
    public var name = ""
    public func refresh() {}
    public func signIn(user: String, again: Bool) {}
}

@objc(SPTracker)
final class Tracker: NSObject {
    @objc(sharedTracker) static let shared = Tracker()
    @objc var isOn = false
    @objc(note:) func track(_ event: String) {}
}

/// Objective-C can't see what Swift alone has.
final class Cache {
    static let shared = Cache()
    var entries: [String] = []
    func clear() { entries = [] }
}

final class Player: NSObject {
    static let shared = Player()
    @nonobjc static let other = Player()
    private var rate = 1.0
    func play() { rate = 2 }
}

final class Screen {
    func show() {
        Account.shared.refresh()
        Cache.shared.clear()
        Tracker.shared.track("show")
        Player.shared.play()
        Player.other.play()
    }
}
