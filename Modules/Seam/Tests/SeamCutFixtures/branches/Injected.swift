// modes: 5 6 main debug
/// Making it is seen, so it may not be made early.
nonisolated final class Store: Sendable {
    static let shared = Store()
    init() { print("store made") }
    func value() -> Int { 4 }
}

#if !os(Windows)
    nonisolated final class Disk: Sendable {
        static let shared = Disk()
        func value() -> Int { 5 }
    }
#endif

/// The program has one thread.
nonisolated final class Cache<Element>: @unchecked Sendable {
    var name: String
    init(_ name: String) { self.name = name }
    func own() -> String { Cache<Int>.shared.name }  // left: own
}

nonisolated extension Cache<Int> {
    static let shared = Cache("numbers")
    func twice() -> String { Cache.shared.name + Cache.shared.name }  // left: own
}

nonisolated final class Caller {
    var seen = 0
    private let cache: Cache<Int>
    private let injectedStore: Store?
    private var store: Store { injectedStore ?? .shared }

    init(cache: Cache<Int> = Cache.shared, store: Store? = nil) {
        self.cache = cache
        self.injectedStore = store
    }

    deinit { print("caller gone") }

    func statement() -> Int {
        #if DEBUG
            return store.value() + 100
        #else
            return store.value()
        #endif
    }

    #if DEBUG
        func member() -> Int { store.value() + 100 }
    #else
        func member() -> Int { store.value() }
    #endif

    #if DEBUG
        static func kind(store: Store = .shared) -> Int { store.value() + 100 }
        func value(_ number: Int = Store.shared.value() + 100) -> Int { number }
    #else
        static func kind(store: Store = .shared) -> Int { store.value() }
        func value(_ number: Int = Store.shared.value()) -> Int { number }
    #endif

    /// The closure holds the caller in one configuration.
    func held() -> () -> Int {
        return {
            #if DEBUG
                return self.seen + Store.shared.value()
            #else
                return Store.shared.value()
            #endif
        }
    }

    func inside() -> () -> Int {
        #if DEBUG
            return { 0 }
        #else
            return { [self] in seen + store.value() }
        #endif
    }

    func local() -> () -> Int {
        func inner() -> Int {
            #if DEBUG
                return seen + 1
            #else
                return Store.shared.value()
            #endif
        }
        return inner
    }

    func disk() -> Int {
        #if os(Windows)
            return 0
        #else
            return Disk.shared.value()  // left: conditional
        #endif
    }

    func numbers() -> String { cache.name }
}

#if DEBUG
    nonisolated struct Only { func value() -> Int { Store.shared.value() + 1 } }  // left: constrained
#else
    nonisolated struct Only { func value() -> Int { Store.shared.value() } }  // left: constrained
#endif

@main enum Program {
    static func main() {
        let closures = [Caller().held(), Caller().inside(), Caller().local()]
        print("closures")
        let caller = Caller()
        for closure in closures { print(closure()) }
        print(
            caller.statement(),
            caller.member(),
            caller.disk(),
            Only().value(),
            caller.numbers(),
            Caller.kind(),
            caller.value()
        )
        print(Cache<Int>.shared.own(), Cache<Int>.shared.twice())  // left: spelling
    }
}
