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
    private let injectedSharedStore: Store?
    private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(_ title: String, sharedStore: Store? = nil) {
        self.title = title
        injectedSharedStore = sharedStore
    }
    func show() { sharedStore.go(title) }
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
    private static var sharedStore: Store { .shared }

    private static var log: Log { .shared }

    static func show(_ text: String, sharedStore passedSharedStore: Store? = nil) {
        print("helping")
        (passedSharedStore ?? sharedStore).go(text)
    }
    static func note(_ text: String, log passedLog: Log? = nil) { (passedLog ?? log).write(text) }
}

// MARK: - What makes it

nonisolated final class Screen {
    let title: String
    let first = Row("first")
    private lazy var last = Row("last")
    private let made: Row
    private let injectedSharedStore: Store?
    private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(title: String, sharedStore: Store? = nil) {
        self.title = title
        injectedSharedStore = sharedStore
        made = Row("made by " + title)
    }

    func show() {
        sharedStore.go(title)
        for row in [first, made, last] { row.show() }
        Taking(title: "taking").show()
        Helper.show("helped")
        later { Row("in a closure").show() }()
        [1, 2].forEach { Row("\($0)").show() }
    }
    func show(store: String) { Row(store).show() }
    static func other() { Row("static").show() }
}

nonisolated final class Defaulted {
    let row: Row
    private let injectedSharedStore: Store?
    private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(row: Row = Row("default"), sharedStore: Store? = nil) {
        self.row = row
        injectedSharedStore = sharedStore
    }
    func show() {
        sharedStore.go("defaulted")
        row.show()
    }
}

nonisolated final class Plain {
    let row = Row("plain")
    private let injectedSharedStore: Store?
    private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(sharedStore: Store? = nil) {
        injectedSharedStore = sharedStore
    }

    func show() {
        sharedStore.go("a plain one")
        row.show()
    }
}

/// What was read late stays as late.
nonisolated final class Journal {
    private let entry: Entry
    private let injectedLog: Log?
    private var log: Log { injectedLog ?? .shared }

    private lazy var last = Entry(title: "last")

    init(title: String, log: Log? = nil) {
        entry = Entry(title: title)
        injectedLog = log
        print("journal made")
    }
    func show() {
        print("shown")
        Helper.note("noted")
        log.write("journal")
        for entry in [entry, last, Entry(title: "new")] { entry.show() }
        later { Helper.note("later") }()
    }
}

nonisolated struct Section {
    let title: String
    private var sharedStore: Store { .shared }

    func show() {
        sharedStore.go(title)
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
