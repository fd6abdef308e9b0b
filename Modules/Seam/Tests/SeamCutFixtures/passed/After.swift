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
    private static var store: Store { .shared }

    let title: String
    init(title: String) { self.title = title + Reader.store.text("reader") }
    init(number: Int) { title = "\(number)" }
}

nonisolated final class Completed {
    let title = "completed"
    var later: () -> Void = {}
    private var store: Store { .shared }

    init() {
        store.go(title)
        later = { [store] in store.go("later") }
    }
}

nonisolated final class Valued {
    private static var store: Store { .shared }

    let first = Valued.store.text("first")
    var second = Valued.store.text("second")
}

/// It is read behind a way out.
nonisolated final class Failing {
    private static var log: Log { .shared }

    let title: String
    private var log: Log { .shared }

    init?(_ title: String) {
        guard !title.isEmpty else { return nil }
        self.title = Failing.log.text(title)
        show(title, log)
    }
}

nonisolated final class Once {
    private static var log: Log { .shared }

    let title: String
    init?(_ title: String) {
        guard !title.isEmpty else { return nil }
        show("once", Once.log)
        self.title = title
    }
}

// MARK: - Initializers take it already

nonisolated final class Taking {
    private static var sharedStore: Store { .shared }

    let title: String
    private var sharedStore: Store { .shared }

    init(store: Store = Store.shared, title: String) { // left: held
        self.title = title + store.text("taking") + Taking.sharedStore.text("directly") // left: held
    }
    func show() { sharedStore.go(title) }
}

nonisolated final class TakingSeen {
    private var sharedLog: Log { .shared }

    init(log: Log = .shared) { log.write("taking") } // left: held
    func show() { sharedLog.write("taken") }
}

nonisolated final class TakingOnce {
    private static var store: Store { .shared }

    let title: String
    private var store: Store { .shared }

    init(title: String) { self.title = title + TakingOnce.store.text("new") }
    init(theStore: Store = .shared) { title = theStore.text("own") } // left: held
    func show() { store.go(title) }
}

nonisolated final class TakingOnly {
    private static var sharedStore: Store { .shared }

    let title: String
    init(store: Store = Store.shared) { title = store.text("only") + TakingOnly.sharedStore.text("here") } // left: held
}

/// Another one is passed.
nonisolated final class TakingOther {
    private var sharedStore: Store { .shared }

    init(store: Store = .shared) { store.go("other") } // left: held
    func show() { sharedStore.go("shared") }
}

// MARK: - Names

nonisolated final class Named {
    let title = "named"
    private var sharedStore: Store { .shared }

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
    private var sharedStore: Store { .shared }

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
