// modes: 5 6
final class Log: Sendable {
    static let shared = Log()
    init() { print("made") }
    func write(_ text: String) { print("log", text) }
    func name() -> String { "name" }
}

class Base {
    let name: String
    init(log: Log = .shared) {
        log.write("before")
        name = log.name()
        log.write("after")
    }
    init(named name: String) { self.name = name }
}

final class Derived: Base {
    let value: Int
    override init(log: Log = .shared) {
        log.write("derived before")
        value = 1
        super.init(log: log)
        log.write("derived after")
    }
    convenience init(other: Int) {
        Log.shared.write("convenience before")
        self.init()
        Log.shared.write("convenience after")
    }
}

struct Point {
    var x: Int
    var y: Int
    init() {
        x = 1
        Log.shared.write("half")
        y = 2
        Log.shared.write("whole")
    }
}

final class Empty {
    init?(_ isThere: Bool, log: Log = .shared) {
        log.write("empty")
        if !isThere { return nil }
    }
}

final class Early {
    let name: String
    private let log: Log
    init(name: String, log: Log = .shared) {
        self.log = log
        log.write("early")
        self.name = name
    }
    func show() { log.write(name) }
}

actor Tally {
    let count: Int
    private let log: Log
    init(count: Int, log: Log = .shared) {
        self.count = count
        self.log = log
    }
    init(log: Log = .shared) { self.init(count: 1, log: log) }
    func show() { log.write("tally \(count)") }
}

@main enum Program {
    static func main() async {
        print("start")
        print(Base().name, Base(named: "b").name, Derived().value, Derived(other: 3).value, Point().x)
        print(Empty(true) is Empty, Empty(false) is Empty)
        Early(name: "kept").show()
        await Tally().show()
    }
}
