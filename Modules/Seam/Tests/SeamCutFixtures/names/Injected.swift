// modes: 5 6
final class Store: Sendable {
    static let shared = Store()
    func value() -> String { "shared" }
}

struct Other: Sendable { func value() -> String { "other" } }

class Base { let store = Other() }

final class Derived: Base {
    var sharedStore: Store = .shared

    func show() { print(sharedStore.value(), store.value()) }
}

final class Local {
    private let store: Store

    init(store: Store = .shared) {
        self.store = store
    }

    func show() {
        let sharedStore = Other()
        print(store.value(), sharedStore.value())
    }
}

/// Its accessor has the name of a keyword.
final class Drawer: Sendable {
    static let `default` = Drawer()
    func value() -> String { "default" }
}

final class Desk {
    private let drawer: Drawer

    init(drawer: Drawer = .default) {
        self.drawer = drawer
    }

    func show() { print(drawer.value()) }
}

/// Gathered, with another spelling of the accessor.
final class Shelf {
    private let drawer: Drawer

    init(drawer: Drawer = .`default`) {
        self.drawer = drawer
    }
    func show() { print(drawer.value(), drawer.value()) } // left: held
}

@main enum Program {
    static func main() {
        Derived().show()
        Local().show()
        Desk().show()
        Shelf().show()
    }
}
