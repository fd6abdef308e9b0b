// modes: 5 6
final class Store: Sendable {
    static let shared = Store()
    func value() -> String { "shared" }
}

struct Other: Sendable { func value() -> String { "other" } }

class Base { let store = Other() }

final class Derived: Base {
    private var sharedStore: Store { .shared }

    func show() { print(sharedStore.value(), store.value()) }
}

final class Local {
    private var store: Store { .shared }

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
    private var drawer: Drawer { .default }

    func show() { print(drawer.value()) }
}

/// Gathered, with another spelling of the accessor.
final class Shelf {
    private var drawer: Drawer {
        .`default` // left: held
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
