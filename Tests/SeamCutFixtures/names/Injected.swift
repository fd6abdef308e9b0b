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

    init(theStore injectedTheStore: Store? = nil) {
        self.injectedTheStore = injectedTheStore
    }

    func show() {
        let sharedStore = Other()
        print(theStore.value(), sharedStore.value())
    }
}

@main enum Program {
    static func main() {
        Derived().show()
        Local().show()
    }
}
