// modes: 5 6
final class Store: Sendable {
    static let shared = Store()
    func value() -> String { "shared" }
}

struct Other: Sendable { func value() -> String { "other" } }

class Base { let store = Other() }

final class Derived: Base {
    func show() { print(Store.shared.value(), store.value()) }
}

final class Local {
    func show() {
        let sharedStore = Other()
        print(Store.shared.value(), sharedStore.value())
    }
}

/// Its accessor has the name of a keyword.
final class Drawer: Sendable {
    static let `default` = Drawer()
    func value() -> String { "default" }
}

final class Desk {
    func show() { print(Drawer.default.value()) }
}

/// Gathered, with another spelling of the accessor.
final class Shelf {
    private var drawer: Drawer {
        .`default` // left: held
    }
    func show() { print(drawer.value(), Drawer.`default`.value()) } // left: held
}

@main enum Program {
    static func main() {
        Derived().show()
        Local().show()
        Desk().show()
        Shelf().show()
    }
}
