// modes: 5 6 main
/// Nobody sees when it is made.
nonisolated final class Store: Sendable {
    static let shared = Store()
    let name: String
    init(name: String = "store") { self.name = name }
    func value() -> Int { name.count }
    func text(_ key: String) -> String { "\(name) \(key)" }
    func go(_ text: String) { print(name, text) }
}

@MainActor final class Board {
    static let shared = Board()
    var count = 0
    func next() -> Int { count += 1; return count }
}

/// Not `Sendable`.
nonisolated final class Bag {
    nonisolated(unsafe) static let shared = Bag()
    var count = 0
    func next() -> Int { count += 1; return count }
}

nonisolated final class Plain {
    private let bag: Bag
    private let store: Store

    init(bag: Bag = .shared, store: Store = .shared) {
        self.bag = bag
        self.store = store
    }

    func show() { store.go("plain \(bag.next())") }
}

nonisolated final class Titled {
    let title: String
    private let store: Store
    private var times = 0

    init(title: String, store: Store = .shared) {
        self.title = title
        self.store = store
    }

    init(number: Int, store: Store = .shared) {
        title = "\(number)"
        self.store = store
    }

    convenience init(store: Store = .shared) {
        print("convenience")
        self.init(title: "none", store: store)
    }

    func show() {
        times += 1
        store.go("\(title) \(times)")
    }
}

nonisolated final class Early {
    let size: Int
    let later: () -> Void

    init(_ isThere: Bool, store: Store = .shared, done: () -> Void) {
        store.go("early")
        size = store.value()
        later = { store.go("later") }
        done()
    }
}

nonisolated final class Failing {
    let size: Int
    private let store: Store
    init?(size: Int, store: Store = .shared) {
        self.store = store
        guard size > store.value() else { return nil }
        self.size = size
    }
    init(anyhow: Int, store: Store = .shared) throws {
        self.store = store
        size = anyhow + store.value()
    }
    func show() { store.go("failing \(size)") }
}

nonisolated final class Valued {
    var key: String { didSet { store.go("set \(key)") } }
    var size: Int
    private let count = 1
    private let store: Store
    let make: () -> Int

    init(store: Store = .shared) {
        self.store = store
        key = store.text("key")
        size = store.value()
        make = { store.value() }
    }

    func show() { store.go("\(key) \(size) \(count) \(make())") }
}

nonisolated class Base {
    let name: String
    init(name: String) { self.name = name }
    func show() { print("base", name) }
}

nonisolated final class Derived: Base {
    let size: Int
    private let store: Store
    override init(name: String) {
        let store = Store.shared
        self.store = store
        size = store.value()
        super.init(name: name + store.text("derived"))
    }
    init(size: Int, store: Store = .shared) {
        self.size = size
        self.store = store
        super.init(name: store.text("sized"))
    }
    override func show() { store.go("\(name) \(size)") }
}

nonisolated final class Inherited: Base {
    var store: Store = .shared

    override func show() { store.go("inherited \(name)") }
}

@MainActor final class Screen {
    let size: Int
    private let bag: Bag
    private let board: Board
    private let store: Store
    init(size: Int, bag: Bag = .shared, board: Board? = nil, store: Store = .shared) {
        let board = board ?? .shared
        self.board = board
        self.size = size + board.next()
        self.bag = bag
        self.store = store
    }
    func show() { store.go("screen \(size) \(board.next()) \(bag.next())") }
    func escaping() -> () -> Void { { [store] in store.go("escaping") } }
    func weakly() -> () -> Void {
        { [weak self, store] in store.go("weakly \(self == nil)") }
    }
    func tasks() async {
        await Task { self.store.go("task \(self.size)") }.value
        await Task.detached { [store] in store.go("detached") }.value
    }
    nonisolated func aside() { store.go("aside") }
    deinit { store.go("gone") }
}

extension Screen {
    func more() { store.go("more \(board.next())") }
}

actor Worker {
    let size: Int
    private let sharedBag: Bag
    private let store: Store
    init(size: Int, sharedBag: Bag = .shared, store: Store = .shared) {
        self.size = size
        self.sharedBag = sharedBag
        self.store = store
    }
    init(sharedBag: Bag = .shared, store: Store = .shared) {
        self.store = store
        size = store.value()
        self.sharedBag = sharedBag
    }
    func run() { store.go("worker \(size)") }
    nonisolated func far() { store.go("far") }
    func bag() -> Int { sharedBag.next() }
}

nonisolated final class Sent: Sendable {
    private let store: Store

    init(store: Store = .shared) {
        self.store = store
    }

    func show() { store.go("sent \(Bag.shared.next())") }
}

nonisolated final class Trailing {
    let body: () -> Void
    private let store: Store
    init(_ name: String, store: Store = .shared, body: @escaping () -> Void) {
        print(name)
        self.body = body
        self.store = store
    }
    func show() {
        store.go("trailing")
        body()
    }
}

nonisolated final class Long {
    let first: String, second: String
    private let store: Store
    init(
        firstOfAllTheNames first: String = "first",
        secondOfAllTheNames second: String = "second of all",
        store: Store = .shared
    ) {
        self.first = first
        self.second = second
        self.store = store
    }
    init(
        first: String,
        third: String,
        store: Store = .shared
    ) {
        self.store = store
        self.first = first // stays here
        second = third
    }
    func show() { store.go(first + second) }
}

nonisolated enum Maker {
    static func make(store: Store = .shared) -> Int { store.value() }
    static let made = Store.shared.value()
}

@main enum Program {
    @MainActor static func main() async throws {
        Plain().show()
        Titled(title: "a").show()
        Titled(number: 2).show()
        Titled().show()
        let early = Early(true) { print("done") }
        early.later()
        print(early.size)
        Failing(size: 10)?.show()
        print(Failing(size: 1) == nil)
        try Failing(anyhow: 2).show()
        let valued = Valued()
        valued.key = "other"
        valued.show()
        Derived(name: "d").show()
        Derived(size: 3).show()
        Inherited(name: "i").show()
        var screen: Screen? = Screen(size: 1)
        screen?.show()
        screen?.more()
        screen?.escaping()()
        screen?.weakly()()
        await screen?.tasks()
        screen?.aside()
        let weakly = screen?.weakly()
        screen = nil
        weakly?()
        let worker = Worker(size: 1)
        await worker.run()
        worker.far()
        print(await worker.bag(), await Worker().size)
        Sent().show()
        Trailing("t") { print("body") }.show()
        Long().show()
        Long(first: "x", third: "y").show()
        print(Maker.make(), Maker.made)
    }
}
