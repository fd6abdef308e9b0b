import SeamKit

// What the reference says of each effect. The examples are tests too.
extension Observation.Effect {
    /// What it means, in Markdown.
    var text: String {
        switch self {
        case .outside:
            "Making the instance does input or output: files, the network, devices, the keychain, a database."
        case .start: "Making the instance starts a timer, a task, a thread, a process, or work on a queue."
        case .registration: "Making the instance registers an object, or observes something."
        case .environment:
            "Making the instance reads what may change until the first use: the clock, defaults, the locale, the environment."
        case .log: "Making the instance logs."
        case .block: "Making the instance may wait for something, and stop the thread that makes the caller."
        case .trap: "Making the instance may end the process, by `fatalError`, `try!`, `!` and the like."
        case .change:
            "Making the instance changes what others have: a static, a global, or another instance that is shared."
        case .cycle:
            """
            Making the instance makes the caller, which would read the accessor while the instance is made. That never ends. Or it \
            reads the accessor itself.
            """
        case .replacement:
            "The accessor is computed, or something may replace the instance. A caller would keep the old one."
        case .swizzle:
            """
            Something lets the runtime answer for the accessor: a `#selector` of it, a method that is exchanged by its name, a stub of \
            it in Objective-C. Tests do that, too.
            """
        case .unknown:
            "Making the instance runs code that the tree doesn't declare, and that isn't known to do nothing that somebody sees."
        }
    }

    /// A source of a singleton, `Store`: the effect is seen when its instance is made.
    var seen: String {
        switch self {
        case .outside:
            """
            final class Store {
                static let shared = Store()
                private let text: String?
                init() { text = Self.load() }
                static func load() -> String? { try? String(contentsOfFile: "names.txt", encoding: .utf8) }
            }
            """
        case .start:
            """
            final class Store {
                static let shared = Store()
                init() { begin() }
                func begin() { Task { await refresh() } }
                func refresh() async {}
            }
            """
        case .registration:
            """
            final class Store {
                static let shared = Store()
                init() { NotificationCenter.default.addObserver(self, selector: #selector(f), name: nil, object: nil) }
                @objc func f() {}
            }
            """
        case .environment:
            "final class Store { static let shared = Store(); let start = Date() }"
        case .log: "final class Store { static let shared = Store(); init() { print(\"made\") } }"
        case .block:
            """
            final class Store {
                static let shared = Store()
                let queue = DispatchQueue(label: "store")
                init() { queue.sync {} }
            }
            """
        case .trap: "final class Store { static let shared = try! Store(); init() throws {} }"
        case .change:
            """
            final class Store { static let shared = Store(); init() { Registry.shared.add(1) } }
            final class Registry { static let shared = Registry(); var all: [Int] = []; func add(_ n: Int) { all.append(n) } }
            """
        case .cycle:
            """
            final class Store { static let shared = Store(); let caller = Caller() }
            final class Caller { func f() { _ = Store.shared } }
            """
        case .replacement:
            "final class Store { static var shared = Store() }\nfunc reset() { Store.shared = Store() }"
        case .swizzle: Self.swizzled
        case .unknown: "final class Store { static let shared = Store(); let client = ForeignClient() }"
        }
    }

    private static let swizzled =
        """
        final class Store: NSObject {
            @objc static let shared = Store()
            @objc static var fake: Store { Store() }
        }
        func exchange() {
            guard let old = class_getClassMethod(Store.self, #selector(getter: Store.shared)),
                let new = class_getClassMethod(Store.self, #selector(getter: Store.fake))
            else { return }
            method_exchangeImplementations(old, new)
        }
        """

    /// A source that looks similar: nobody sees when the instance is made.
    var quiet: String {
        switch self {
        case .outside:
            """
            final class Store {
                static let shared = Store()
                private let file = URL(fileURLWithPath: "names.txt")
                func load() -> String? { try? String(contentsOf: file, encoding: .utf8) }
            }
            """
        case .start:
            """
            final class Store {
                static let shared = Store()
                private var work: (() -> Void)?
                init() { work = { Task {} } }
            }
            """
        case .registration:
            "final class Store { static let shared = Store(); let center = NotificationCenter.default }"
        case .environment:
            "final class Store { static let shared = Store(); let start = Date(timeIntervalSince1970: 0) }"
        case .log: "final class Store { static let shared = Store(); func log() { print(1) } }"
        case .block:
            """
            final class Store {
                static let shared = Store()
                let lock = NSLock()
                var count = 0
                init() { lock.withLock { count += 1 } }
            }
            """
        case .trap:
            "final class Store { static let shared = Store(); let home = URL(string: \"https://a.example\")! }"
        case .change:
            """
            final class Store { static let shared = Store(); let registry = Registry(); init() { registry.add(1) } }
            final class Registry { var all: [Int] = []; func add(_ n: Int) { all.append(n) } }
            """
        case .cycle:
            """
            final class Store { static let shared = Store(); lazy var caller = Caller() }
            final class Caller { func f() { _ = Store.shared } }
            """
        case .replacement: "final class Store { private(set) static var shared = Store() }"
        case .swizzle:
            """
            final class Store: NSObject { @objc static let shared = Store(); @objc var title = "" }
            func observe(_ body: (Selector) -> Void) { body(#selector(getter: Store.title)); Store.shared.title = "" }
            """
        case .unknown:
            """
            final class Store { static let shared = Store(); let client = Client(limit: .some(2)) }
            struct Client { var limit: Int?; var headers = ["a": "b"] }
            """
        }
    }
}
