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
    static let constant = Store.shared.value()
    static let later: @Sendable () -> Int = { Store.shared.value() }

    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    init(store: Store? = nil) {
        self.injectedStore = store
    }

    static var computed: Int { Store.shared.value() }
    static var twice: Int {
        get { Store.shared.value() * 2 }
        set { print(newValue, Store.shared.value()) }
    }
    static func make(store: Store = .shared) -> Int { store.value() }
    class func other(store: Store = .shared) -> Int { store.value() }
    static func stored() -> @Sendable () -> Int {
        stored(store: nil)
    }

    static func stored(store: Store?) -> @Sendable () -> Int { { (store ?? Store.shared).value() } }
    static func local(store: Store? = nil) -> Int {
        func inner() -> Int { (store ?? Store.shared).value() }
        return inner()
    }
    static func defaulted(_ value: Int = Store.shared.value()) -> Int { value }
    static func task(store: Store? = nil) async -> Int { await Task { (store ?? Store.shared).value() }.value }
    func instance() -> Int { store.value() }
}

enum Tools {
    static func run(store: Store = .shared) -> Int { [1, 2].map { $0 * store.value() }.reduce(0, +) }
    enum Inner {
        static func run(store: Store = .shared) -> Int { store.value() }
    }
}

extension Tools {
    static func more(store: Store = .shared) -> Int { store.value() }
}

struct Box<Element> {
    static func run(_ element: Element, store: Store = .shared) -> (Element, @Sendable () -> Int) {
        (element, { store.value() })
    }
}

actor Worker {
    static func run(store: Store = .shared) -> Int { store.value() }
}

extension Int {
    static func plain() -> Int { Store.shared.value() }
    static func stored() -> @Sendable () -> Int { { Store.shared.value() } } // left: static
}

protocol Named {}
extension Named {
    static func plain() -> Int { Store.shared.value() }
    static func stored() -> @Sendable () -> Int { { Store.shared.value() } } // left: static
}
extension Caller: Named {}

/// Inside, the name means the inner type.
struct Same {
    struct Same {}
    static func stored() -> @Sendable () -> Int { { Store.shared.value() } } // left: static
}

@MainActor enum Main {
    static func run(board: Board? = nil, store: Store = .shared) -> Int {
        (board ?? Board.shared).value() + store.value()
    }
    nonisolated static func free(store: Store = .shared) -> Int { store.value() }
    nonisolated static func task() async -> Int { await Task { @MainActor in Board.shared.value() }.value }
}

enum Plain {
    @MainActor static func run(board: Board? = nil) -> Int { (board ?? Board.shared).value() }
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
