// modes: 5 6
import Foundation

/// Nobody sees when it is made.
final class Log: Sendable {
    static let shared = Log(name: "shared")
    let name: String
    init(name: String) { self.name = name }
    func write(_ text: String) { print(name, text) }
    func value() -> Int { name.count }
}

/// Making it is seen.
final class Loud: Sendable {
    static let shared = Loud()
    init() { print("loud made") }
    func value() -> Int { 4 }
}

/// The program makes it first.
final class First: Sendable {
    static let shared = First()
    init() { print("first made") }
    func value() -> Int { 5 }
}

protocol Writing { func wide() -> String }
extension Writing {
    func wide() -> String { "any" }
    func narrow() -> String { "any" }
}
extension Log: Writing { func narrow() -> String { "log" } }

// MARK: - What is there already

final class Required {
    let log: Log
    private let injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init(log: Log, sharedLog: Log? = nil) {
        self.log = log
        injectedSharedLog = sharedLog
    }
    func show() { sharedLog.write("required") }
}

struct Member {
    let log: Log
    private var sharedLog: Log { .shared }

    func show() { sharedLog.write("member") }
}

final class Owner {
    private let log = Log.shared // left: property-initializer
    func show() {
        Required(log: log).show() // left: held
        Member(log: self.log).show() // left: held
    }
}

final class Passed {
    let log: Log
    private let injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init(log: Log, sharedLog: Log? = nil) {
        self.log = log
        injectedSharedLog = sharedLog
    }
    func show() { log.write("passed"); sharedLog.write("passed") } // left: rerouted
}

final class Changed {
    var log = Log.shared // left: property-initializer
    private let injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init(sharedLog injectedSharedLog: Log? = nil) {
        self.injectedSharedLog = injectedSharedLog
    }

    func show() { log.write("changed"); sharedLog.write("changed") } // left: held rerouted
}

final class Wide {
    let log: any Writing = Log.shared // left: property-initializer
    private let injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init(sharedLog injectedSharedLog: Log? = nil) {
        self.injectedSharedLog = injectedSharedLog
    }

    func show() { print(log.narrow(), sharedLog.narrow(), log.wide(), sharedLog.wide()) } // left: held
}

final class Weakly {
    weak var log = Log.shared // left: property-initializer
    private let injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init(sharedLog injectedSharedLog: Log? = nil) {
        self.injectedSharedLog = injectedSharedLog
    }

    func show() { print(log == nil, sharedLog.name) } // left: held
}

// MARK: - What isn't the same instance later

final class Fresh {
    static var shared: Fresh { Fresh() }
    var count = 0
    func next() -> Int { count += 1; return count }
}

final class Scoped: Sendable {
    @TaskLocal static var current = Scoped("outer")
    let name: String
    init(_ name: String) { self.name = name }
}

final class Local {
    static var shared: Local {
        if let found = Thread.current.threadDictionary["local"] as? Local { return found }
        let made = Local()
        Thread.current.threadDictionary["local"] = made
        return made
    }
    func name() -> String { "local" }
}

final class Reader {
    func show() { print(Fresh.shared.next(), Fresh.shared.next(), Scoped.current.name, Local.shared.name()) }
}

// MARK: - When it is made

final class Failing {
    private let injectedLoud: Loud?
    private var loud: Loud { injectedLoud ?? .shared }

    init?(_ isThere: Bool, loud: Loud? = nil) {
        injectedLoud = loud
        print("failing")
        guard isThere else { return nil }
    }
    func show() { print(loud.value()) }
}

final class Late {
    lazy var count = loud.value()

    private let injectedLoud: Loud?
    private var loud: Loud { injectedLoud ?? .shared }

    init(loud: Loud? = nil) {
        injectedLoud = loud
    }

    func show() { print("late", count) }
}

final class Afterwards {
    let text: String
    private let injectedSharedFirst: First?
    private var sharedFirst: First { injectedSharedFirst ?? .shared }

