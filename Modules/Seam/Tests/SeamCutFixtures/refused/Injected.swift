// modes: 5 6
import Foundation

final class Log: Sendable {
    static let shared = Log()
    func write(_ text: String) { print("log", text) }
}

struct Value {
    var name = "value"
    private var log: Log { .shared }

    func show() { log.write(name) }
}

final class Stored: Codable {
    var name = "stored"
    private var log: Log { .shared }

    func show() { log.write(name) }
}

final class Seen {
    var name = "seen"
    private var log: Log { .shared }

    func show() { log.write(name); dump(self) }
}

class Parent {
    private var log: Log { .shared }

    init(name: String) { print(name) }
    func show() { log.write("parent") }
}

final class Child: Parent {
    override init(name: String) { super.init(name: name + "!") }
}

protocol Makeable { init(name: String) }

final class Made: Makeable {
    private var log: Log { .shared }

    init(name: String) { print("made", name) }
    func show() { log.write("made") }
}

final class Mapped {
    let name: String
    private var log: Log { .shared }

    init(name: String) { self.name = name }
    func show() { log.write(name) }
}

final class Twice {
    private var log: Log { .shared }

    init(first: Int) { print("one") }
    init(first: Int, second: Int = 2) { print("two") }
    func show() { log.write("twice") }
}

@main enum Program {
    static func main() throws {
        Value().show()
        let encoder = JSONEncoder()
        let stored = Stored()
        stored.show()
        print(String(decoding: try encoder.encode(stored), as: UTF8.self))
        print(try JSONDecoder().decode(Stored.self, from: Data(#"{"name":"old"}"#.utf8)).name)
        Seen().show()
        Child(name: "child").show()
        let type: any Makeable.Type = Made.self
        _ = type.init(name: "type")
        Made(name: "direct").show()
        ["a", "b"].map(Mapped.init(name:)).forEach { $0.show() }
        Twice(first: 1).show()
        Twice(first: 1, second: 3).show()
    }
}
