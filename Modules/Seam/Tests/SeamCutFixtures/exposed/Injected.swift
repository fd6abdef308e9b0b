// modes: 5 6
import Foundation

/// Nobody sees when it is made.
public final class Log: Sendable {
    public static let shared = Log(name: "shared")
    let name: String
    init(name: String) { self.name = name }
    public func write(_ text: String) { print(name, text) }
    func value() -> Int { name.count }
}

// MARK: - What others may name

public struct Inlined: Sendable {
    public var number: Int
    @inlinable public init(number: Int) { self.number = number }
    @inlinable public func show() {
        Log.shared.write("inlined \(number)") // left: inlinable
        Log.shared.write("inlined again") // left: inlinable
        Log.shared.write("inlined at last") // left: inlinable
    }
}

@frozen public struct Frozen {
    public var number = 1
    public init() {}
    public func show() {
        Log.shared.write("frozen \(number)")
        Log.shared.write("frozen again")
        Log.shared.write("frozen at last")
    }
}

package final class Packaged {
    private let log: Log

    package init(log: Log = .shared) {
        self.log = log
    }
    package func show() { log.write("packaged") }
}

/// Its accessor is for newer systems.
@available(macOS 99, *)
final class Newer: Sendable {
    static let shared = Newer()
    func write(_ text: String) { print("newer", text) }
}

final class Reader {
    func show() {
        if #available(macOS 99, *) { Newer.shared.write("reader") }
    }
    @available(macOS 99, *)
    func more() {
        Newer.shared.write("more")
        Newer.shared.write("more again")
        Newer.shared.write("more at last")
    }
}

// MARK: - Initializers as values

class Plain {
    let number: Int
    init(_ number: Int) { self.number = number }
    func show() { Log.shared.write("plain \(number)") }
}

extension Plain {
    convenience init(twice number: Int) {
        Log.shared.write("twice")
        self.init(2 * number)
    }
}

class Mapped {
    let number: Int
    var log: Log = .shared
    init(_ number: Int) { self.number = number }
    convenience init(text: String) { self.init(text.count) }
    func show() { log.write("mapped \(number)") }
}

final class Trailing {
    let body: () -> Int
    private let log: Log
    init(log: Log = .shared, _ body: @escaping () -> Int) {
        self.body = body
        self.log = log
    }
    func show() { log.write("trailing \(body())") }
}

func make<Element>(_ initializer: (Int) -> Element) -> Element { initializer(4) }

// MARK: - When code runs

final class Watched {
    var number = 0 { didSet { log.write("watched \(number)") } }
    private let log: Log

    init(log: Log = .shared) {
        self.log = log
    }

    func show() { log.write("watched at last") }
}

@propertyWrapper
struct Wrapped {
    var wrappedValue: Int {
        didSet { Log.shared.write("wrapped \(wrappedValue)") }
    }
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
}

final class Wrapping {
    @Wrapped var number = 3

    private let log: Log

    init(log: Log = .shared) {
        self.log = log
    }

    func show() { log.write("wrapping \(number)") }
}

final class Gone {
    private let log: Log

    init(log: Log = .shared) {
        self.log = log
    }

    func show() { log.write("going") }
    deinit { log.write("gone") }
}

/// A class may say that another one is shared.
class Base: @unchecked Sendable {
    class var shared: Base { made }
    static let made = Base()
    func name() -> String { "base" }
}

final class Derived: Base, @unchecked Sendable {
    override class var shared: Base { own }
    static let own = Derived()
    override func name() -> String { "derived" }
}

final class Chooser {
    func show() { print(Base.shared.name(), Derived.shared.name(), Base.shared.name(), Base.shared.name()) }
}

/// Making it waits for the main thread, on which it makes its reader.
final class Waiting: Sendable {
    static let shared = Waiting()
    init() {
        let work = { @Sendable in Waited().show(isFirst: true) }
        if Thread.isMainThread { work() } else { DispatchQueue.main.sync(execute: work) }
    }
    func value() -> Int { 7 }
}

final class Waited {
    private let injectedWaiting: Waiting?
    private var waiting: Waiting { injectedWaiting ?? .shared }

    init(waiting: Waiting? = nil) {
        self.injectedWaiting = waiting
    }

    func show(isFirst: Bool) { print("waited", isFirst ? 0 : waiting.value()) }
}

@main enum Program {
    static func main() {
        Inlined(number: 1).show()
        Frozen().show()
        Packaged().show()
        let reader = Reader()
        reader.show()
        make(Plain.init).show()
        Plain(twice: 2).show()
        [1, 2].map(Mapped.init(_:)).forEach { $0.show() }
        Mapped(text: "abc").show()
        Trailing { 7 }.show()
        let watched = Watched()
        watched.number = 5
        watched.show()
        let wrapping = Wrapping()
        wrapping.number = 6
        wrapping.show()
        do {
            let gone = Gone()
            gone.show()
        }
        Chooser().show()
        Waited().show(isFirst: false)
    }
}
