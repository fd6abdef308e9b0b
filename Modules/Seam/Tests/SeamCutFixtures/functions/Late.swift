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
    private static var store: Store { .shared }

    static func make() -> Int {
        make(store: nil)
    }

    static func make(store passedStore: Store?) -> Int { (passedStore ?? store).value() }
}

nonisolated func made<Maker: Making>(_ maker: Maker.Type) -> Int { maker.make() }

nonisolated enum Plain {
    private static var store: Store { .shared }

    static func none(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
    static func times(_ number: Int, twice: Bool = false, store passedStore: Store? = nil) -> Int {
        (passedStore ?? store).value() * number * (twice ? 2 : 1)
    }
    static func lines(
        first: Int,
        second: Int,
        store passedStore: Store? = nil
    ) -> Int {
        (passedStore ?? store).value() + first + second
    }
    static func body(_ number: Int, then body: (Int) -> Int) -> Int {
        self.body(number, store: nil, then: body)
    }

    static func body(_ number: Int, store passedStore: Store?, then body: (Int) -> Int) -> Int { body((passedStore ?? store).value() + number) }
    static func thrown(_ number: Int, store passedStore: Store? = nil) throws(Refused) -> Int {
        try (passedStore ?? store).check(number)
    }
    static func awaited(store passedStore: Store? = nil) async -> Int { await (passedStore ?? store).later() }
    static func generic<Value>(_ value: Value, store passedStore: Store? = nil) -> (Value, Int) {
        (value, (passedStore ?? store).value())
    }
    static func stored(store passedStore: Store? = nil) -> @Sendable () -> Int {
        { (passedStore ?? Plain.store).value() }
    }
    static func local(store passedStore: Store? = nil) -> Int {
        func inner() -> Int { (passedStore ?? Plain.store).value() }
        return inner()
    }
    @discardableResult static func counted(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
    /// Its name in the text would be another.
    static func named() -> String { "\(#function) \(store.value())" }
}

/// The names stand for values, or for several functions.
nonisolated enum Named {
    private static var store: Store { .shared }

    /// Twice a number.
    static func twice(_ number: Int) -> Int {
        twice(number, store: nil)
    }

    static func twice(_ number: Int, store passedStore: Store?) -> Int { (passedStore ?? store).value() * number * 2 }
    static func sum(_ number: inout Int, plus: Int = 1) {
        sum(&number, plus: plus, store: nil)
    }

    static func sum(_ number: inout Int, plus: Int = 1, store passedStore: Store?) { number += (passedStore ?? store).value() + plus }
    static func sum(_ number: Int) -> Int { number }
    static func down(_ number: Int, store passedStore: Store? = nil) -> Int {
        number == 0 ? (passedStore ?? store).value() : down(number - 1, store: passedStore)
    }
    static func body(_ number: Int, _ body: (Int) -> Int) -> Int { body(number) }
    static func body(_ number: String, _ body: (Int) -> Int) -> Int {
        self.body(number, store: nil, body)
    }

    static func body(_ number: String, store passedStore: Store?, _ body: (Int) -> Int) -> Int { body((passedStore ?? store).value()) }
    static func wait(_ number: Int, store passedStore: Store? = nil) async throws -> Int {
        try await Task { try (passedStore ?? Named.store).check(number) }.value
    }
    static func wait() async -> Int { 0 }
    static var all: [(Int) -> Int] { [twice] }
    static func one(_ number: Int) -> Int { store.value() * number }
    static func untyped() -> Int {
        let function = one
        return function(2)
    }
}

nonisolated class Base {
    private static var store: Store { .shared }

    class func kind() -> Int { store.value() }
    static func fixed(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
}

nonisolated class Derived: Base {
    private static var store: Store { .shared }

    override class func kind() -> Int { super.kind() + store.value() }
}

nonisolated final class Last: Base {
    private static var store: Store { .shared }

    private static var log: Log { .shared }

    class func own(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
    static func logged(log passedLog: Log? = nil) -> Int {
        (passedLog ?? log).add()
        return (passedLog ?? log).lines
    }
    static func kept() -> () -> Int { { Last.log.lines } }
}

@MainActor enum Screen {
    nonisolated private static var store: Store { .shared }

    private static var sharedBoard: Board { .shared }

    static func board(sharedBoard passedSharedBoard: Board? = nil) -> Int { (passedSharedBoard ?? sharedBoard).value() }
    static func both(sharedBoard passedSharedBoard: Board? = nil, store passedStore: Store? = nil) -> Int {
        (passedSharedBoard ?? sharedBoard).value() + (passedStore ?? store).value()
    }
    nonisolated static func free(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
    nonisolated static func hop() async -> Int { await sharedBoard.value() }
}

extension Plain {
    static func more(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
}

extension Int {
    private static var store: Store { .shared }

    static func foreign() -> Int { store.value() }
}

@main enum Program {
    private static var store: Store { .shared }

    static func main() async throws {
        print("begin", store.value())
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
