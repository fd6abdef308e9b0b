// modes: 5 6 main
/// Nobody sees when it is made.
nonisolated final class Store: Sendable {
    static let shared = Store()
    func go(_ text: String) { print("store", text) }
}

/// Somebody sees when it is made.
nonisolated final class Log: Sendable {
    static let shared = Log()
    init() { print("log made") }
    func write(_ text: String) { print("log", text) }
}

nonisolated func later(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void { body }

// MARK: - What is made

nonisolated final class Row: Sendable {
    let title: String
    private let store: Store
    init(_ title: String, store: Store = .shared) {
        self.title = title
        self.store = store
    }
    func show() { store.go(title) }
}

nonisolated final class Taking {
    private let store: Store
    let title: String
    init(title: String, store: Store = .shared) { (self.title, self.store) = (title, store) }  // left: held
    func show() { store.go(title) }
}

nonisolated final class Entry {
    let title: String
    private let injectedLog: Log?
    private var log: Log { injectedLog ?? .shared }

    init(title: String, log: Log? = nil) {
        self.title = title
        injectedLog = log
    }
    func show() { log.write(title) }
}

nonisolated enum Helper {
    static func show(_ text: String, store: Store = .shared) {
        print("helping")
        store.go(text)
    }
    static func note(_ text: String, log: Log = .shared) { log.write(text) }
}

// MARK: - What makes it

nonisolated final class Screen {
    let title: String
    let first: Row
    private lazy var last = Row("last", store: store)
    private let made: Row
    private let store: Store

    init(title: String, store: Store = .shared) {
        self.title = title
        self.store = store
        first = Row("first", store: store)
        made = Row("made by " + title, store: store)
    }

    func show() {
        store.go(title)
        for row in [first, made, last] { row.show() }
        Taking(title: "taking", store: store).show()
        Helper.show("helped", store: store)
        later { [store] in Row("in a closure", store: store).show() }()
        [1, 2].forEach { Row("\($0)", store: store).show() }
    }
    func show(store: String) { Row(store, store: self.store).show() }
    static func other() { Row("static").show() }
}

nonisolated final class Defaulted {
    let row: Row
    private let store: Store
    init(row: Row? = nil, store: Store = .shared) {
        self.row = row ?? Row("default", store: store)
        self.store = store
    }
    func show() {
        store.go("defaulted")
        row.show()
    }
}

nonisolated final class Plain {
    let row: Row
    private let store: Store

    init(store: Store = .shared) {
        self.store = store
        row = Row("plain", store: store)
    }

    func show() {
        store.go("a plain one")
        row.show()
    }
}

/// What was read late stays as late.
nonisolated final class Journal {
    private let entry: Entry
    private let injectedLog: Log?
    private var log: Log { injectedLog ?? .shared }

    private lazy var last = Entry(title: "last", log: injectedLog)

    init(title: String, log: Log? = nil) {
        entry = Entry(title: title, log: log)
        injectedLog = log
        print("journal made")
    }
    func show() {
        print("shown")
        Helper.note("noted", log: log)
        log.write("journal")
        for entry in [entry, last, Entry(title: "new", log: log)] { entry.show() }
        later { [log] in Helper.note("later", log: log) }()
    }
}

nonisolated struct Section {
    let title: String
    func show() {
        Store.shared.go(title)
        Row("of a section").show()
    }
}

@main enum Program {
    @MainActor static func main() {
        Journal(title: "journal").show()
        let screen = Screen(title: "screen")
        screen.show()
        screen.show(store: "named")
        Screen.other()
        Defaulted().show()
        Defaulted(row: Row("given")).show()
        Plain().show()
        Section(title: "section").show()
    }
}
