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
    init(title: String) { self.title = title + Store.shared.text("reader") }
    init(number: Int) { title = "\(number)" }
}

nonisolated final class Completed {
    let title = "completed"
    var later: () -> Void = {}
    init() {
        Store.shared.go(title)
        later = { Store.shared.go("later") }
    }
}

nonisolated final class Valued {
    let first = Store.shared.text("first")
    var second = Store.shared.text("second")
}

/// It is read behind a way out.
nonisolated final class Failing {
    let title: String
    init?(_ title: String) {
        guard !title.isEmpty else { return nil }
        self.title = Log.shared.text(title)
        show(title, Log.shared)
    }
}

nonisolated final class Once {
    let title: String
    init?(_ title: String) {
        guard !title.isEmpty else { return nil }
        show("once", Log.shared)
        self.title = title
    }
}

// MARK: - Initializers take it already

nonisolated final class Taking {
    let title: String
    init(store: Store = Store.shared, title: String) { // left: held
        self.title = title + store.text("taking") + Store.shared.text("directly") // left: held
    }
    func show() { Store.shared.go(title) }
}

nonisolated final class TakingSeen {
    init(log: Log = .shared) { log.write("taking") } // left: held
    func show() { Log.shared.write("taken") }
}

nonisolated final class TakingOnce {
    let title: String
    init(title: String) { self.title = title + Store.shared.text("new") }
    init(theStore: Store = .shared) { title = theStore.text("own") } // left: held
    func show() { Store.shared.go(title) }
}

nonisolated final class TakingOnly {
    let title: String
    init(store: Store = Store.shared) { title = store.text("only") + Store.shared.text("here") } // left: held
}

/// Another one is passed.
nonisolated final class TakingOther {
    init(store: Store = .shared) { store.go("other") } // left: held
    func show() { Store.shared.go("shared") }
}

// MARK: - Names

nonisolated final class Named {
    let title = "named"
    func show(store: String) { Store.shared.go(store) }
    func local() {
        let store = Store.shared
        store.go("local") // left: held
    }
    func inner() {
        struct Inner { let store = "inner" }
        Store.shared.go(Inner().store)
    }
}

nonisolated final class Captured {
    let title = "captured"
    func later(store: String) -> () -> Void { { Store.shared.go(store) } }
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
