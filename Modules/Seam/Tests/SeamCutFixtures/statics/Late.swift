// modes: 5 6 main
nonisolated final class Store: Sendable {
    static let shared = Store()
    init() { print("store made") }
    func value() -> Int { 4 }
}

@MainActor final class Board {
    static let shared = Board()
    func value() -> Int { 5 }
}

class Caller {
    private static var store: Store { .shared }

    static let constant = Caller.store.value()
    static let later: @Sendable () -> Int = { Caller.store.value() }

    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    init(store: Store? = nil) {
        self.injectedStore = store
    }

    static var computed: Int { store.value() }
    static var twice: Int {
        get { store.value() * 2 }
        set { print(newValue, store.value()) }
    }
    static func make(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
    class func other(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
    static func stored() -> @Sendable () -> Int {
        stored(store: nil)
    }

    static func stored(store passedStore: Store?) -> @Sendable () -> Int { { (passedStore ?? Caller.store).value() } }
    static func local(store passedStore: Store? = nil) -> Int {
        func inner() -> Int { (passedStore ?? Caller.store).value() }
        return inner()
    }
    static func defaulted(_ value: Int = Caller.store.value()) -> Int { value }
    static func task(store passedStore: Store? = nil) async -> Int {
        await Task { (passedStore ?? Caller.store).value() }.value
    }
    func instance() -> Int { store.value() }
}

enum Tools {
    private static var store: Store { .shared }

    static func run(store passedStore: Store? = nil) -> Int {
        [1, 2].map { $0 * (passedStore ?? Tools.store).value() }.reduce(0, +)
    }
    enum Inner {
        private static var store: Store { .shared }

        static func run(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
    }
}

extension Tools {
    static func more(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
}

struct Box<Element> {
    private static var store: Store { .shared }

    static func run(_ element: Element, store passedStore: Store? = nil) -> (Element, @Sendable () -> Int) {
        (element, { (passedStore ?? Box.store).value() })
    }
}

actor Worker {
    nonisolated private static var store: Store { .shared }

    static func run(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
}

extension Int {
    private static var store: Store { .shared }

    static func plain() -> Int { store.value() }
    static func stored() -> @Sendable () -> Int { { Store.shared.value() } } // left: static
}

protocol Named {}
extension Named {
    private static var store: Store { .shared }

    static func plain() -> Int { store.value() }
    static func stored() -> @Sendable () -> Int { { Store.shared.value() } } // left: static
}
extension Caller: Named {}

/// Inside, the name means the inner type.
struct Same {
    struct Same {}
    static func stored() -> @Sendable () -> Int { { Store.shared.value() } } // left: static
}

@MainActor enum Main {
    nonisolated private static var store: Store { .shared }

    private static var board: Board { .shared }

    static func run(board passedBoard: Board? = nil, store passedStore: Store? = nil) -> Int {
        (passedBoard ?? board).value() + (passedStore ?? store).value()
    }
    nonisolated static func free(store passedStore: Store? = nil) -> Int { (passedStore ?? store).value() }
    nonisolated static func task() async -> Int { await Task { @MainActor in Main.board.value() }.value }
}

enum Plain {
    @MainActor private static var board: Board { .shared }

    @MainActor static func run(board passedBoard: Board? = nil) -> Int { (passedBoard ?? board).value() }
}

@main enum Program {
    @MainActor static func main() async {
        print("begin")
        Caller.twice = 3
        print(Caller.constant, Caller.later(), Caller.computed, Caller.twice, Caller.make(), Caller.other())
        print(Caller.stored()(), Caller.local(), Caller.defaulted(), await Caller.task(), Caller().instance())
        print(Tools.run(), Tools.Inner.run(), Tools.more(), Box.run("a").1(), Worker.run())
        print(Int.plain(), Int.stored()(), Caller.plain(), Same.stored()())
        print(Main.run(), Main.free(), await Main.task(), Plain.run())
    }
}
