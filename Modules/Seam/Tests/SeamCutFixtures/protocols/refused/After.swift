// modes: 5 6 main

// What a protocol can't have stays with the singleton, and the rest moves.

nonisolated protocol Greeting {}
nonisolated extension Greeting {
    func greet() -> String { "hello" }
}

nonisolated protocol Thing { var size: Int { get } }

nonisolated final class Store: Greeting {
    nonisolated(unsafe) static let shared = Store()
    private struct Box: Thing { let size = 1 }
    fileprivate struct Secret { let code = 7 }
    let plain = [1, 2].count
    var count = 0
    static let version = 1
    fileprivate func secret() -> Secret { Secret() }
    func thing() -> some Thing { Box() }
    func itself() -> Self { self }
    func go() { count += 1 }
    private func hidden() {}
    #if DEBUG || !DEBUG
    func built() { print("built") }
    #endif
    private static let code = 2
    func marked(_ code: Int = Store.version) -> Int { code }
    func kept(_ code: Int = Store.code) -> Int { code }
}

nonisolated func take(_ store: Store) { print(store.count) }

nonisolated final class Screen {
    private let store: any StoreProviding

    init(store: any StoreProviding = Store.shared) {
        self.store = store
    }

    func show() {
        self.store.go()
        take(Store.shared)  // left: member
        let store = Store.shared  // left: member
        print(store === Store.shared)  // left: member
        print(Store.shared.greet())  // left: member
        print(Store.shared.secret().code)  // left: member
        print(Store.shared.thing().size)  // left: member
        Store.shared.itself().go()  // left: member
        Store.shared.built()  // left: member
        print(Store.shared.plain)  // left: member
        print(self.store.marked())
        print(Store.shared.kept())  // left: member
        print(Store.shared[keyPath: \.count])  // left: member
        print(self.store.count)
    }
}

@main
struct Program {
    static func main() { Screen().show() }
}
