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
    nonisolated private static var sharedStore: Store { .shared }

    nonisolated private static var session: Session { Session.shared }

    private static var board: Board { .shared }

    let constant = Screen.sharedStore.value()
    let later: () -> Int = { Screen.sharedStore.value() }
    let store = Store.shared // left: property-initializer
    var size: Int
    private let injectedSession: Session?
    nonisolated private var session: Session { injectedSession ?? Session.shared }

    private let injectedSharedStore: Store?
    nonisolated private var sharedStore: Store { injectedSharedStore ?? .shared }

    init(_ size: Int, session injectedSession: Session? = nil, sharedStore injectedSharedStore: Store? = nil) {
        self.injectedSession = injectedSession
        self.injectedSharedStore = injectedSharedStore
        print("begin", (injectedSharedStore ?? Screen.sharedStore).value())
        self.size = size + (injectedSharedStore ?? Screen.sharedStore).value()
        kept.append { [injectedSharedStore] in (injectedSharedStore ?? Screen.sharedStore).go("from init") }
    }

    convenience init() {
        print("convenience", Screen.session.name)
        self.init(1)
    }

    func escaping() {
        kept.append { [injectedSharedStore] in (injectedSharedStore ?? Screen.sharedStore).go("early") }
        kept.append { [injectedSession] in print((injectedSession ?? Screen.session).name, Screen.board.value()) }
        kept.append { [self] in sharedStore.go("held \(size)") }
    }

    func weakly() {
        kept.append { [weak self, injectedSharedStore] in
            (injectedSharedStore ?? Screen.sharedStore).go("weak")
            self?.show()
        }
        kept.append { [weak self, injectedSharedStore] in
            guard let self else { return (injectedSharedStore ?? Screen.sharedStore).go("gone") }
            sharedStore.go("there")
            show()
        }
        kept.append { [weak self, injectedSession] in print((injectedSession ?? Screen.session).name, self?.size ?? 0) }
    }

    func local() {
        func alone() { Screen.sharedStore.go("alone") }
        kept.append(alone)
    }

    func defaulted(_ value: Int = Screen.sharedStore.value(), store: Store = Store.shared) -> Int { // left: held
        value + store.value() // left: held
    }

    func tasks() async {
        await Task { [injectedSharedStore] in
            print((injectedSharedStore ?? Screen.sharedStore).value(), Screen.board.value())
        }.value
        await Task.detached { [injectedSharedStore] in
            print((injectedSharedStore ?? Screen.sharedStore).value(), await Screen.board.value())
        }.value
    }

    func show() { print("show", size, sharedStore.value(), session.name) }

    deinit { print("screen gone") }
}

extension Screen {
    func more() { kept.append { [injectedSharedStore] in (injectedSharedStore ?? Screen.sharedStore).go("more") } }
}

@MainActor struct Row {
    nonisolated private static var sharedStore: Store { .shared }

    var size = Row.sharedStore.value() + 1
    init() { kept.append { Row.sharedStore.go("row") } }
    func keep() { kept.append { Row.sharedStore.go("kept") } }
}

@MainActor enum Level {
    nonisolated private static var sharedStore: Store { .shared }

    nonisolated private var sharedStore: Store { .shared }

    case low, high
    init?(_ value: Int) {
        guard value > Level.sharedStore.value() else { return nil }
        self = value > 10 ? .high : .low
    }
    func keep() { kept.append { sharedStore.go("level \(self)") } }
}

nonisolated struct Box<Element> {
    private static var sharedStore: Store { .shared }

    let element: Element
    var size = Box.sharedStore.value()
    func later() -> @Sendable () -> Int { { Box.sharedStore.value() } }
}

/// A closure that runs elsewhere would capture the conformance.
nonisolated struct Shelf<Element: Named> {
    private static var sharedStore: Store { .shared }

    let element: Element
    var size = Shelf.sharedStore.value()
    func later() -> @Sendable () -> Int { { Store.shared.value() } } // left: early-read
}

nonisolated extension Named {
    func later() -> @Sendable () -> Int { { Store.shared.value() } } // left: early-read
}

actor Worker {
    nonisolated private static var sharedStore: Store { .shared }

    @MainActor private static var board: Board { .shared }

    let size: Int
    private let injectedSharedStore: Store?
    init(sharedStore injectedSharedStore: Store? = nil) {
        self.injectedSharedStore = injectedSharedStore
        size = (injectedSharedStore ?? Worker.sharedStore).value()
    }
    func run() async {
        await Task { [injectedSharedStore] in print((injectedSharedStore ?? Worker.sharedStore).value()) }.value
        await Task { @MainActor in print(Worker.board.value()) }.value
    }
    nonisolated func far() async { print(await Worker.board.value()) }
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
