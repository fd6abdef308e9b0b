/// Singletons of the platforms' frameworks.
///
/// The list contains only objects with state or access to something outside the process, so it doesn't contain queues, run
/// loops and values (`Locale.current`).
struct FrameworkSingleton: Sendable {
    var type: String
    var accessor: String
    var isFunction = false
    /// The framework that declares it.
    var module: String
    /// The modules whose import makes it visible.
    var imports: Set<String>

    private static let foundation: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "UIKit", "AppKit", "SwiftUI", "XCTest",
        "Cocoa",
        "WatchKit",
    ]

    static let all: [FrameworkSingleton] = {
        var list: [FrameworkSingleton] = []
        func add(_ type: String, _ accessor: String, _ module: String, _ imports: Set<String>, call: Bool = false) {
            list.append(
                FrameworkSingleton(
                    type: type,
                    accessor: accessor,
                    isFunction: call,
                    module: module,
                    imports: imports
                )
            )
        }
        add("UserDefaults", "standard", "Foundation", foundation)
        add("NotificationCenter", "default", "Foundation", foundation)
        add("FileManager", "default", "Foundation", foundation)
        add("URLSession", "shared", "Foundation", foundation)
        add("URLCache", "shared", "Foundation", foundation)
        add("HTTPCookieStorage", "shared", "Foundation", foundation)
        add("URLCredentialStorage", "shared", "Foundation", foundation)
        add("ProcessInfo", "processInfo", "Foundation", foundation)
        add("Bundle", "main", "Foundation", foundation)
        add("NSUbiquitousKeyValueStore", "default", "Foundation", foundation)
        let uiKit: Set<String> = ["UIKit", "SwiftUI"]
        add("UIApplication", "shared", "UIKit", uiKit)
        add("UIDevice", "current", "UIKit", uiKit)
        add("UIScreen", "main", "UIKit", uiKit)
        add("UIPasteboard", "general", "UIKit", uiKit)
        let appKit: Set<String> = ["AppKit", "Cocoa", "SwiftUI"]
        add("NSApplication", "shared", "AppKit", appKit)
        add("NSWorkspace", "shared", "AppKit", appKit)
        add("NSPasteboard", "general", "AppKit", appKit)
        add("SKPaymentQueue", "default", "StoreKit", ["StoreKit"], call: true)
        add("UNUserNotificationCenter", "current", "UserNotifications", ["UserNotifications"], call: true)
        return list
    }()
}
