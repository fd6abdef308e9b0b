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
    let title: String
    init(title: String, store: Store = Store.shared) { self.title = title + store.text("reader") }
    init(number: Int) { title = "\(number)" }
}

nonisolated final class Completed {
    let title = "completed"
    var later: () -> Void = {}
    init(store: Store = Store.shared) {
        store.go(title)
        later = { store.go("later") }
    }
}

nonisolated final class Valued {
    let first: String
    var second: String

    init(store: Store = Store.shared) {
        first = store.text("first")
        second = store.text("second")
    }
}

/// It is read behind a way out.
nonisolated final class Failing {
    let title: String
    init?(_ title: String, log: Log? = nil) {
        guard !title.isEmpty else { return nil }
        let log = log ?? .shared
        self.title = log.text(title)
        show(title, log)
    }
}

nonisolated final class Once {
    let title: String
    init?(_ title: String, log: Log? = nil) {
        guard !title.isEmpty else { return nil }
        show("once", log ?? Log.shared)
        self.title = title
    }
}

// MARK: - Initializers take it already

nonisolated final class Taking {
    let title: String
    private let store: Store
    init(store: Store = Store.shared, title: String) { // left: held
        self.store = store
        self.title = title + store.text("taking") + store.text("directly") // left: held
    }
    func show() { store.go(title) }
}

nonisolated final class TakingSeen {
    private let log: Log

    init(log: Log = .shared) {
        self.log = log
        log.write("taking")
    } // left: held
    func show() { log.write("taken") }
}

nonisolated final class TakingOnce {
    let title: String
    private let theStore: Store
    init(title: String, theStore: Store = Store.shared) {
        self.theStore = theStore
        self.title = title + theStore.text("new")
    }
    init(theStore: Store = .shared) {
        title = theStore.text("own")
        self.theStore = theStore
    } // left: held
    func show() { theStore.go(title) }
}

nonisolated final class TakingOnly {
    let title: String
    init(store: Store = Store.shared) { title = store.text("only") + store.text("here") } // left: held
}

/// Another one is passed.
nonisolated final class TakingOther {
    init(store: Store = .shared) { store.go("other") } // left: held
    func show() { Store.shared.go("shared") }
}

// MARK: - Names

nonisolated final class Named {
    let title = "named"
    private let store: Store

    init(store: Store = Store.shared) {
        self.store = store
    }

    func show(store: String) { self.store.go(store) }
    func local() {
        store.go("local") // left: held
    }
    func inner() {
        struct Inner { let store = "inner" }
        self.store.go(Inner().store)
    }
}

nonisolated final class Captured {
    let title = "captured"
    private let sharedStore: Store

    init(sharedStore: Store = Store.shared) {
        self.sharedStore = sharedStore
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
