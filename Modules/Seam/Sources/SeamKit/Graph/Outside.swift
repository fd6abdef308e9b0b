/// Names through which code accesses something outside the process or shared by all of it.
enum Outside {
    /// Types whose use means network, disk, streams, clocks, devices or processes.
    static let types: Set<String> = [
        "URLSession", "FileManager", "FileHandle", "UserDefaults", "NotificationCenter", "Process", "ProcessInfo",
        "Bundle",
        "NSLog", "OSLog", "Logger", "Date", "ContinuousClock", "SuspendingClock", "DispatchTime", "Socket",
        "NWConnection", "NWListener", "NWPathMonitor", "CLLocationManager", "CNContactStore", "PHPhotoLibrary",
        "AVAudioSession", "AVAudioPlayer", "HKHealthStore", "EKEventStore", "UNUserNotificationCenter",
        "SKPaymentQueue",
        "LAContext", "CKContainer", "NSPersistentContainer", "ModelContainer", "UIApplication", "UIDevice",
        "UIScreen",
        "UIPasteboard", "NSApplication", "NSWorkspace", "NSPasteboard", "HTTPCookieStorage", "URLCache",
        "URLCredentialStorage", "NSUbiquitousKeyValueStore", "OutputStream", "InputStream", "Pipe", "Thread",
        "Timer",
        "SecItemAdd", "WKWebsiteDataStore", "UIImpactFeedbackGenerator",
    ]

    /// Members of those types that access nothing.
    static let harmless: Set<String> = [
        "Thread.isMainThread", "Process.ProcessError", "Logger.Level", "Logger.Message", "Logger.Metadata",
        "Date.distantPast", "Date.distantFuture", "Date.self", "URLSession.self", "Bundle.self",
    ]

    /// Functions of the system that access something outside.
    static let functions: Set<String> = [
        "print", "debugPrint", "dump", "NSLog", "os_log", "fputs", "fwrite", "puts", "printf", "vprintf", "fprintf",
        "putchar",
        "fopen", "open", "read", "write", "close", "socket", "connect", "send", "recv", "getenv", "setenv",
        "unsetenv",
        "exit", "time", "clock_gettime", "gettimeofday", "mach_absolute_time", "CFAbsoluteTimeGetCurrent",
        "CACurrentMediaTime", "readLine", "SecItemAdd", "SecItemCopyMatching", "SecItemUpdate", "SecItemDelete",
        "usleep",
        "sleep", "isatty", "ioctl", "tcgetattr", "signal", "stat", "dlopen", "dlsym", "fsync", "fflush",
    ]

    /// Streams: their names mean nothing else, so passing one on counts as access too.
    static let streams: Set<String> = [
        "print", "debugPrint", "NSLog", "os_log", "fputs", "fwrite", "fread", "puts", "printf", "vprintf",
        "fprintf",
        "putchar", "fopen", "fflush", "getenv", "setenv",
    ]

    /// Types outside the tree whose instances can change.
    static let mutable: Set<String> = types.subtracting(["Date"]).union([
        "NSCache", "NSMutableArray", "NSMutableDictionary", "NSMutableSet", "NSMapTable", "NSHashTable", "NSLock",
        "NSRecursiveLock", "Mutex", "OSAllocatedUnfairLock", "Atomic", "ManagedAtomic", "DispatchQueue",
        "OperationQueue",
        "DispatchSemaphore", "PassthroughSubject", "CurrentValueSubject", "NSPersistentContainer", "NSCountedSet",
        "NSMutableString", "ManagedBuffer", "NIOLock", "NIOLockedValueBox", "UnsafeMutablePointer",
    ])

    /// The protocols of keys whose values only the frameworks read.
    static let keys: Set<String> = [
        "EnvironmentKey", "PreferenceKey", "FocusedValueKey", "LayoutValueKey", "ContainerValueKey", "TransactionKey",
        "UITraitDefinition", "DependencyKey", "TestDependencyKey",
    ]

    /// Types outside the tree whose values are data, whatever their constants are called.
    static let data: Set<String> = [
        "URL", "String", "Substring", "Character", "Bool", "Int", "Double", "Float", "Data", "Date", "UUID", "Decimal",
        "Locale", "TimeZone", "Calendar", "DateComponents", "DateInterval", "IndexPath", "IndexSet", "CharacterSet",
        "CGFloat", "CGPoint", "CGSize", "CGRect", "CGAffineTransform", "UIEdgeInsets", "NSEdgeInsets", "EdgeInsets",
        "NSDirectionalEdgeInsets", "UIColor", "NSColor", "Color", "CGColor", "UIFont", "NSFont", "Font", "UIImage",
        "NSImage", "Image", "Regex", "NSRegularExpression", "NSPredicate", "NSString", "NSAttributedString",
        "AttributedString", "NSNumber", "NSURL", "NSDate", "URLRequest", "URLComponents", "URLQueryItem",
        "DateFormatter", "NumberFormatter", "ISO8601DateFormatter", "JSONEncoder", "JSONDecoder", "Animation",
        "UUID", "Notification", "UserInfoKey", "UTType", "Duration", "Array", "Dictionary", "Set",
    ]

    /// Types of the frameworks that a value may read to compute itself, and stays a value.
    static let ambient: Set<String> = ["UIScreen", "UIDevice", "Bundle"]

    /// The protocols of the delegates of applications and scenes.
    static let delegates: Set<String> = [
        "UIApplicationDelegate", "UISceneDelegate", "UIWindowSceneDelegate", "NSApplicationDelegate",
        "WKApplicationDelegate", "WKExtensionDelegate", "CPTemplateApplicationSceneDelegate",
    ]

    /// The property wrappers that make such a delegate for an app of SwiftUI.
    static let adaptors: Set<String> = [
        "UIApplicationDelegateAdaptor", "NSApplicationDelegateAdaptor", "WKApplicationDelegateAdaptor",
        "WKExtensionDelegateAdaptor",
    ]

    /// The classes of what has such a delegate.
    static let applications: Set<String> = [
        "UIApplication", "UIScene", "UIWindowScene", "NSApplication", "WKApplication", "WKExtension",
    ]

    /// Types outside the tree that contain a changing value.
    static let cells: Set<String> = [
        "Mutex", "OSAllocatedUnfairLock", "Atomic", "ManagedAtomic", "NIOLockedValueBox", "NSCache",
        "NSMutableArray",
        "NSMutableDictionary", "NSMutableSet", "NSMapTable", "NSHashTable", "UnsafeMutablePointer", "LockIsolated",
    ]

    /// Types outside the tree that are services if a locator has them.
    static let services: Set<String> = [
        "URLSession", "UserDefaults", "FileManager", "NotificationCenter", "NSPersistentContainer",
        "ModelContainer",
        "CKContainer", "CLLocationManager", "NSCache", "URLCache",
    ]
}

/// Methods that change the value they are called on.
package enum Mutation {
    /// Methods of the standard library's collections and scalars.
    package static let names: Set<String> = [
        "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "removeValue",
        "popLast",
        "popFirst", "sort", "reverse", "shuffle", "swapAt", "reserveCapacity", "updateValue", "merge", "formUnion",
        "formIntersection", "formSymmetricDifference", "subtract", "update", "replaceSubrange", "toggle", "negate",
        "replaceAll",
    ]

    /// Types of the standard library that are changed in place.
    static let values: Set<String> = [
        "Array", "Dictionary", "Set", "String", "Bool", "Int", "Double", "Data", "IndexSet", "Substring",
        "ContiguousArray", "OrderedSet", "OrderedDictionary", "Deque", "CharacterSet", "URLComponents",
        "DateComponents",
    ]
}
