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
    private var store: Store { .shared }

    init(_ title: String) { self.title = title }
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
    private var log: Log { .shared }

    init(title: String) { self.title = title }
    func show() { log.write(title) }
}

nonisolated enum Helper {
    private static var store: Store { .shared }

    private static var log: Log { .shared }

    static func show(_ text: String) {
        print("helping")
        store.go(text)
    }
    static func note(_ text: String) { log.write(text) }
}

// MARK: - What makes it

nonisolated final class Screen {
    let title: String
    let first = Row("first")
    private lazy var last = Row("last")
    private let made: Row
    private var sharedStore: Store { .shared }

    init(title: String) {
        self.title = title
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
    private var store: Store { .shared }

    init(row: Row = Row("default")) {
        self.row = row
    }
    func show() {
        store.go("defaulted")
        row.show()
    }
}

nonisolated final class Plain {
    let row = Row("plain")
    private var store: Store { .shared }

    func show() {
        store.go("a plain one")
        row.show()
    }
}

/// What was read late stays as late.
nonisolated final class Journal {
    private let entry: Entry
    private var log: Log { .shared }

    private lazy var last = Entry(title: "last")

    init(title: String) {
        entry = Entry(title: title)
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
    private var store: Store { .shared }

    func show() {
        store.go(title)
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
