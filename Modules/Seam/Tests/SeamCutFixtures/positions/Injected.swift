// modes: 5 6
final class Store: Sendable {
    static let shared = Store()
    init() { print("store made") }
    func value() -> Int { 4 }
    func own() -> Int { Store.shared.value() } // left: own
}

func free() -> Int {
    free(sharedStore: .shared)
}

func free(sharedStore: Store) -> Int { sharedStore.value() }
let global = Store.shared.value()

@propertyWrapper struct Clamped {
    var wrappedValue: Int
    init(wrappedValue: Int, _ limit: Int) { self.wrappedValue = min(wrappedValue, limit) }
}

class Caller {
    let first = Store.shared.value()
    @Clamped(Store.shared.value()) var clamped = 9 // left: macro
    static func make(store: Store = .shared) -> Int { store.value() }
    class func other() -> Int { Store.shared.value() }
    static let constant = Store.shared.value()
    func defaulted(_ value: Int = Store.shared.value()) -> Int { value }

    func conditional() {
        #if DEBUG
            print("debug", Store.shared.value())
        #else
            print("release", Store.shared.value())
        #endif
    }

    func implicit() -> Int {
        let store: Store = .shared
        return store.value() // left: held
    }

    func commented() -> Int {
        Store // left: spelling
            // the one
            .shared.value()
    }
}

final class Sub: Caller {
    override class func other() -> Int { Store.shared.value() + super.other() }
}

public struct Inlined {
    public init() {}
    @inlinable public func value() -> Int { inner() }
    @usableFromInline func inner() -> Int { Store.shared.value() }
}

struct Box<Element> {}
extension Box where Element == Int {
    func value() -> Int { Store.shared.value() }
}

extension Array where Element == Int {
    func value() -> Int { Store.shared.value() } // left: constrained
}
extension Array where Element == String {
    func value() -> Int { Store.shared.value() } // left: constrained
}

@main enum Program {
    static func main() {
        print(free(), global, Caller.make(), Caller.other(), Sub.other(), Caller.constant)
        let caller = Caller()
        print(caller.first, caller.clamped, caller.defaulted())
        caller.conditional()
        print(caller.implicit(), caller.commented(), Inlined().value(), Box<Int>().value(), [1].value(), ["a"].value())
    }
}
