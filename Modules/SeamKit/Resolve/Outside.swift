/// Names through which code reaches out of the process or to what all of it shares.
enum Outside {
    /// Types whose use means network, disk, streams, clocks, devices or processes.
    static let types: Set<String> = [
        "URLSession", "FileManager", "FileHandle", "UserDefaults", "NotificationCenter", "Process", "ProcessInfo",
        "Bundle",
        "NSLog", "OSLog", "Logger", "Date", "ContinuousClock", "SuspendingClock", "DispatchTime", "Socket",
        "NWConnection", "NWListener", "NWPathMonitor", "CLLocationManager", "CNContactStore", "PHPhotoLibrary",
        "AVAudioSession", "AVAudioPlayer", "HKHealthStore", "EKEventStore", "UNUserNotificationCenter",
        "SKPaymentQueue",
        "LAContext", "CKContainer", "NSPersistentContainer", "ModelContainer", "UIApplication", "UIDevice", "UIScreen",
        "UIPasteboard", "NSApplication", "NSWorkspace", "NSPasteboard", "HTTPCookieStorage", "URLCache",
        "URLCredentialStorage", "NSUbiquitousKeyValueStore", "OutputStream", "InputStream", "Pipe", "Thread", "Timer",
        "JSONSerialization.writeJSONObject", "SecItemAdd", "WKWebsiteDataStore", "UIImpactFeedbackGenerator",
    ]

    /// Members of those types that reach nothing.
    static let harmless: Set<String> = [
        "Thread.isMainThread", "Process.ProcessError", "Logger.Level", "Logger.Message", "Logger.Metadata",
        "Date.distantPast", "Date.distantFuture", "Date.self", "URLSession.self", "Bundle.self",
    ]

    /// Functions of the system that reach outside.
    static let functions: Set<String> = [
        "print", "debugPrint", "dump", "NSLog", "os_log", "fputs", "fwrite", "puts", "printf", "vprintf", "fprintf",
        "putchar",
        "fopen", "open", "read", "write", "close", "socket", "connect", "send", "recv", "getenv", "setenv", "unsetenv",
        "exit", "time", "clock_gettime", "gettimeofday", "mach_absolute_time", "CFAbsoluteTimeGetCurrent",
        "CACurrentMediaTime", "readLine", "SecItemAdd", "SecItemCopyMatching", "SecItemUpdate", "SecItemDelete",
        "usleep",
        "sleep", "isatty", "ioctl", "tcgetattr", "signal", "stat", "dlopen", "dlsym", "fsync", "fflush",
    ]

    /// Types outside the tree whose instances can change.
    static let mutable: Set<String> = types.subtracting(["Date"]).union([
        "NSCache", "NSMutableArray", "NSMutableDictionary", "NSMutableSet", "NSMapTable", "NSHashTable", "NSLock",
        "NSRecursiveLock", "Mutex", "OSAllocatedUnfairLock", "Atomic", "ManagedAtomic", "DispatchQueue",
        "OperationQueue",
        "DispatchSemaphore", "PassthroughSubject", "CurrentValueSubject", "NSPersistentContainer", "NSCountedSet",
        "NSMutableString", "ManagedBuffer", "NIOLock", "NIOLockedValueBox", "UnsafeMutablePointer",
    ])

    /// Types outside the tree that hold a value which changes.
    static let cells: Set<String> = [
        "Mutex", "OSAllocatedUnfairLock", "Atomic", "ManagedAtomic", "NIOLockedValueBox", "NSCache", "NSMutableArray",
        "NSMutableDictionary", "NSMutableSet", "NSMapTable", "NSHashTable", "UnsafeMutablePointer", "LockIsolated",
    ]

    /// Types outside the tree that are services where a locator holds them.
    static let services: Set<String> = [
        "URLSession", "UserDefaults", "FileManager", "NotificationCenter", "NSPersistentContainer", "ModelContainer",
        "CKContainer", "CLLocationManager", "NSCache", "URLCache",
    ]

    /// `Date()` and `Date.now`, but no date that is worked out.
    static func readsClock(_ chain: FileFacts.ChainFact, facts: FileFacts) -> Bool {
        guard let first = chain.steps.indices.first else { return false }
        let step = facts.steps[first]
        if step.kind == .call { return step.arguments == 0 }
        let name = facts.name(step.name)
        return name == "now" || name == "init" && chain.steps.count > 1 && facts.steps[first + 1].arguments == 0
    }

    /// `Data(contentsOf:)` and its like.
    static func opensFile(index: Int, facts: FileFacts) -> Bool {
        facts.chains.contains { chain in
            Int(chain.contextChain) == index
                && ["contentsOf", "contentsOfFile"].contains(facts.name(chain.contextLabel) ?? "")
        }
    }
}

/// Methods that change the value they are called on.
enum Mutation {
    /// Of the standard library's collections and scalars.
    static let names: Set<String> = [
        "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "removeValue",
        "popLast",
        "popFirst", "sort", "reverse", "shuffle", "swapAt", "reserveCapacity", "updateValue", "merge", "formUnion",
        "formIntersection", "formSymmetricDifference", "subtract", "update", "replaceSubrange", "toggle", "negate",
        "replaceAll",
    ]

    /// Whether a chain ends in the call of such a method.
    static func endsInMutation(_ chain: FileFacts.ChainFact, facts: FileFacts) -> Bool {
        guard chain.steps.count >= 2 else { return false }
        let last = chain.steps.indices.upperBound - 1
        guard facts.steps[last].kind == .call, facts.steps[last - 1].kind == .member else { return false }
        return facts.name(facts.steps[last - 1].name).map { names.contains($0) } ?? false
    }
}