    init(_ text: String, sharedFirst: First? = nil) {
        self.text = text
        injectedSharedFirst = sharedFirst
    }
    func show() { print(text, sharedFirst.value()) }
}

/// It makes its caller.
final class Circle: Sendable {
    static let shared = Circle()
    init() { Turn().show(isFirst: true) }
    func value() -> Int { 6 }
}

final class Turn {
    private let injectedCircle: Circle?
    private var circle: Circle { injectedCircle ?? .shared }

    init(circle: Circle? = nil) {
        injectedCircle = circle
    }

    func show(isFirst: Bool) { print("turn", isFirst ? 0 : circle.value()) }
}

func noted(_ value: Int) -> Int {
    print("noted", value)
    return value
}

final class Ordered {
    private static var sharedLog: Log { .shared }

    let first = Ordered.sharedLog.value()
    let second = noted(2)
    let third = noted(3)
    func show() { print(first, second, third) }
}

// MARK: - What initializers mean

final class Beside {
    let text: String
    var injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init(number: Int = 1) { text = "number \(number)" }
    init() { text = "none" }
    func show() { sharedLog.write(text) }
}

protocol Makable { init() }
class Made: Makable {
    var injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    required init() { print("made") }
    func show() { sharedLog.write("made") }
}
func make<Element: Makable>(_ type: Element.Type) -> Element { type.init() }

class Parent {
    let number: Int
    var injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init(number: Int) { self.number = number }
    func show() { sharedLog.write("parent \(number)") }
}
final class Child: Parent {
    let log = "child"
    var injectedOwnSharedLog: Log?
    private var sharedLog: Log { injectedOwnSharedLog ?? .shared }

    override init(number: Int) { super.init(number: number + 1) }
    override func show() {
        super.show()
        sharedLog.write(log)
    }
}
final class Heir: Parent {
    var injectedOwnSharedLog: Log?
    private var sharedLog: Log { injectedOwnSharedLog ?? .shared }

    func more() { sharedLog.write("heir \(number)") }
}

final class Coded: NSObject, NSCoding {
    let number: Int
    private let injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init(number: Int, sharedLog: Log? = nil) {
        self.number = number
        injectedSharedLog = sharedLog
    }
    required init?(coder: NSCoder) {
        number = 0
        injectedSharedLog = nil
    }
    func encode(with coder: NSCoder) {}
    func show() { sharedLog.write("coded \(number)") }
}

// MARK: - What is stored

final class Held {
    var run: (() -> Void)?
    private let injectedSharedLog: Log?
    private var sharedLog: Log { injectedSharedLog ?? .shared }

    init(sharedLog: Log? = nil) {
        injectedSharedLog = sharedLog
    }

    func keep() { run = { [sharedLog] in sharedLog.write("held") } }
    deinit { print("held gone") }
}

struct Copied: Hashable {
    var number: Int
    private var sharedLog: Log { .shared }

    func show() { sharedLog.write("copied \(number)") }
}

@main enum Program {
    private static var sharedFirst: First { .shared }

    static func main() {
        print(sharedFirst.value())
        print("start")
        Owner().show()
        Required(log: .shared).show() // left: root
        Passed(log: Log(name: "own")).show()
        let changed = Changed()
        changed.log = Log(name: "other")
        changed.show()
        Wide().show()
        Weakly().show()
        let reader = Reader()
        reader.show()
        Scoped.$current.withValue(Scoped("inner")) { reader.show() }
        print(Failing(false) == nil)
        let late = Late()
        print("not yet")
        Failing(true)?.show()
        late.show()
        Afterwards("afterwards").show()
        Turn().show(isFirst: false)
        Ordered().show()
        Beside().show()
        Beside(number: 2).show()
        make(Made.self).show()
        Child(number: 1).show()
        let heir = Heir(number: 5)
        heir.show()
        heir.more()
        Coded(number: 3).show()
        do {
            let held = Held()
            held.keep()
            held.run?()
        }
        print(Copied(number: 1) == Copied(number: 1), Copied(number: 2))
        Copied(number: 3).show()
    }
}
