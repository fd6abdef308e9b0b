final class Store {
    static let shared = Store()
    var name = ""
    func load() throws {}
}

final class Fake { var name = ""; func load() {} }

func scopes(_ number: Int) {
    if number == 0 {
        let store = Store.shared
        store.name = "a"
    } else {
        let store = Fake()
        store.name = "b"
    }
    for store in [Fake()] { store.load() }
    switch number {
    case 1:
        let store = Store.shared
        try? store.load()
    case let store where store > 2:
        print(store)
    default:
        break
    }
    func nested(store: Fake) { store.load() }
    let store = Store.shared
    do {
        try store.load()
    } catch let store {
        print(store)
    }
    let closure = { (store: Fake) in store.load() }
    closure(Fake())
    nested(store: Fake())
    func uses() -> String { store.name }
    print(uses())
}
