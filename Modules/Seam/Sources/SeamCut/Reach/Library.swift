import SeamKit

/// What is known of code that trees don't declare: what has no effect that somebody can see, and what effect the rest has.
///
/// What is in no table isn't known. A name that the tree declares itself is looked up there before.
enum Library {
    /// Values: creating them, and all of their members, only compute something.
    static let values: Set<String> = [
        "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
        "Float", "CGFloat", "String", "Substring", "Character", "Date", "URL", "Data", "UUID", "TimeInterval",
        "Decimal",
        "Duration", "CharacterSet", "IndexSet", "IndexPath", "URLComponents", "URLQueryItem", "URLRequest",
        "DateComponents", "DateInterval", "TimeZone", "Calendar", "Locale", "Measurement", "CGRect", "CGPoint",
        "CGSize",
        "CGVector", "CGAffineTransform", "CATransform3D", "CMTime", "CMTimeRange", "CLLocationCoordinate2D",
        "UIEdgeInsets", "NSEdgeInsets", "EdgeInsets", "Range", "ClosedRange",
        "NSRange",
        "KeyPath", "Regex", "tuple", "AttributedString", "NSAttributedString", "NSString", "NSNumber", "Notification",
        "Notification.Name", "NSNotification.Name", "Selector", "ObjectIdentifier", "Error", "NSError", "Void", "Value",
        "DispatchTimeInterval", "DispatchQoS", "Any", "AnyHashable", "Float32", "Float64", "NSPredicate",
        "NSSortDescriptor", "NSData", "UTType", "Mirror", resource, constant,
    ]

    /// What stays the same while a process runs, and so does all that it has: what fails there fails always or never.
    static let constant = "constant of the process"

    /// The place of a resource of the program, which is a value.
    static let resource = "resource of a bundle"

    /// Methods of the program's bundles that find resources, or texts. Nobody changes those while a process runs.
    static let bundleCalls: [String: ReachValue] = {
        let found = ReachValue.foreign(resource, isShared: false)
        return [
            "url": found, "path": found, "urls": .list(found), "paths": .list(found), "localizedString": .plain,
        ]
    }()

    /// Static properties of `URL` with the directories of the user.
    static let directories: Set<String> = [
        "applicationSupportDirectory", "cachesDirectory", "documentsDirectory", "downloadsDirectory", "homeDirectory",
        "libraryDirectory", "moviesDirectory", "musicDirectory", "picturesDirectory", "temporaryDirectory",
    ]

    /// Properties that objects inherit from outside, or that the compiler makes.
    static let inherited: Set<String> = ["objectWillChange", "rawValue", "hashValue", "description", "hash"]

    /// Collections, whose elements may be anything.
    static let collections: Set<String> = [
        "Array", "Dictionary", "Set", "ContiguousArray", "ArraySlice", "Deque", "OrderedDictionary", "OrderedSet",
        "NSMutableArray", "NSMutableDictionary", "NSMutableSet", "NSArray", "NSDictionary", "NSSet", "NSMapTable",
        "NSHashTable", "NSCountedSet", "NSOrderedSet", "LazySequence",
    ]

    /// Members of collections whose value is no element.
    static let countings: Set<String> = [
        "count", "isEmpty", "contains", "joined", "append", "insert", "removeAll", "reserveCapacity", "hasPrefix",
        "indices", "startIndex", "endIndex", "sort", "reverse", "merge", "updateValue", "capacity", "allSatisfy",
        "formUnion", "subtract", "setObject", "removeAllObjects",
    ]

