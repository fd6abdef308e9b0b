// modes: 5 6
final class Store: Sendable {
    static let shared = Store()
    func value() -> String { "shared" }
}

struct Other: Sendable { func value() -> String { "other" } }

class Base { let store = Other() }

final class Derived: Base {
    var injectedTheStore: Store?
    private var theStore: Store { injectedTheStore ?? .shared }

    func show() { print(theStore.value(), store.value()) }
}

final class Local {
    private let injectedTheStore: Store?
    private var theStore: Store { injectedTheStore ?? .shared }

    init(theStore: Store? = nil) {
        self.injectedTheStore = theStore
    }

    func show() {
        let sharedStore = Other()
        print(theStore.value(), sharedStore.value())
    }
}

/// Its accessor has the name of a keyword.
final class Drawer: Sendable {
    static let `default` = Drawer()
    func value() -> String { "default" }
}

final class Desk {
    private let injectedSharedDrawer: Drawer?
    private var sharedDrawer: Drawer { injectedSharedDrawer ?? .default }

    init(sharedDrawer: Drawer? = nil) {
        self.injectedSharedDrawer = sharedDrawer
    }

    func show() { print(sharedDrawer.value()) }
}

/// Gathered, with another spelling of the accessor.
final class Shelf {
    private let injectedDrawer: Drawer?
    private var drawer: Drawer {
        injectedDrawer ?? .`default` // left: held
    }

    init(drawer: Drawer? = nil) {
        self.injectedDrawer = drawer
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
