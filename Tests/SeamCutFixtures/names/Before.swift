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

@main enum Program {
    static func main() {
        Derived().show()
        Local().show()
    }
}