    /// Objects that only somebody who has them can use. Their properties can be read and set.
    static let objects: Set<String> = [
        "NSObject", "NSLock", "NSRecursiveLock", "NSCondition", "NSConditionLock", "UnfairLock", "Mutex", "Atomic",
        "OSAllocatedUnfairLock", "ManagedAtomic", "DispatchQueue", "DispatchSemaphore", "DispatchGroup",
        "OperationQueue", "NSCache", "JSONDecoder", "JSONEncoder", "PropertyListDecoder", "PropertyListEncoder",
        "PassthroughSubject", "CurrentValueSubject", "NSMutableString", "NSMutableAttributedString", "NSMutableData",
        "DateFormatter", "ISO8601DateFormatter", "NumberFormatter", "ByteCountFormatter", "MeasurementFormatter",
        "DateComponentsFormatter", "DateIntervalFormatter", "RelativeDateTimeFormatter",
        "PersonNameComponentsFormatter",
        "ListFormatter", "LengthFormatter", "URLSessionConfiguration", "NSRegularExpression", "URLCache", "Progress",
        "ObservationRegistrar", "ObservableObjectPublisher", "NSDateFormatter", "UIColor", "NSColor", "Color", "UIFont",
        "UIImage.SymbolConfiguration", "CGColor", "NSParagraphStyle", "NSMutableParagraphStyle", "Logger", "OSLog",
        "UndoManager", "NSFileCoordinator", "AnyCancellable", "DispatchWorkItem", "NSUserActivity", "NWPathMonitor",
        "EventMonitor",
        "UserDefaults", "NotificationCenter", "FileManager", "ProcessInfo", "Bundle", "URLSession", "HTTPCookieStorage",
        "UIImpactFeedbackGenerator", "UINotificationFeedbackGenerator", "UISelectionFeedbackGenerator",
        "Set<AnyCancellable>", "Environment", "State", "Binding", "ThreadSafe", "Lock", "NIOLock", "NIOLockedValueBox",
        "LockIsolated",
    ]

    /// Functions that have no effect on anything else.
    static let functions: Set<String> = [
        "min", "max", "abs", "zip", "stride", "type", "swap", "withUnsafePointer", "withUnsafeBytes", "sqrt", "pow",
        "floor", "ceil", "round", "isKnownUniquelyReferenced", "withExtendedLifetime", "NSStringFromClass",
        "CMTimeGetSeconds", "CMTimeMake", "CMTimeMakeWithSeconds", "CMTimeCompare", "NSMakeRange", "CGRectMake",
        "autoreleasepool", "unsafeBitCast", "sin", "cos", "log2",
        "assert", "NSClassFromString", "NSSelectorFromString", "ObjectIdentifier", "repeatElement", "sequence",
        "MemoryLayout",
    ]

    /// Members of objects that have no effect on anything else.
    static let members: Set<String> = [
        "lock", "unlock", "try", "withLock", "withLockUnchecked", "eraseToAnyPublisher",
        "setLocalizedDateFormatFromTemplate",
        "setObject", "addAttribute", "addAttributes", "removeAllObjects", "send", "copy", "mutableCopy", "isEqual",
        "string", "date", "number", "setValue", "withAlphaComponent",
    ]

    /// What functions and types of the system do, if something of them is called.
    static let effects: [String: Observation.Effect] = {
        var all: [String: Observation.Effect] = [:]
        func add(_ effect: Observation.Effect, _ names: String...) { for name in names { all[name] = effect } }
        add(
            .log,
            "print",
            "debugPrint",
            "dump",
            "NSLog",
            "os_log",
            "os_signpost",
            "fputs",
            "puts",
            "printf",
            "Logger",
            "OSLog"
        )
        add(.outside, "fopen", "open", "read", "write", "close", "socket", "connect", "send", "recv", "stat", "dlopen")
        add(
            .outside,
            "SecItemAdd",
            "SecItemCopyMatching",
            "SecItemUpdate",
            "SecItemDelete",
            "URLSession",
            "FileManager"
        )
        add(.outside, "FileHandle", "Bundle", "Process", "Pipe", "InputStream", "OutputStream", "NWConnection")
        add(.outside, "NWListener", "NWPathMonitor", "CLLocationManager", "CNContactStore", "PHPhotoLibrary")
        add(.outside, "AVAudioSession", "AVAudioPlayer", "AVPlayer", "HKHealthStore", "EKEventStore", "CKContainer")
        add(.outside, "NSPersistentContainer", "ModelContainer", "UIPasteboard", "URLCredentialStorage", "NSDataAsset")
        add(
            .outside,
            "HTTPCookieStorage",
            "WKWebsiteDataStore",
            "LAContext",
            "SKPaymentQueue",
            "URLCache",
            "SCNetworkReachabilityCreateWithName"
        )
        add(.environment, "getenv", "time", "clock_gettime", "gettimeofday", "mach_absolute_time", "CACurrentMediaTime")
        add(.environment, "CFAbsoluteTimeGetCurrent", "ProcessInfo", "UserDefaults", "NSUbiquitousKeyValueStore")
        add(.environment, "UIDevice", "UIScreen", "UIApplication", "NSApplication", "NSWorkspace", "ContinuousClock")
        add(
            .environment,
            "SuspendingClock",
            "DispatchTime",
            "NSLocalizedString"
        )
        add(.environment, "DispatchWallTime", "CommandLine", "isatty", "sysctlbyname")
        add(
            .registration,
            "NotificationCenter",
            "UNUserNotificationCenter",
            "NSKeyValueObservation",
            "CTTelephonyNetworkInfo"
        )
        add(.registration, "CFNotificationCenterAddObserver", "atexit", "signal", "objc_setAssociatedObject")
        add(.registration, "MPRemoteCommandCenter", "DistributedNotificationCenter", "WCSession", "BGTaskScheduler")
        add(.start, "Timer", "Task", "Thread", "DispatchSource", "CADisplayLink", "pthread_create", "Operation")
        add(.start, "BlockOperation", "withTaskGroup", "RunLoop", "NSBackgroundActivityScheduler")
        add(.block, "sleep", "usleep", "pthread_join", "readLine", "dispatchMain", "nanosleep")
        add(.trap, "fatalError", "precondition", "preconditionFailure", "exit", "abort", "NSException")
        return all
    }()

