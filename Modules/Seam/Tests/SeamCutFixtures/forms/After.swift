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
    private var store: Store { .shared }

    private var bag: Bag { .shared }

    func show() { store.go("plain \(bag.next())") }
}

nonisolated final class Titled {
    let title: String
    private var times = 0
    private var store: Store { .shared }

    init(title: String) {
        self.title = title
    }

    init(number: Int) { title = "\(number)" }

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

    init(_ isThere: Bool, done: () -> Void) {
        Early.store.go("early")
        size = Early.store.value()
        later = { Early.store.go("later") }
        done()
    }
}

nonisolated final class Failing {
    private static var store: Store { .shared }

    let size: Int
    private var store: Store { .shared }

    init?(size: Int) {
        guard size > Failing.store.value() else { return nil }
        self.size = size
    }
    init(anyhow: Int) throws {
        size = anyhow + Failing.store.value()
    }
    func show() { store.go("failing \(size)") }
}

nonisolated final class Valued {
    private static var store: Store { .shared }

    var key: String = Valued.store.text("key") { didSet { store.go("set \(key)") } }
    var size = Valued.store.value()
    private let count = 1
    let make: () -> Int = { Valued.store.value() }
    private var store: Store { .shared }

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
    private var store: Store { .shared }

    override init(name: String) {
        size = Derived.store.value()
        super.init(name: name + Derived.store.text("derived"))
    }
    init(size: Int) {
        self.size = size
        super.init(name: Derived.store.text("sized"))
    }
    override func show() { store.go("\(name) \(size)") }
}

nonisolated final class Inherited: Base {
    private var store: Store { .shared }

    override func show() { store.go("inherited \(name)") }
}

@MainActor final class Screen {
    private static var board: Board { .shared }

    let size: Int
    nonisolated private var store: Store { .shared }

    private var board: Board { .shared }

    nonisolated private var bag: Bag { .shared }

    init(size: Int) { self.size = size + Screen.board.next() }
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
    nonisolated private static var store: Store { .shared }

    let size: Int
    nonisolated private var store: Store { .shared }

    nonisolated private var sharedBag: Bag { .shared }

    init(size: Int) { self.size = size }
    init() { size = Worker.store.value() }
    func run() { store.go("worker \(size)") }
    nonisolated func far() { store.go("far") }
    func bag() -> Int { sharedBag.next() }
}

nonisolated final class Sent: Sendable {
    private var store: Store { .shared }

    private var bag: Bag { .shared }

    func show() { store.go("sent \(bag.next())") }
}

nonisolated final class Trailing {
    let body: () -> Void
    private var store: Store { .shared }

    init(_ name: String, body: @escaping () -> Void) {
        print(name)
        self.body = body
    }
    func show() {
        store.go("trailing")
        body()
    }
}

nonisolated final class Long {
    let first: String, second: String
    private var store: Store { .shared }

    init(firstOfAllTheNames first: String = "first", secondOfAllTheNames second: String = "second of all") {
        self.first = first
        self.second = second
    }
    init(
        first: String,
        third: String
    ) {
        self.first = first // stays here
        second = third
    }
    func show() { store.go(first + second) }
}

nonisolated enum Maker {
    private static var store: Store { .shared }

    static func make() -> Int { store.value() }
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
