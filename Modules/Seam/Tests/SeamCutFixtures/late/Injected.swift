// modes: 5 6 main
/// Making it is seen, so it may not be made early.
nonisolated final class Store: Sendable {
    static let shared = Store()
    init() { print("store made") }
    func value() -> Int { 4 }
    func go(_ text: String) { print("store", text) }
}

/// It is replaced while the program runs, one task at a time: nothing reads it meanwhile.
nonisolated final class Session: Sendable {
    nonisolated(unsafe) static var shared = Session("first")
    let name: String
    init(_ name: String) { self.name = name }
}

@MainActor final class Board {
    static let shared = Board()
    init() { print("board made") }
    func value() -> Int { 5 }
}

nonisolated protocol Named { func name() -> String }
nonisolated extension String: Named { func name() -> String { self } }

@MainActor var kept: [() -> Void] = []

@MainActor class Screen {
    let constant = Store.shared.value()
    let later: () -> Int = { Store.shared.value() }
    let store = Store.shared // left: property-initializer
    var size: Int
    private let injectedShared: Session?
    nonisolated private var shared: Session { injectedShared ?? Session.shared }

    init(_ size: Int, shared injectedShared: Session? = nil) {
        self.injectedShared = injectedShared
        print("begin", Store.shared.value())
        self.size = size + Store.shared.value()
        kept.append { [store] in store.go("from init") }
    }

    convenience init(shared passedShared: Session? = nil) {
        print("convenience", Session.shared.name)
        self.init(1, shared: passedShared)
    }

    func escaping() {
        kept.append { [store] in store.go("early") }
        kept.append { [injectedShared] in print((injectedShared ?? Session.shared).name, Board.shared.value()) }
        kept.append { [self] in store.go("held \(size)") }
    }

    func weakly() {
        kept.append { [weak self, store] in
            store.go("weak")
            self?.show()
        }
        kept.append { [weak self, store] in
            guard let self else { return store.go("gone") }
            store.go("there")
            show()
        }
        kept.append { [weak self, injectedShared] in print((injectedShared ?? Session.shared).name, self?.size ?? 0) }
    }

    func local() {
        func alone() { Store.shared.go("alone") }
        kept.append(alone)
    }

    func defaulted(_ value: Int = Store.shared.value(), store: Store = Store.shared) -> Int { // left: held
        value + store.value() // left: held
    }

    func tasks() async {
        await Task { [store] in print(store.value(), Board.shared.value()) }.value
        await Task.detached { [store] in print(store.value(), await Board.shared.value()) }.value
    }

    func show() { print("show", size, store.value(), shared.name) }

    deinit { print("screen gone") }
}

extension Screen {
    func more() { kept.append { [store] in store.go("more") } }
}

@MainActor struct Row {
    var size = Store.shared.value() + 1
    init() { kept.append { Store.shared.go("row") } }
    func keep() { kept.append { Store.shared.go("kept") } }
}

@MainActor enum Level {
    case low, high
    init?(_ value: Int) {
        guard value > Store.shared.value() else { return nil }
        self = value > 10 ? .high : .low
    }
    func keep() { kept.append { Store.shared.go("level \(self)") } }
}

nonisolated struct Box<Element> {
    let element: Element
    var size = Store.shared.value()
    func later() -> @Sendable () -> Int { { Store.shared.value() } }
}

/// A closure that runs elsewhere would capture the conformance.
nonisolated struct Shelf<Element: Named> {
    let element: Element
    var size = Store.shared.value()
    func later() -> @Sendable () -> Int { { Store.shared.value() } } // left: early-read
}

nonisolated extension Named {
    func later() -> @Sendable () -> Int { { Store.shared.value() } } // left: early-read
}

actor Worker {
    let size: Int
    private let store: Store
    init(store: Store = .shared) {
        self.store = store
        size = store.value()
    }
    func run() async {
        await Task { [store] in print(store.value()) }.value
        await Task { @MainActor in print(Board.shared.value()) }.value
    }
    nonisolated func far() async { print(await Board.shared.value()) }
}

/// A type in a function is not named elsewhere.
@MainActor func inside() {
    @MainActor struct Inner {
        let size = Store.shared.value() // left: property-initializer
        func keep() { kept.append { Store.shared.go("inner") } } // left: early-read
        func local() {
            func alone() { Store.shared.go("alone") } // left: local-function
            alone()
        }
        func weakly(_ screen: Screen) {
            kept.append { [weak screen] in Store.shared.go("weak \(screen == nil)") } // left: early-read
        }
    }
    Inner().keep()
    Inner().local()
    let screen = Screen()
    Inner().weakly(screen)
    print(Inner().size)
    @MainActor final class Small {
        let size: Int
        init() { size = Store.shared.value() } // left: initializer
        func weakly() { kept.append { [weak self] in Store.shared.go("small \(self == nil)") } } // left: weak-self
    }
    let small = Small()
    small.weakly()
    print(Small().size)
}

@MainActor func run() {
    let all = kept
    kept = []
    for body in all { body() }
}

@main enum Program {
    static func main() async {
        print("start")
        kept.append { print("first") }
        do {
            let screen = Screen()
            screen.escaping()
            screen.weakly()
            screen.local()
            screen.more()
            print(screen.constant, screen.later(), screen.defaulted(), screen.defaulted(2), screen.store.value()) // left: held
            await screen.tasks()
            run()
            screen.weakly()
            screen.show()
        }
        Session.shared = Session("second") // left: assigned
        run()
        Row().keep()
        print(Row().size)
        Level(7)?.keep()
        print(Level(2) as Any, Level(20) as Any)
        run()
        print(Box(element: 1).later()(), Box(element: 2).size)
        print(Shelf(element: "a").later()(), Shelf(element: "b").size, "c".later()())
        let worker = Worker()
        await worker.run()
        await worker.far()
        inside()
        run()
    }
}
