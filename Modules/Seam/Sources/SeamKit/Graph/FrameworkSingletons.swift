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
    /// Whether the framework isolates it to the main actor, once it checks that.
    var isOnMainActor = false

    init(_ type: String, _ accessor: String, _ module: String, isFunction: Bool = false, isOnMainActor: Bool = false) {
        (self.type, self.accessor, self.module) = (type, accessor, module)
        (self.isFunction, self.isOnMainActor) = (isFunction, isOnMainActor)
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
        Self("UIApplication", "shared", "UIKit", isOnMainActor: true),
        Self("UIDevice", "current", "UIKit", isOnMainActor: true),
        Self("UIScreen", "main", "UIKit", isOnMainActor: true),
        Self("UIPasteboard", "general", "UIKit"),
        Self("NSApplication", "shared", "AppKit", isOnMainActor: true),
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

    /// Returns whether code on any actor may read the singleton of a framework's type; false if that isn't known.
    package static func isReadAnywhere(_ type: String, in module: String) -> Bool {
        module == "Foundation" || isPlainClass(type)
    }

    /// Returns whether a type of a framework is a class whose instances belong to no actor; false if that isn't known.
    package static func isPlainClass(_ type: String) -> Bool {
        anywhere.contains(type) || FrameworkSingleton.all.contains { $0.type == type && !$0.isOnMainActor }
    }

    /// Types with an instance that isn't in the list of singletons, and that belongs to no actor.
    private static let anywhere: Set = [
        "AVAudioSession", "BGTaskScheduler", "MPNowPlayingInfoCenter", "MPRemoteCommandCenter", "PHPhotoLibrary",
        "WCSession", "WidgetCenter",
    ]

    /// Returns the name of a framework's type without the prefix of the framework: `Screen` for `UIScreen`, and `URLSession` as it is.
    package static func nameWithoutPrefix(of type: String) -> String {
        let capitals = type.prefix(while: \.isUppercase).count
        return capitals == 3 || capitals > 3 && type.hasPrefix("NS") ? String(type.dropFirst(2)) : type
    }

    /// Returns the ends of the names of those classes of frameworks that have a property of a name which code may give its own.
    package static func owners(of property: String) -> [String] { properties[property] ?? [] }

    private static let properties: [String: [String]] = [
        "screen": ["Window", "Panel", "WindowScene"], "device": ["MTKView", "CAMetalLayer", "CaptureDeviceInput"],
        "colorPanel": ["NSColorPicker"], "session": ["PreviewLayer", "URLSessionTask"],
        "application": ["NSRunningApplication"],
    ]
}