    /// What members do, of whatever they are members.
    static let memberEffects: [String: Observation.Effect] = {
        var all: [String: Observation.Effect] = [:]
        func add(_ effect: Observation.Effect, _ names: String...) { for name in names { all[name] = effect } }
        add(.start, "async", "asyncAfter", "addOperation", "addOperations", "resume", "activate", "start", "schedule")
        add(.start, "concurrentPerform", "barrierAsync", "perform", "notify", "run")
        add(.block, "sync", "wait", "sleep", "asyncAndWait", "waitUntilAllOperationsAreFinished", "join")
        add(.registration, "addObserver", "observe", "sink", "assign", "subscribe", "register", "receive", "addTarget")
        add(.change, "post")
        add(.registration, "publisher", "notifications", "autoconnect", "connect", "onReceive")
        add(.outside, "dataTask", "downloadTask", "uploadTask", "webSocketTask", "createDirectory", "fileExists")
        add(.outside, "contentsOfDirectory", "removeItem", "write", "save", "fetch", "execute", "loadPersistentStores")
        add(.log, "info", "debug", "error", "warning", "notice", "fault", "log", "trace", "critical", "verbose")
        return all
    }()

    /// Those members that change the object.
    static let changes: Set<String> = [
        "setObject", "addAttribute", "addAttributes", "removeAllObjects", "send", "setValue",
    ]

    /// Properties that never change while a process runs.
    static let constants: Set<String> = [
        "bundleIdentifier", "infoDictionary", "bundleURL", "bundlePath", "resourceURL", "processIdentifier",
        "activeProcessorCount", "processorCount", "operatingSystemVersion", "operatingSystemVersionString",
        "physicalMemory", "isMacCatalystApp", "isiOSAppOnMac", "userInterfaceIdiom", "systemName", "systemVersion",
        "temporaryDirectory", "nativeScale", "maximumFramesPerSecond", "homeDirectoryForCurrentUser",
        "executableURL", "executablePath", "resourcePath", "processName", "arguments",
    ]

    /// Functions and methods that return the same each time while a process runs, or an empty collection, and do nothing else. Those that
    /// return a list are with `true`.
    static let constantCalls: [String: Bool] = [
        "NSHomeDirectory": false, "NSTemporaryDirectory": false, "NSSearchPathForDirectoriesInDomains": true,
        "FileManager.urls": true, "FileManager.containerURL": false, "Bundle.object": false,
        "ProcessInfo.isOperatingSystemAtLeast": false, "WCSession.isSupported": false,
        "HKHealthStore.isHealthDataAvailable": false, "NSHashTable.weakObjects": true,
        "NSMapTable.strongToStrongObjects": true, "NSMapTable.strongToWeakObjects": true,
        "NSMapTable.weakToStrongObjects": true, "NSMapTable.weakToWeakObjects": true,
        "NSPointerArray.weakObjects": true,
    ]

    /// Methods that only compute what they return.
    static let computations: Set<String> = [
        "PropertyListSerialization.propertyList", "JSONSerialization.jsonObject",
    ]

