// modes: 5 6
final class Log: Sendable {
    static let shared = Log()
    func write(_ text: String) { print("log", text) }
}

protocol Loading { func load() }
extension Loading { func load() { print("default") } }

class Base: Loading {
    let log: Log

    init(log: Log = .shared) {
        self.log = log
    }

    func load() { log.write("base") }
    func overloaded() { log.write("none") }
    func overloaded(_ value: Int = 1) { log.write("one") }
}

class Derived: Base {
    override func load() { super.load(); log.write("derived") }
}

class Parent {
    init() {}
    convenience init(size: Int) {
        self.init()
        print("parent")
    }
}

/// Inherits `init(size:)` once its own takes something else.
final class Child: Parent {
    override init() {}
    init(size: Int) {
        super.init()
        Log.shared.write("child")
    }
}

@main enum Program {
    static func main() {
        let loading: any Loading = Derived()
        loading.load()
        Base().overloaded()
        let load = Derived().load
        load()
        print(Child(size: 1) === Child())
    }
}
