/// Singletons of the platforms' frameworks.
///
/// The list contains only objects with state or access to something outside the process, so it doesn't contain queues, run
/// loops and values (`Locale.current`).
struct FrameworkSingleton: Sendable {
    var type: String
    var accessor: String
    /// The framework that declares it.
    var module: String
    var isFunction = false

    init(_ type: String, _ accessor: String, _ module: String, isFunction: Bool = false) {
        (self.type, self.accessor, self.module, self.isFunction) = (type, accessor, module, isFunction)
    }

    static let all = [
        Self("UserDefaults", "standard", "Foundation"),
        Self("NotificationCenter", "default", "Foundation"),
        Self("FileManager", "default", "Foundation"),
        Self("URLSession", "shared", "Foundation"),
        Self("URLCache", "shared", "Foundation"),
        Self("HTTPCookieStorage", "shared", "Foundation"),
        Self("URLCredentialStorage", "shared", "Foundation"),
        Self("ProcessInfo", "processInfo", "Foundation"),
        Self("Bundle", "main", "Foundation"),
        Self("NSUbiquitousKeyValueStore", "default", "Foundation"),
        Self("UIApplication", "shared", "UIKit"),
        Self("UIDevice", "current", "UIKit"),
        Self("UIScreen", "main", "UIKit"),
        Self("UIPasteboard", "general", "UIKit"),
        Self("NSApplication", "shared", "AppKit"),
        Self("NSWorkspace", "shared", "AppKit"),
        Self("NSPasteboard", "general", "AppKit"),
        Self("SKPaymentQueue", "default", "StoreKit", isFunction: true),
        Self("UNUserNotificationCenter", "current", "UserNotifications", isFunction: true),
    ]
}

/// What is known about the platforms' frameworks.
package enum Frameworks {
    /// Returns whether a static of a framework's type is its instance.
    package static func hasInstance(called name: String, of type: String) -> Bool {
        FrameworkSingleton.all.contains { $0.type == type && $0.accessor == name && !$0.isFunction }
    }
}