    /// Types with one instance for which `current` stands.
    static let currents: Set<String> = ["UIDevice", "WKInterfaceDevice"]

    /// Static constants of the system that code names without their type.
    static let implied: Set<String> = [
        "main", "default", "background", "utility", "userInitiated", "userInteractive", "zero", "concurrent", "utf8",
        "iso8601", "gregorian", "useProtocolCachePolicy", "shared", "standard", "distantPast", "distantFuture",
        "convertFromSnakeCase", "convertToSnakeCase", "secondsSince1970", "millisecondsSince1970", "prettyPrinted",
        "sortedKeys", "none", "all", "infinity", "max", "min", "black", "white", "clear", "red", "green", "blue",
        "ephemeral", "medium", "short", "long", "full", "decimal", "currency", "percent", "infinite", "strongMemory",
        "weakMemory", "allowFragments", "common",
    ]

    /// Objects that hold a closure, and don't run it when they are made.
    static let closureHolders: Set<String> = ["DispatchWorkItem", "AnyCancellable", "UIColor", "NSColor"]

    /// The names of members by which a framework gives its one instance away.
    static let instanceNames: Set<String> = [
        "shared", "sharedInstance", "instance", "default", "standard", "main", "system", "processInfo", "general",
        "sharedManager", "singleton",
    ]

    /// Returns whether a member is one of the cases of an enumeration, by the names of both: `UIStatusBarStyle.default`.
    static func isChoice(_ name: String, of type: String) -> Bool {
        let endings = [
            "Style", "Appearance", "Mode", "Type", "Kind", "Position", "Alignment", "Priority", "Policy", "Direction",
            "Orientation", "Level", "Options",
        ]
        return ["default", "standard", "main", "system"].contains(name) && endings.contains(where: type.hasSuffix)
    }

    /// Members of types whose value depends on when they are read.
    static let changing: Set<String> = [
        "now", "current", "autoupdatingCurrent", "preferredLanguages", "preferredLocalizations",
    ]

    /// Members of implied types that return a value when they are called, without any effect.
    static let impliedCalls: Set<String> = [
        "seconds", "milliseconds", "microseconds", "nanoseconds", "some", "success", "failure", "custom", "formatted",
        "iso8601", "system", "byte", "hours", "minutes", "rounded",
    ]

    /// Wrappers that only hold what a property has, or read it when the property is read.
    static let wrappers: Set<String> = [
        "Published", "State", "StateObject", "ObservedObject", "EnvironmentObject", "Environment", "Binding",
        "Bindable",
        "IBOutlet", "IBInspectable", "NSManaged", "GKInspectable", "NSCopying", "FocusState", "GestureState",
        "Namespace", "AppStorage", "SceneStorage", "ScaledMetric",
        "ObservationIgnored", "ObservationTracked", "Invalidating", "TaskLocal",
    ]

    /// Attributes of types that add nothing to their initializers.
    static let typeAttributes: Set<String> = ["Observable", "NSApplicationMain", "UIApplicationMain"]

    /// Endings of the names of protocols.
    static let protocolEndings = [
        "Delegate", "DataSource", "Protocol", "Observer", "Convertible", "able", "ible", "Providing", "Representable",
        "Type", "Codable", "Sendable", "Copying", "Coding",
    ]

    static let protocols: Set<String> = [
        "Sendable", "ObservableObject", "Codable", "Equatable", "Hashable", "Identifiable", "Encodable", "Decodable",
        "Error", "LocalizedError", "Sequence", "Collection", "AnyObject", "Actor", "CaseIterable", "OptionSet", "View",
        "SetAlgebra", "IteratorProtocol", "CodingKey", "RawRepresentable", "DynamicProperty",
    ]

    /// Returns whether a name is that of a constant of the system's frameworks in C: `kCFBundleIdentifierKey`.
    static func isConstant(_ name: String) -> Bool {
        name.first == "k" && name.dropFirst().first?.isUppercase == true
    }

    /// Returns whether a name that the tree doesn't declare seems to be that of a protocol, and of no class.
    static func isProtocol(_ name: String) -> Bool {
        let last = name.lastName
        return protocols.contains(last) || protocolEndings.contains(where: last.hasSuffix)
    }
}
