// modes: 5 6
import Foundation

final class Log: Sendable {
    static let shared = Log()
    func write(_ text: String) { print("log", text) }
}

struct Value {
    var name = "value"
    func show() { Log.shared.write(name) }
}

final class Stored: Codable {
    var name = "stored"
    func show() { Log.shared.write(name) }
}

final class Seen {
    var name = "seen"
    func show() { Log.shared.write(name); dump(self) }
}

class Parent {
    init(name: String) { print(name) }
    func show() { Log.shared.write("parent") }
}

final class Child: Parent {
    override init(name: String) { super.init(name: name + "!") }
}

protocol Makeable { init(name: String) }

final class Made: Makeable {
    init(name: String) { print("made", name) }
    func show() { Log.shared.write("made") }
}

final class Mapped {
    let name: String
    init(name: String) { self.name = name }
    func show() { Log.shared.write(name) }
}

final class Twice {
    init(first: Int) { print("one") }
    init(first: Int, second: Int = 2) { print("two") }
    func show() { Log.shared.write("twice") }
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
