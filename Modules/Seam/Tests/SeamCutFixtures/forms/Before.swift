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
    func show() { Store.shared.go("plain \(Bag.shared.next())") }
}

nonisolated final class Titled {
    let title: String
    private var times = 0

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
        Store.shared.go("\(title) \(times)")
    }
}

nonisolated final class Early {
    let size: Int
    let later: () -> Void

    init(_ isThere: Bool, done: () -> Void) {
        Store.shared.go("early")
        size = Store.shared.value()
        later = { Store.shared.go("later") }
        done()
    }
}

nonisolated final class Failing {
    let size: Int
    init?(size: Int) {
        guard size > Store.shared.value() else { return nil }
        self.size = size
    }
    init(anyhow: Int) throws {
        size = anyhow + Store.shared.value()
    }
    func show() { Store.shared.go("failing \(size)") }
}

nonisolated final class Valued {
    var key: String = Store.shared.text("key") { didSet { Store.shared.go("set \(key)") } }
    var size = Store.shared.value()
    private let count = 1
    let make: () -> Int = { Store.shared.value() }
    func show() { Store.shared.go("\(key) \(size) \(count) \(make())") }
}

nonisolated class Base {
    let name: String
    init(name: String) { self.name = name }
    func show() { print("base", name) }
}

nonisolated final class Derived: Base {
    let size: Int
    override init(name: String) {
        size = Store.shared.value()
        super.init(name: name + Store.shared.text("derived"))
    }
    init(size: Int) {
        self.size = size
        super.init(name: Store.shared.text("sized"))
    }
    override func show() { Store.shared.go("\(name) \(size)") }
}

nonisolated final class Inherited: Base {
    override func show() { Store.shared.go("inherited \(name)") }
}

@MainActor final class Screen {
    let size: Int
    init(size: Int) { self.size = size + Board.shared.next() }
    func show() { Store.shared.go("screen \(size) \(Board.shared.next()) \(Bag.shared.next())") }
    func escaping() -> () -> Void { { Store.shared.go("escaping") } }
    func weakly() -> () -> Void {
        { [weak self] in Store.shared.go("weakly \(self == nil)") }
    }
    func tasks() async {
        await Task { Store.shared.go("task \(self.size)") }.value
        await Task.detached { Store.shared.go("detached") }.value
    }
    nonisolated func aside() { Store.shared.go("aside") }
    deinit { Store.shared.go("gone") }
}

extension Screen {
    func more() { Store.shared.go("more \(Board.shared.next())") }
}

actor Worker {
    let size: Int
    init(size: Int) { self.size = size }
    init() { size = Store.shared.value() }
    func run() { Store.shared.go("worker \(size)") }
    nonisolated func far() { Store.shared.go("far") }
    func bag() -> Int { Bag.shared.next() }
}

nonisolated final class Sent: Sendable {
    func show() { Store.shared.go("sent \(Bag.shared.next())") }
}

nonisolated final class Trailing {
    let body: () -> Void
    init(_ name: String, body: @escaping () -> Void) {
        print(name)
        self.body = body
    }
    func show() {
        Store.shared.go("trailing")
        body()
    }
}

nonisolated final class Long {
    let first: String, second: String
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
    func show() { Store.shared.go(first + second) }
}

nonisolated enum Maker {
    static func make() -> Int { Store.shared.value() }
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
