// modes: 5 6 main
/// Nobody sees when it is made.
nonisolated final class Store: Sendable {
    static let shared = Store()
    let name: String
    init(name: String = "store") { self.name = name }
    func text(_ key: String) -> String { "\(name) \(key)" }
    func go(_ text: String) { print(name, text) }
}

/// Somebody sees when it is made.
nonisolated final class Log: Sendable {
    static let shared = Log()
    init() { print("log made") }
    func text(_ key: String) -> String { "log \(key)" }
    func write(_ text: String) { print("log", text) }
}

nonisolated func show(_ text: String, _ log: Log) { print(text, log.text("shown")) }

// MARK: - Only initializers read it

nonisolated final class Reader {
    private static var sharedStore: Store { .shared }

    let title: String
    private let injectedSharedStore: Store?
    init(title: String, sharedStore injectedSharedStore: Store? = nil) {
        self.injectedSharedStore = injectedSharedStore
        self.title = title + (injectedSharedStore ?? Reader.sharedStore).text("reader")
    }
    init(number: Int, sharedStore injectedSharedStore: Store? = nil) {
        title = "\(number)"
        self.injectedSharedStore = injectedSharedStore
    }
}

nonisolated final class Completed {
    let title = "completed"
    var later: () -> Void = {}
    private let injectedSharedStore: Store?
    private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(sharedStore injectedSharedStore: Store? = nil) {
        self.injectedSharedStore = injectedSharedStore
        sharedStore.go(title)
        later = { [sharedStore] in sharedStore.go("later") }
    }
}

nonisolated final class Valued {
    private static var sharedStore: Store { .shared }

    let first = Valued.sharedStore.text("first")
    var second = Valued.sharedStore.text("second")
}

/// It is read behind a way out.
nonisolated final class Failing {
    private static var sharedLog: Log { .shared }

    let title: String
    private let injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init?(_ title: String, sharedLog injectedSharedLog: Log? = nil) {
        self.injectedSharedLog = injectedSharedLog
        guard !title.isEmpty else { return nil }
        self.title = (injectedSharedLog ?? Failing.sharedLog).text(title)
        show(title, sharedLog)
    }
}

nonisolated final class Once {
    private static var sharedLog: Log { .shared }

    let title: String
    private let injectedSharedLog: Log?
    init?(_ title: String, sharedLog injectedSharedLog: Log? = nil) {
        self.injectedSharedLog = injectedSharedLog
        guard !title.isEmpty else { return nil }
        show("once", injectedSharedLog ?? Once.sharedLog)
        self.title = title
    }
}

// MARK: - Initializers take it already

nonisolated final class Taking {
    private static var sharedStore: Store { .shared }

    let title: String
    private let injectedSharedStore: Store?
    private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(store: Store = Store.shared, title: String, sharedStore injectedSharedStore: Store? = nil) { // left: held
        self.injectedSharedStore = injectedSharedStore
        self.title = title + store.text("taking") + (injectedSharedStore ?? Taking.sharedStore).text("directly") // left: held
    }
    func show() { sharedStore.go(title) }
}

nonisolated final class TakingSeen {
    private let injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init(log: Log = .shared, sharedLog: Log? = nil) {
        injectedSharedLog = sharedLog
        log.write("taking")
    } // left: held
    func show() { sharedLog.write("taken") }
}

nonisolated final class TakingOnce {
    private static var sharedStore: Store { .shared }

    let title: String
    private let injectedSharedStore: Store?
    private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(title: String, sharedStore injectedSharedStore: Store? = nil) {
        self.injectedSharedStore = injectedSharedStore
        self.title = title + (injectedSharedStore ?? TakingOnce.sharedStore).text("new")
    }
    init(theStore: Store = .shared, sharedStore injectedSharedStore: Store? = nil) {
        title = theStore.text("own")
        self.injectedSharedStore = injectedSharedStore
    } // left: held
    func show() { sharedStore.go(title) }
}

nonisolated final class TakingOnly {
    private static var sharedStore: Store { .shared }

    let title: String
    private let injectedSharedStore: Store?
    init(store: Store = Store.shared, sharedStore injectedSharedStore: Store? = nil) {
        self.injectedSharedStore = injectedSharedStore
        title = store.text("only") + (injectedSharedStore ?? TakingOnly.sharedStore).text("here")
    } // left: held
}

/// Another one is passed.
nonisolated final class TakingOther {
    private let injectedSharedStore: Store?
    private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(store: Store = .shared, sharedStore: Store? = nil) {
        injectedSharedStore = sharedStore
        store.go("other")
    } // left: held
    func show() { sharedStore.go("shared") }
}

// MARK: - Names

nonisolated final class Named {
    let title = "named"
    private let injectedSharedStore: Store?
    private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(sharedStore: Store? = nil) {
        injectedSharedStore = sharedStore
    }

    func show(store: String) { sharedStore.go(store) }
    func local() {
        sharedStore.go("local") // left: held
    }
    func inner() {
        struct Inner { let store = "inner" }
        sharedStore.go(Inner().store)
    }
}

nonisolated final class Captured {
    let title = "captured"
    private let injectedSharedStore: Store?
    private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(sharedStore: Store? = nil) {
        injectedSharedStore = sharedStore
    }

    func later(store: String) -> () -> Void { { [sharedStore] in sharedStore.go(store) } }
}

@main enum Program {
    @MainActor static func main() {
        print(Reader(title: "a ").title, Reader(number: 2).title)
        Completed().later()
        let valued = Valued()
        print(valued.first, valued.second)
        print(Failing("") == nil, Once("") == nil)
        print(Failing("failing")?.title ?? "none", Once("once")?.title ?? "none")
        Taking(title: "t").show()
        TakingSeen().show()
        TakingOnce(title: "o").show()
        TakingOnce().show()
        print(TakingOnly().title)
        TakingOther(store: Store(name: "mine")).show()
        Named().show(store: "label")
        Named().local()
        Named().inner()
        Captured().later(store: "kept")()
    }
}
