private var sharedStore: Store { .shared }

// modes: 5 6
final class Store: Sendable {
    static let shared = Store()
    init() { print("store made") }
    func value() -> Int { 4 }
    func own() -> Int { Store.shared.value() } // left: own
}

func free() -> Int { sharedStore.value() }
let global = sharedStore.value()

@propertyWrapper struct Clamped {
    var wrappedValue: Int
    init(wrappedValue: Int, _ limit: Int) { self.wrappedValue = min(wrappedValue, limit) }
}

class Caller {
    private static var sharedStore: Store { .shared }

    let first = Caller.sharedStore.value()
    @Clamped(Store.shared.value()) var clamped = 9 // left: macro

    private var sharedStore: Store { .shared }

    static func make() -> Int { sharedStore.value() }
    class func other() -> Int { sharedStore.value() }
    static let constant = Caller.sharedStore.value()
    func defaulted(_ value: Int = Caller.sharedStore.value()) -> Int { value }

    func conditional() {
        #if DEBUG
            print("debug", sharedStore.value())
        #else
            print("release", sharedStore.value())
        #endif
    }

    func implicit() -> Int {
        let store: Store = sharedStore
        return store.value() // left: held
    }

    func commented() -> Int {
        Store // left: spelling
            // the one
            .shared.value()
    }
}

final class Sub: Caller {
    private static var store: Store { .shared }

    override class func other() -> Int { store.value() + super.other() }
}

public struct Inlined {
    private var store: Store { .shared }

    public init() {}
    @inlinable public func value() -> Int { inner() }
    @usableFromInline func inner() -> Int { store.value() }
}

struct Box<Element> {
    private var store: Store { .shared }
}
extension Box where Element == Int {
    func value() -> Int { store.value() }
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
