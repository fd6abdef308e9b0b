import SeamKit
import Testing

@testable import SeamCut

/// What is written where somebody could see that the instance is made earlier.
@Suite("Forms of late reads")
struct LateReadTests {
    private static let loud =
        "final class Store: Sendable { static let shared = Store(); init() { print(1) }; func go(_ n: Int = 0) {} }\n"
    private static let replaced = """
        final class Store: Sendable {
            nonisolated(unsafe) static var shared = Store()
            func go(_ n: Int = 0) {}
        }
        func reset() { Store.shared = Store() }

        """

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var before: String
        var after: String
        var store = LateReadTests.loud
    }

    @Test(
        "A function that reads the accessor first of all has it as a default; another one takes an optional, and resolves it once",
        arguments: [
            Row(
                testDescription: "first of all, with arguments that are computed behind it",
                before: "static func f(_ n: Int) {\n    Store.shared.go(h(n))\n    Store.shared.go()\n}",
                after: "static func f(_ n: Int, store: Store = .shared) {\n    store.go(h(n))\n    store.go()\n}"
            ),
            Row(
                testDescription: "behind a way out",
                before: "static func f(_ n: Int) {\n    guard n > 0 else { return }\n    Store.shared.go()\n}",
                after:
                    "static func f(_ n: Int, store: Store? = nil) {\n    guard n > 0 else { return }\n    (store ?? Store.shared).go()\n}"
            ),
            Row(
                testDescription: "several times behind a way out",
                before: """
                    static func f(_ n: Int) {
                        guard n > 0 else { return }
                        let all = Store.shared.go()
                        if n > 1 { Store.shared.go() }
                        Task { Store.shared.go() }
                    }
                    """,
                after: """
                    static func f(_ n: Int, store: Store? = nil) {
                        guard n > 0 else { return }
                        let store = store ?? .shared
                        let all = store.go()
                        if n > 1 { store.go() }
                        Task { store.go() }
                    }
                    """
            ),
            Row(
                testDescription: "several times, at first in a branch",
                before: """
                    static func f(_ n: Int) {
                        if n > 1 { Store.shared.go() }
                        Store.shared.go()
                    }
                    """,
                after: """
                    static func f(_ n: Int, store: Store? = nil) {
                        if n > 1 { (store ?? Store.shared).go() }
                        (store ?? Store.shared).go()
                    }
                    """
            ),
            Row(
                testDescription: "several times, behind what the statement computes",
                before: """
                    static func f(_ n: Int) {
                        print(n)
                        h(h(n), Store.shared.go())
                        Store.shared.go()
                    }
                    """,
                after: """
                    static func f(_ n: Int, store: Store? = nil) {
                        print(n)
                        h(h(n), (store ?? Store.shared).go())
                        (store ?? Store.shared).go()
                    }
                    """
            ),
            Row(
                testDescription: "an accessor that is replaced",
                before: "static func f() {\n    Store.shared.go()\n    reset()\n    Store.shared.go()\n}",
                after:
                    "static func f(store: Store? = nil) {\n    (store ?? Store.shared).go()\n    reset()\n    (store ?? Store.shared).go()\n}",
                store: Self.replaced
            ),
        ]
    )
    func written(_ row: Row) throws {
        func file(_ function: String) -> String {
            "enum A {\n    \(function.replacing("\n", with: "\n    "))\n    static func h(_ n: Int, _ m: Void = ()) -> Int { n }\n}\n"
        }
        let tree = try SourceTree(["App/Store.swift": row.store, "App/A.swift": file(row.before)])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift") == file(row.after))
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test(
        "A class whose initializers take nothing keeps what it has read first, if that is always on its own actor",
        arguments: [
            ("class A: UIViewController { USE }", .lazy),
            (
                "class A: UIViewController { USE\nfunc g() { DispatchQueue.main.async { self.f(); Store.shared.go() } } }",
                .lazy
            ),
            (
                "class A: UIViewController { USE\nfunc g() { present(a, animated: true) { self.f(); Store.shared.go() } } }",
                .lazy
            ),
            ("class A: UIViewController { USE\nfunc g() { [1].forEach { Store.shared.go($0) } } }", .lazy),
            ("class A: UIViewController { USE\nfunc g() { load { self.f(); Store.shared.go() } } }", nil),
            ("class A: UIViewController { USE\nfunc g() { DispatchQueue.main.async { Store.shared.go() } } }", .late),
            ("class A: UIViewController { USE\nfunc g() { Store.shared.go(); load { Store.shared.go() } } }", .lazy),
            (
                "class A: UIViewController { USE\nnonisolated func g() { Store.shared.go(); load { Store.shared.go() } } }",
                nil
            ),
            ("class A: UIViewController { USE\nnonisolated func g() { Store.shared.go() } }", nil),
            ("class A: UIViewController { USE\ndeinit { Store.shared.go() } }", nil),
            ("class A: NSObject { USE }\nlet all: [AnyClass] = [A.self]", .late),
        ] as [(String, CallerForm?)]
    )
    func lazy(_ caller: String, _ form: CallerForm?) throws {
        let text = caller.replacing("USE", with: "func f() { Store.shared.go() }")
        let run = "func load(_ body: @escaping () -> Void) {}\n"
        let tree = try SourceTree(["App/Store.swift": Self.loud, "App/A.swift": run + text + "\n"])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.diff.contains("lazy var store: Store = .shared") == (form == .lazy), "\(plan.diff)")
        #expect(plan.diff.contains("var injectedStore: Store?") == (form == .late), "\(plan.diff)")
        // Where the compiler would have to be silenced, nothing is stored.
        #expect(!plan.diff.contains("nonisolated(unsafe)"))
        #expect(plan.callers.first?.form == form)
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    private static let run = "func run(_ body: @escaping () -> Void) {}\n"

    @Test(
        "A closure captures what the function around it has read before, and else what was passed",
        arguments: [
            ("func f() { Store.shared.go(); run { Store.shared.go() } }", "store.go(); run { [store] in store.go() }"),
            (
                "func g() {}\nfunc f() { Store.shared.go(); run { [weak self] in self?.g(); Store.shared.go() } }",
                "run { [weak self, store] in self?.g(); store.go() }"
            ),
            (
                "func f() { guard Store.shared === a else { return }; if 1 > 0 { run { run { Store.shared.go() } } } }",
                "run { [store] in run { store.go() } }"
            ),
            ("func f() { if 1 > 0 { Store.shared.go() }; run { Store.shared.go() } }", passed),
            ("func f() { run { Store.shared.go() }; Store.shared.go() }", passed),
            ("func f() { run { Store.shared.go() } }\nfunc g() { Store.shared.go() }", passed),
        ]
    )
    func captured(_ function: String, _ written: String) throws {
        let text = Self.run + "let a: Store? = nil\nfinal class A { \(function) }\n"
        let tree = try SourceTree(["App/Store.swift": Self.loud, "App/A.swift": text])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift").contains(written))
        let replaced = try SourceTree(["App/Store.swift": Self.replaced, "App/A.swift": text])
        try replaced.cutAll(options: Cut.Options())
        #expect(try !replaced.text("App/A.swift").contains("store] in store.go()"))
    }

    private static let passed = "run { [injectedStore] in (injectedStore ?? Store.shared).go() }"

    @Test("A closure that is made while the object is made doesn't read what the object reads late")
    func capturedWhileMade() throws {
        let store = """
            final class Store: Sendable {
                static let shared = Store(name: Application.appDelegate.name)
                init(name: String) {}
                func go() {}
            }
            final class Application: NSApplication { static var appDelegate: AppDelegate! }

            """
        let text = """
            final class A {
                init() { build(menu) }
                private var menu: Int { run { Store.shared.go() }; return 1 }
                func build(_ n: Int) { run { Store.shared.go() } }
                func update() { run { Store.shared.go() } }
            }
            @main final class AppDelegate: NSObject, NSApplicationDelegate {
                let name = "a"
                let a = A()
            }

            """
        let tree = try SourceTree(["App/Store.swift": store, "App/A.swift": Self.run + text])
        try tree.cutAll(options: Cut.Options())
        let written = try tree.text("App/A.swift")
        #expect(written.contains("var menu: Int { \(Self.passed); return 1 }"), "\(written)")
        #expect(written.contains("func build(_ n: Int) { \(Self.passed) }"), "\(written)")
        #expect(written.contains("func update() { run { [store] in store.go() } }"), "\(written)")
    }

    @Test(
        "An accessor of the class's own actor is kept, too, wherever the class may be made",
        arguments: [
            ("@MainActor class A: NSObject { USE }\nlet all: [AnyClass] = [A.self]", .lazy),
            (
                "class A: UIViewController { USE\nnonisolated func g() { Task { @MainActor in Store.shared.go() } } }",
                .variable
            ),
            (
                "@OtherActor class A: NSObject { func f() async { await Store.shared.go() } }\nlet all: [AnyClass] = [A.self]",
                nil
            ),
        ] as [(String, CallerForm?)]
    )
    func lazyOnActor(_ caller: String, _ form: CallerForm?) throws {
        let text = caller.replacing("USE", with: "func f() { Store.shared.go() }")
        let store = "@MainActor final class Store { static let shared = Store(); func go() {} }\n"
        let tree = try SourceTree(["App/Store.swift": store, "App/A.swift": text + "\n"])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.callers.first?.form == form, "\(plan.diff)")
        #expect(plan.diff.contains("lazy var store: Store = .shared") == (form == .lazy), "\(plan.diff)")
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test(
        "The parameter has the name of the property, unless an initializer says that",
        arguments: [
            ("let n: Int; init(n: Int) { self.n = n }", "store: Store? = nil"),
            ("", "store: Store? = nil"),
            ("let n: Int; init(n: Int) { self.n = n; f() }", "store: Store? = nil"),
            ("let n: Int; init(n: Int) { self.n = n; Store.shared.go() }", "store injectedStore: Store? = nil"),
            ("let n: Int; init(n: Int) { self.n = n; run { Store.shared.go() } }", "store injectedStore: Store? = nil"),
            ("let n = Store.shared.n; init() {}", "store injectedStore: Store? = nil"),
            ("init(n: Int) { var store = n; store += 1 }", "sharedStore: Store? = nil"),
        ]
    )
    func named(_ code: String, _ parameter: String) throws {
        let caller = "final class A {\n    \(code)\n    func f() { Store.shared.go() }\n}\n"
        let other = "\nextension Store { var n: Int { 1 } }\nfunc reset() { Store.shared = Store() }\n"
        let store = "final class Store { static var shared = Store(); func go() {} }"
        let tree = try SourceTree([
            "App/Store.swift": store + other, "App/A.swift": caller, "App/B.swift": "func run(_ f: () -> Void) {}\n",
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains(parameter), "\(text)")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test("An accessor that may be replaced isn't kept")
    func notKept() throws {
        let text = "class A: UIViewController { func f() { Store.shared.go() } }\n"
        let tree = try SourceTree(["App/Store.swift": Self.replaced, "App/A.swift": text])
        #expect(try tree.plan("Store", options: Cut.Options()).callers.map(\.form) == [.late])
    }

    @Test("What only tests replace is read early if it is allowed", arguments: [true, false])
    func replacedByTests(isEarlyAllowed: Bool) throws {
        let store = """
            final class Store { static var shared: Store { current }; private static var current = Store()
                static func set(_ store: Store) { current = store }; func go() {} }

            """
        let tree = try SourceTree([
            "App/Store.swift": store, "App/A.swift": "final class A { func f() { Store.shared.go() } }\n",
            "AppTests/T.swift": "class T: XCTestCase { let a = A(); func testF() { Store.set(Store()); a.f() } }\n",
        ])
        var options = Cut.Options()
        options.isEarlyAllowed = isEarlyAllowed
        let plan = try tree.plan("Store", options: options)
        #expect(plan.callers.map(\.form) == [isEarlyAllowed ? .argument : .late])
        #expect(plan.summary.contains("--early") == !isEarlyAllowed)
    }

    @Test("What a locator's other accessors are read early for, this one is, too", arguments: [4, 5])
    func locator(count: Int) throws {
        let store = """
            final class Services {
                static var first: Store { one }
                static var second: Store { two }
                private static var one = Store()
                private static var two = Store()
                static func set(_ store: Store) { one = store; two = store }
            }
            final class Store { func go() {} }

            """
        let others = (0..<count).map { number in
            "final class Other\(number) { init(store: Store = Services.first) { store.go() } }\n"
        }
        let tree = try SourceTree([
            "App/Store.swift": store, "App/Others.swift": others.joined(),
            "App/A.swift": "final class A { func f() { Services.second.go() } }\n",
            "AppTests/T.swift": "class T: XCTestCase { let a = A(); func testF() { Services.set(Store()); a.f() } }\n",
        ])
        let callers = try tree.plan("Services", options: Cut.Options()).callers.filter { $0.name == "A" }
        #expect(callers.map(\.form) == [count < 5 ? .late : .argument])
    }

    @Test(
        "A public variable may be set by code outside of the tree, unless that uses its package alone",
        arguments: [("Package.swift", true), ("Modules/Store/Package.swift", false)]
    )
    func publicVariable(manifest: String, isReplaced: Bool) throws {
        let folder = manifest.dropLast("Package.swift".count)
        let tree = try SourceTree([
            manifest: """
            // swift-tools-version:5.9
            import PackageDescription
            let package = Package(name: "Store", targets: [.target(name: "Store")])
            """,
            "\(folder)Sources/Store/Store.swift": """
            public final class Store { public static var shared = Store(); public func go() {} }

            """,
            "App/A.swift": "import Store\nfinal class A { func f() { Store.shared.go() } }\n",
        ])
        let plan = try tree.plan("Store.Store", options: Cut.Options())
        #expect(plan.callers.map(\.form) == [isReplaced ? .late : .argument])
    }
}
