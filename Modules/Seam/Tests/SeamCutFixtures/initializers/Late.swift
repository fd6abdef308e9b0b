// modes: 5 6
final class Log: Sendable {
    static let shared = Log()
    init() { print("made") }
    func write(_ text: String) { print("log", text) }
    func name() -> String { "name" }
}

class Base {
    private static var log: Log { .shared }

    let name: String
    var injectedLog: Log?
    private var log: Log { injectedLog ?? .shared }

    init() {
        Base.log.write("before")
        name = Base.log.name()
        log.write("after")
    }
    init(named name: String) { self.name = name }
}

final class Derived: Base {
    private static var log: Log { .shared }

    let value: Int
    var injectedOwnLog: Log?
    private var log: Log { injectedOwnLog ?? .shared }

    override init() {
        Derived.log.write("derived before")
        value = 1
        super.init()
        log.write("derived after")
    }
    convenience init(other: Int) {
        Derived.log.write("convenience before")
        self.init()
        log.write("convenience after")
    }
}

struct Point {
    private static var log: Log { .shared }

    var x: Int
    var y: Int
    private var log: Log { .shared }

    init() {
        x = 1
        Point.log.write("half")
        y = 2
        log.write("whole")
    }
}

final class Empty {
    private let injectedLog: Log?
    private var log: Log { injectedLog ?? .shared }

    init?(_ isThere: Bool, log injectedLog: Log? = nil) {
        self.injectedLog = injectedLog
        log.write("empty")
        if !isThere { return nil }
    }
}

final class Early {
    private static var log: Log { .shared }

    let name: String
    private let injectedLog: Log?
    private var log: Log { injectedLog ?? .shared }

    init(name: String, log injectedLog: Log? = nil) {
        self.injectedLog = injectedLog
        (injectedLog ?? Early.log).write("early")
        self.name = name
    }
    func show() { log.write(name) }
}

actor Tally {
    let count: Int
    private let injectedLog: Log?
    nonisolated private var log: Log { injectedLog ?? .shared }

    init(count: Int, log: Log? = nil) {
        self.count = count
        injectedLog = log
    }
    init() { self.init(count: 1) }
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
