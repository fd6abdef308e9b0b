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
    private let injectedSharedBag: Bag?
    private var sharedBag: Bag { injectedSharedBag ?? .shared }

    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    init(sharedBag: Bag? = nil, store: Store? = nil) {
        injectedSharedBag = sharedBag
        injectedStore = store
    }

    func show() { store.go("plain \(sharedBag.next())") }
}

nonisolated final class Titled {
    let title: String
    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    private var times = 0

    init(title: String, store: Store? = nil) {
        self.title = title
        injectedStore = store
    }

    init(number: Int, store: Store? = nil) {
        title = "\(number)"
        injectedStore = store
    }

    convenience init() {
        print("convenience")
        self.init(title: "none")
    }

    func show() {
        times += 1
        store.go("\(title) \(times)")
    }
}

nonisolated final class Early {
    private static var store: Store { .shared }

    let size: Int
    let later: () -> Void
    private let injectedStore: Store?

    init(_ isThere: Bool, store injectedStore: Store? = nil, done: () -> Void) {
        self.injectedStore = injectedStore
        (injectedStore ?? Early.store).go("early")
        size = (injectedStore ?? Early.store).value()
        later = { (injectedStore ?? Early.store).go("later") }
        done()
    }
}

nonisolated final class Failing {
    private static var store: Store { .shared }

    let size: Int
    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    init?(size: Int, store injectedStore: Store? = nil) {
        self.injectedStore = injectedStore
        guard size > (injectedStore ?? Failing.store).value() else { return nil }
        self.size = size
    }
    init(anyhow: Int, store injectedStore: Store? = nil) throws {
        self.injectedStore = injectedStore
        size = anyhow + (injectedStore ?? Failing.store).value()
    }
    func show() { store.go("failing \(size)") }
}

nonisolated final class Valued {
    private static var store: Store { .shared }

    var key: String = Valued.store.text("key") { didSet { store.go("set \(key)") } }
    var size = Valued.store.value()
    private let count = 1
    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    let make: () -> Int = { Valued.store.value() }

    init(store injectedStore: Store? = nil) {
        self.injectedStore = injectedStore
    }

    func show() { store.go("\(key) \(size) \(count) \(make())") }
}

nonisolated class Base {
    let name: String
    init(name: String) { self.name = name }
    func show() { print("base", name) }
}

nonisolated final class Derived: Base {
    private static var store: Store { .shared }

    let size: Int
    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    override init(name: String) {
        injectedStore = nil
        size = Derived.store.value()
        super.init(name: name + Derived.store.text("derived"))
    }
    init(size: Int, store injectedStore: Store? = nil) {
        self.size = size
        self.injectedStore = injectedStore
        super.init(name: (injectedStore ?? Derived.store).text("sized"))
    }
    override func show() { store.go("\(name) \(size)") }
}

nonisolated final class Inherited: Base {
    var injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    override func show() { store.go("inherited \(name)") }
}

@MainActor final class Screen {
    private static var board: Board { .shared }

    let size: Int
    // Is as safe to read as the accessor, from anywhere.
    nonisolated(unsafe) private let injectedSharedBag: Bag?
    nonisolated private var sharedBag: Bag { injectedSharedBag ?? .shared }

    private let injectedBoard: Board?
    private var board: Board { injectedBoard ?? .shared }

    private let injectedStore: Store?
    nonisolated private var store: Store { injectedStore ?? .shared }

    init(size: Int, sharedBag: Bag? = nil, board injectedBoard: Board? = nil, store: Store? = nil) {
        self.injectedBoard = injectedBoard
        self.size = size + Screen.board.next()
        injectedSharedBag = sharedBag
        injectedStore = store
    }
    func show() { store.go("screen \(size) \(board.next()) \(sharedBag.next())") }
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
    nonisolated private static var store: Store { .shared }

    let size: Int
    // Is as safe to read as the accessor, from anywhere.
    nonisolated(unsafe) private let injectedSharedBag: Bag?
    nonisolated private var sharedBag: Bag { injectedSharedBag ?? .shared }

    private let injectedStore: Store?
    nonisolated private var store: Store { injectedStore ?? .shared }

    init(size: Int, sharedBag: Bag? = nil, store injectedStore: Store? = nil) {
        self.size = size
        injectedSharedBag = sharedBag
        self.injectedStore = injectedStore
    }
    init(sharedBag: Bag? = nil, store injectedStore: Store? = nil) {
        self.injectedStore = injectedStore
        size = (injectedStore ?? Worker.store).value()
        injectedSharedBag = sharedBag
    }
    func run() { store.go("worker \(size)") }
    nonisolated func far() { store.go("far") }
    func bag() -> Int { sharedBag.next() }
}

nonisolated final class Sent: Sendable {
    // Is as safe to read as the accessor, from anywhere.
    nonisolated(unsafe) private let injectedSharedBag: Bag?
    private var sharedBag: Bag { injectedSharedBag ?? .shared }

    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    init(sharedBag: Bag? = nil, store: Store? = nil) {
        injectedSharedBag = sharedBag
        injectedStore = store
    }

    func show() { store.go("sent \(sharedBag.next())") }
}

nonisolated final class Trailing {
    let body: () -> Void
    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    init(_ name: String, store: Store? = nil, body: @escaping () -> Void) {
        print(name)
        self.body = body
        injectedStore = store
    }
    func show() {
        store.go("trailing")
        body()
    }
}

nonisolated final class Long {
    let first: String, second: String
    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    init(
        firstOfAllTheNames first: String = "first",
        secondOfAllTheNames second: String = "second of all",
        store: Store? = nil
    ) {
        self.first = first
        self.second = second
        injectedStore = store
    }
    init(
        first: String,
        third: String,
        store: Store? = nil
    ) {
        injectedStore = store
        self.first = first // stays here
        second = third
    }
    func show() { store.go(first + second) }
}

nonisolated enum Maker {
    private static var store: Store { .shared }

    static func make(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
    static let made = Maker.store.value()
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
