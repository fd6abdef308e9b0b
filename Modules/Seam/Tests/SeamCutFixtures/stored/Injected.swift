// modes: 5 6
import Foundation

nonisolated final class Log: Sendable {
    static let shared = Log()
    init() { print("log made") }
    func write(_ text: String) { print("log", text) }
}

/// It isn't `Sendable`, and its accessor can be read from anywhere.
nonisolated final class Loose {
    // The program has one thread.
    nonisolated(unsafe) static let shared = Loose()
    var count = 0
    func next() -> Int { count += 1; return count }
}

@MainActor protocol View { func body() -> String }
nonisolated protocol Named { init(name: String) }

/// Its initializer is inherited.
nonisolated class Plain: NSObject {
    private let injectedLog: Log?
    private var log: Log { injectedLog ?? .shared }

    private let loose: Loose

    init(log: Log? = nil, loose: Loose = .shared) {
        self.injectedLog = log
        self.loose = loose
        super.init()
    }

    func show() { log.write("plain \(loose.next())") }
}

@MainActor class Controller: NSObject {
    let title: String
    var loose: Loose = .shared
    required init(title: String) { self.title = title }
    func show() { Log.shared.write("controller \(title) \(loose.next())") }
    nonisolated func aside() { Log.shared.write("aside \(Loose.shared.next())") }
}

final class SubController: Controller {
    var log: Log = .shared

    func more() { log.write("more \(loose.next())") }
}

@MainActor class Base {
    let log: Log

    init(log: Log = .shared) {
        self.log = log
    }

    func show() { log.write("base") }
}

final class Derived: Base {
    override func show() {
        super.show()
        log.write("derived")
    }
}

nonisolated final class Made: Named {
    let name: String
    var log: Log = .shared
    init(name: String) { self.name = name }
    func show() { log.write(name) }
}

nonisolated final class Mapped {
    let name: String
    var log: Log = .shared
    init(name: String) { self.name = name }
    func show() { log.write(name) }
}

@MainActor struct Row: View {
    let title: String
    var log: Log = .shared
    var loose: Loose = .shared

    func body() -> String {
        log.write("row \(title)")
        return "\(title) \(loose.next())"
    }
}

@MainActor struct Cell: View {
    private let title: String
    private let log: Log
    init(_ title: String, log: Log = .shared) {
        self.title = title
        self.log = log
    }
    func body() -> String {
        log.write("cell")
        return title
    }
}

/// A comparison would see what is stored.
@MainActor struct Same: View, @MainActor Equatable {
    let title: String
    func body() -> String {
        Log.shared.write("same")
        return title
    }
}

/// What is printed would say what is stored.
nonisolated struct Value {
    let title: String
    func show() { Log.shared.write(title) }
}

@MainActor final class Screen {
    let size: Int
    private let log: Log
    private let loose: Loose
    init(size: Int, log: Log = .shared, loose: Loose = .shared) {
        self.size = size
        self.log = log
        self.loose = loose
    }
    func show() { log.write("screen \(size)") }
    func count() -> Int { loose.next() }
    nonisolated func far() -> Int { Loose.shared.next() }
    func task() async { await Task { print(self.loose.next(), self.size) }.value }
    deinit { print("gone", Loose.shared.next()) }
}

nonisolated final class Safe: Sendable {
    let size = 2
    func count() -> Int { Loose.shared.next() + size }
}

actor Worker {
    private let loose: Loose

    init(loose: Loose = .shared) {
        self.loose = loose
    }

    func count() -> Int { loose.next() }
    nonisolated func far() -> Int { Loose.shared.next() }
}

#if DEBUG || os(Linux)
    @MainActor final class Conditional {
        private let log: Log

        init(log: Log = .shared) {
            self.log = log
        }

        func show() { log.write("conditional") }
    }
#endif

@main enum Program {
    @MainActor static func main() async {
        print("start")
        Plain().show()
        let controller = Controller(title: "a")
        controller.show()
        controller.aside()
        let sub = SubController(title: "b")
        sub.show()
        sub.more()
        Derived().show()
        let type: any Named.Type = Made.self
        _ = type.init(name: "type")
        Made(name: "made").show()
        ["x", "y"].map(Mapped.init(name:)).forEach { $0.show() }
        print(Row(title: "row").body(), Cell("cell").body(), Same(title: "same").body())
        print(Same(title: "a") == Same(title: "a"), Value(title: "value"))
        Value(title: "value").show()
        do {
            let screen = Screen(size: 3)
            screen.show()
            print(screen.count(), screen.far())
            await screen.task()
        }
        let safe = Safe()
        print(safe.count())
        let worker = Worker()
        print(await worker.count(), worker.far())
        Conditional().show()
    }
}
