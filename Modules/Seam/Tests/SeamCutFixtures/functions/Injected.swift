// modes: 5 6 main
nonisolated final class Store: Sendable {
    static let shared = Store()
    init() { print("store made") }
    func value() -> Int { 4 }
    func check(_ number: Int) throws(Refused) -> Int {
        if number < 0 { throw Refused() }
        return number + 1
    }
    func later() async -> Int { 6 }
}

nonisolated struct Refused: Error {}

/// Not `Sendable`, and on no actor.
nonisolated final class Log {
    // The program has one thread.
    nonisolated(unsafe) static let shared = Log()
    var lines = 0
    func add() { lines += 1 }
}

@MainActor final class Board {
    static let shared = Board()
    func value() -> Int { 5 }
}

nonisolated protocol Making {
    static func make() -> Int
}

extension Making {
    static func make() -> Int { -1 }
}

/// The protocol's own function would run instead of one with another parameter.
nonisolated struct Witness: Making {
    static func make() -> Int {
        make(store: .shared)
    }

    static func make(store: Store) -> Int { store.value() }
}

nonisolated func made<Maker: Making>(_ maker: Maker.Type) -> Int { maker.make() }

nonisolated enum Plain {
    static func none(store: Store = .shared) -> Int { store.value() }
    static func times(_ number: Int, twice: Bool = false, store: Store = .shared) -> Int {
        store.value() * number * (twice ? 2 : 1)
    }
    static func lines(
        first: Int,
        second: Int,
        store: Store = .shared
    ) -> Int {
        store.value() + first + second
    }
    static func body(_ number: Int, then body: (Int) -> Int) -> Int {
        self.body(number, store: .shared, then: body)
    }

    static func body(_ number: Int, store: Store, then body: (Int) -> Int) -> Int { body(store.value() + number) }
    static func thrown(_ number: Int, store: Store = .shared) throws(Refused) -> Int { try store.check(number) }
    static func awaited(store: Store = .shared) async -> Int { await store.later() }
    static func generic<Value>(_ value: Value, store: Store = .shared) -> (Value, Int) { (value, store.value()) }
    static func stored(store: Store = .shared) -> @Sendable () -> Int { { store.value() } }
    static func local(store: Store = .shared) -> Int {
        func inner() -> Int { store.value() }
        return inner()
    }
    @discardableResult static func counted(store: Store = .shared) -> Int { store.value() }
    /// Its name in the text would be another.
    static func named() -> String { "\(#function) \(Store.shared.value())" }
}

/// The names stand for values, or for several functions.
nonisolated enum Named {
    /// Twice a number.
    static func twice(_ number: Int) -> Int {
        twice(number, store: .shared)
    }

    static func twice(_ number: Int, store: Store) -> Int { store.value() * number * 2 }
    static func sum(_ number: inout Int, plus: Int = 1) {
        sum(&number, plus: plus, store: .shared)
    }

    static func sum(_ number: inout Int, plus: Int = 1, store: Store) { number += store.value() + plus }
    static func sum(_ number: Int) -> Int { number }
    static func down(_ number: Int, store: Store = .shared) -> Int {
        number == 0 ? store.value() : down(number - 1, store: store)
    }
    static func body(_ number: Int, _ body: (Int) -> Int) -> Int { body(number) }
    static func body(_ number: String, _ body: (Int) -> Int) -> Int {
        self.body(number, store: .shared, body)
    }

    static func body(_ number: String, store: Store, _ body: (Int) -> Int) -> Int { body(store.value()) }
    static func wait(_ number: Int, store: Store = .shared) async throws -> Int {
        try await Task { try store.check(number) }.value
    }
    static func wait() async -> Int { 0 }
    static var all: [(Int) -> Int] { [twice] }
    static func one(_ number: Int) -> Int { Store.shared.value() * number }
    static func untyped() -> Int {
        let function = one
        return function(2)
    }
}

nonisolated class Base {
    class func kind() -> Int { Store.shared.value() }
    static func fixed(store: Store = .shared) -> Int { store.value() }
}

nonisolated class Derived: Base {
    override class func kind() -> Int { super.kind() + Store.shared.value() }
}

nonisolated final class Last: Base {
    class func own(store: Store = .shared) -> Int { store.value() }
    static func logged(log: Log = .shared) -> Int {
        log.add()
        return log.lines
    }
    static func kept() -> () -> Int { { Log.shared.lines } }
}

@MainActor enum Screen {
    static func board(sharedBoard: Board? = nil) -> Int { (sharedBoard ?? Board.shared).value() }
    static func both(sharedBoard: Board? = nil, store: Store = .shared) -> Int {
        (sharedBoard ?? Board.shared).value() + store.value()
    }
    nonisolated static func free(store: Store = .shared) -> Int { store.value() }
    nonisolated static func hop() async -> Int { await Board.shared.value() }
}

extension Plain {
    static func more(store: Store = .shared) -> Int { store.value() }
}

extension Int {
    static func foreign() -> Int { Store.shared.value() }
}

@main enum Program {
    static func main() async throws {
        print("begin", Store.shared.value())
        print(Witness.make(), made(Witness.self))
        print(Plain.none(), Plain.times(2), Plain.times(3, twice: true), Plain.lines(first: 1, second: 2))
        print(Plain.body(1) { $0 * 2 }, try Plain.thrown(1), await Plain.awaited(), Plain.generic("a"))
        print(Plain.stored()(), Plain.local(), Plain.more(), Plain.named())
        Plain.counted()
        do { print(try Plain.thrown(-1)) } catch { print("refused") }
        var number = 1
        Named.sum(&number)
        Named.sum(&number, plus: 2)
        print(number, Named.sum(3), Named.down(3), Named.all.map { $0(2) }, [1, 2].map(Named.twice), Named.untyped())
        print(Named.body(1) { $0 }, Named.body("b") { $0 }, try await Named.wait(1), await Named.wait())
        print(Base.kind(), Derived.kind(), Derived.fixed(), Last.own(), Last.logged(), Last.kept()())
        print(Screen.board(), Screen.both(), Screen.free(), await Screen.hop(), Int.foreign())
    }
}
