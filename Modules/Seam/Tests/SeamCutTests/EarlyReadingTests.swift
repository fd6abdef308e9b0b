import SeamKit
import Testing

@testable import SeamCut

/// Callers that may read an accessor when they are made, although somebody sees when its instance is made.
@Suite("Instances that are made before")
struct EarlyReadingTests {
    private static let store = "final class Store { static let shared = Store(); init() { print(1) }; func go() {} }\n"

    @Test(
        "An instance that is certainly made by then may be read early",
        arguments: [
            // The caller reads it when it is made.
            "final class Caller { let n = 1; let store = Store.shared }",
            "final class Caller { var all: [Int] = []; init() { all = [1]; Store.shared.go() } }",
            "final class Caller { init(n: Int) { Store.shared.go() }; init() { Store.shared.go(); print(1) } }",
            // The program's own type holds it.
            "@main class D: NSObject, UIApplicationDelegate { let store = Store.shared; let caller = Caller() }\nfinal class Caller {}",
            "@UIApplicationMain class D: UIApplicationDelegate { init() { Store.shared.go() } }\nfinal class Caller {}",
            // What the caller takes can't be made without it.
            "final class Owner { let store = Store.shared }\nfinal class Caller { init(owner: Owner, n: Int) {} }",
            "final class Owner { let store = Store.shared }\nstruct Caller { let n: Int; @ObservedObject var owner: Owner }",
            // All that makes it has read it before.
            "final class Caller {}\nfunc f() { Store.shared.go(); _ = Caller() }\n#Preview { Caller() }",
            "final class Caller { init(n: Int) {} }\nfunc f() { _ = Caller(n: Store.shared.n) }",
            "final class Caller {}\nfunc f() { guard Store.shared.isOn else { return }; run { _ = Caller() } }",
            "final class Caller {}\nfunc f() throws { let n = try g(Store.shared.n); _ = Caller() }\nfunc g(_ n: Int) throws -> Int { n }",
            "final class Caller {}\nfinal class Mid { func f() { _ = Caller(); _ = Mid() } }\n"
                + "func g() { if let n = Store.shared.n { _ = Mid(); print(n) } }",
            "final class Caller {}\nfinal class Mid { let caller = Caller() }\nfunc g() { for _ in Store.shared.all { _ = Mid() } }",
            "final class Caller {}\nfinal class Owner { let store = Store.shared; func f() { _ = Caller() } }",
            "final class Caller: NSObject {}\nfunc f() { Store.shared.go(); _ = Caller() }\nlet t = NSClassFromString(\"XCTestCase\")",
        ]
    )
    func certain(_ text: String) throws { #expect(try Self.obstacle(text) == nil) }

    @Test(
        "An instance that may be made later is not",
        arguments: [
            "final class Caller {}",
            "final class Caller { lazy var store = Store.shared }",
            "final class Caller { static let store = Store.shared }",
            "final class Caller { let run = { Store.shared.go() } }",
            "final class Caller { init(n: Int) { if n > 0 { Store.shared.go() } } }",
            "final class Caller { init?(n: Int) { guard n > 0 else { return nil }; Store.shared.go() } }",
            "final class Caller { init(n: Int) { let m = n > 0 ? Store.shared : nil; _ = m } }",
            "final class Caller { init(n: Int) { _ = n > 0 && Store.shared.isOn } }",
            "final class Caller { init(n: Int) throws { try check(n); Store.shared.go() }; func check(_ n: Int) throws {} }",
            "final class Caller { init() { for n in [1] { Store.shared.go() } } }",
            "final class Caller { init() { print(1); Store.shared.go() } }",
            "final class Caller { init() { Store.shared.go() }; init(n: Int) {} }",
            "struct Caller { @StateObject var store = Store.shared }",
            "@main class D: UIApplicationDelegate { let caller = Caller(); let store = Store.shared }\nfinal class Caller {}",
            "@main class D: UIApplicationDelegate { let store = Store.shared }\n@main struct Other {}\nfinal class Caller {}",
            "@main struct Tool { let store = Store.shared; static func main() {} }\nfinal class Caller {}",
            "final class Caller { init() { f(Store.shared) } }\nfunc f(_ store: @autoclosure () -> Store) {}",
            "final class Caller { var other: Other?; init() { other?.f(Store.shared) } }\nclass Other { func f(_ s: Store) {} }",
            "final class Owner { let store = Store.shared }\nfinal class Caller { init(owner: Owner?) {} }",
            "final class Owner { let store = Store.shared }\nfinal class Caller { init(owner: Owner) {}; init() {} }",
            "final class Owner { let store = Store.shared }\nstruct Caller { @StateObject var owner: Owner }",
            "final class Owner { let store = Store.shared }\nstruct Caller { var owner: Owner?; let other: Int }",
            "final class Owner { let store = Store.shared }\nstruct Caller { let owner: Owner; init(n: Int) { f() } }",
            // Something that makes it may not have read it.
            "final class Caller {}\nfunc f() { _ = Caller(); Store.shared.go() }",
            "final class Caller {}\nfunc f() { if a { Store.shared.go() }; _ = Caller() }",
            "final class Caller {}\nfunc f() { if a, Store.shared.isOn { _ = Caller() } }",
            "final class Caller {}\nfunc f() { run { Store.shared.go() }; _ = Caller() }",
            "final class Caller {}\nfunc f() { _ = a && Store.shared.isOn; _ = Caller() }",
            "final class Caller {}\nfunc f() { let n = a ? Store.shared.n : 1; _ = Caller(); print(n) }",
            "final class Caller {}\nfunc f() { a?.f(Store.shared); _ = Caller() }",
            "final class Caller {}\nfunc f() { g(Store.shared); _ = Caller() }\nfunc g(_ s: @autoclosure () -> Store) {}",
            "final class Caller {}\nfunc f() { defer { Store.shared.go() }; _ = Caller() }",
            "final class Caller {}\nfunc f() { do { try g(); Store.shared.go() } catch {}; _ = Caller() }",
            "final class Caller {}\nfunc f() { g(); Store.shared.go(); func g() { _ = Caller() } }",
            "final class Caller {}\nfunc f() { Store.shared.go(); _ = Caller() }\nlet other = Caller()",
            "class Caller {}\nfinal class Sub: Caller {}\nfunc f() { Store.shared.go(); _ = Caller() }",
            "public final class Caller {}\nfunc f() { Store.shared.go(); _ = Caller() }",
            "final class Caller: Codable {}\nfunc f() { Store.shared.go(); _ = Caller() }",
            "struct Caller: FetchableRecord { init(row: Row) {} }\nfunc f() { Store.shared.go(); _ = Caller(row: Row()) }",
            "protocol Made { init() }\nfinal class Caller: Made {}\nfunc f() { Store.shared.go(); _ = Caller() }",
            "final class Caller: NSObject {}\nfunc f() { Store.shared.go(); _ = Caller() }\nlet type = NSClassFromString(name)",
            "final class Caller {}\nfunc f() { try? g(h(), Store.shared.n); _ = Caller() }",
            "final class Caller {}\nfunc f() async { async let n = Store.shared.n; _ = Caller(); print(await n) }",
            "final class Caller {}\nfunc f() { lazy var n = Store.shared.n; _ = Caller(); print(n) }",
            "final class Caller {}\nfunc f() { Store.shared.go(); _ = Caller() }\nlet type = Caller.self",
            "final class Caller {}\nfunc f() { Store.shared.go(); _ = Caller() }\nfunc g() -> Caller { .init() }",
            "final class Caller { static func made() -> Self { Self() } }\nfunc f() { Store.shared.go(); _ = Caller() }",
            "final class Caller {}\nfinal class Mid { static func f() { _ = Caller() } }\nfunc g() { Store.shared.go(); _ = Mid() }",
            "final class Caller {}\nfinal class Owner { let caller = Caller(); let store = Store.shared }\nlet owner = Owner()",
        ]
    )
    func uncertain(_ text: String) throws { #expect(try Self.obstacle(text)?.effect == .log) }

    @Test("What makes a caller without its name is found by what takes it")
    func implied() throws {
        let made = "final class Caller {}\nfunc f() { Store.shared.go(); _ = Caller() }\n"
        let implied = Self.store + "func other() { take(.init()) }\n"
        #expect(try Self.obstacle(made + "func take(_ caller: Caller) {}", implied)?.effect == .log)
        #expect(try Self.obstacle(made, implied + "final class Other {}\nfunc take(_ other: Other) {}\n") == nil)
    }

    @Test("An instance that makes the caller, or that is replaced, is never read early")
    func never() throws {
        let cycle = "final class Store { static let shared = Store(); let caller = Caller(); func go() {} }\n"
        #expect(try Self.obstacle("final class Caller { let store = Store.shared }", cycle)?.effect == .cycle)
        let replaced = "final class Store { public static var shared = Store(); func go() {} }\n"
        #expect(try Self.obstacle("final class Caller { let store = Store.shared }", replaced)?.effect == .replacement)
    }

    @Test(
        "A variable is replaced where something sets it, and not what it has or what another type calls so",
        arguments: [
            ("Store.shared.n = 1", false), ("Store.shared.next.n = 1", false), ("print(Store.shared.n)", false),
            ("Twin.shared = 1", false), ("A.Store.shared = 1", false), ("Sub.shared = Store()", true),
            ("Store.shared = Store()", true), ("(Store.shared, n) = (Store(), 1)", true),
            ("swap(&Store.shared, &other)", true),
        ]
    )
    func set(_ code: String, isReplaced: Bool) throws {
        let store = """
            class Store { static var shared = Store(); var n = 1; var next: Store { self } }
            final class Sub: Store {}
            enum A { final class Twin { static var shared = 0 }; final class Store { static var shared = 0 } }
            enum B { final class Twin { static var shared = 0 } }

            """
        let found = try Self.obstacle("final class Caller {}\nfunc g() { \(code) }", store)
        #expect((found?.effect == .replacement) == isReplaced)
    }

    /// Accessors that return what a private variable has, and a setter for tests.
    private static let locator = """
        final class Store { static var shared: Store { current }; private static var current = Store(); var n = 1
            static func set(_ store: Store) { current = store }; func go() {}; init() {} }
        final class Other { let caller = Caller() }

        """
    private static let caller = "final class Caller { func f() { Store.shared.go() } }\n"

    @Test(
        "What only tests replace, before they make a caller, may be read early",
        arguments: [
            "class T: XCTestCase { var caller: Caller!; override func setUp() { Store.set(Store()); caller = Caller() } }",
            "class T: XCTestCase { func testF() { Store.set(Store()); Caller().f() }; func testG() { Caller().f() } }",
            "class T: XCTestCase { func testF() { let old = Store.shared; Store.set(Store()); Caller().f(); Store.set(old) } }",
            "class T: XCTestCase { let c = Caller(); override func tearDown() { Store.set(Store()) }; func testF() { c.f() } }",
            "struct T { init() { Store.set(Store()) }; @Test func f() { Caller().f() } }",
            "@Test func f() { fake(); Caller().f() }\nfunc fake() { Store.set(Store()) }",
            "class T: XCTestCase { func testF() { Store.set(Store()); Other().caller.f() } }",
        ]
    )
    func replacedBefore(_ test: String) throws {
        #expect(try Self.obstacle(Self.caller, Self.locator, test: test) == nil)
    }

    @Test(
        "What is replaced while there is a caller is not",
        arguments: [
            "class T: XCTestCase { let c = Caller(); func testF() { Store.set(Store()); c.f() } }",
            "class T: XCTestCase { lazy var c = make(); func make() -> Caller { Caller() }\n"
                + "override func setUp() { c.f() }; func testF() { Store.set(Store()); c.f() } }",
            "class T: XCTestCase { func testF() { let c = Caller(); Store.set(Store()); c.f() } }",
            "class T: XCTestCase { func testF() { let o = Other(); Store.set(Store()); o.caller.f() } }",
            "class T: XCTestCase { func testF() { for _ in 0..<2 { Store.set(Store()); c?.f(); c = Caller() } }; var c: Caller? }",
            "class T: XCTestCase { override func setUp() { Store.set(Store()) } }\nclass S: T { let c = Caller(); func testF() { c.f() } }",
            "class T: XCTestCase { func testF() { let c = made(); Store.set(Store()); c.f() } }\nfunc made() -> Caller { .init() }\n"
                + "extension XCTestCase { func other() -> Caller { Caller() } }",
            "struct T { let c: Caller; init() { c = Caller(); Store.set(Store()) }; @Test func f() { c.f() } }",
            "@Test func f() { let c = Caller(); fake(); c.f() }\nfunc fake() { Store.set(Store()) }",
            "@Test func f() { let fake = Store.set; fake(Store()); Caller().f() }",
            // A static member, a case and an implied member make one without its name.
            "final class Factory { static func made() -> Caller { Caller() } }\nfinal class Page { let c = Factory.made() }\n"
                + "@Test func f() { let p = Page(); Store.set(Store()); p.c.f() }",
            "enum Kind { case one; func made() -> Caller { Caller() } }\nfinal class Page { func c(_ k: Kind) -> Caller { k.made() } }\n"
                + "@Test func f() { let c = Page().c(.one); Store.set(Store()); c.f() }",
            "extension Other { static let one = Other() }\nfunc c(_ o: Other) -> Caller { o.caller }\n"
                + "@Test func f() { let made = c(.one); Store.set(Store()); made.f() }",
            // What replaces it is made before.
            "@Test func f() { Store.set(Store(Other())); kept?.f() }\nextension Store { convenience init(_ o: Other) { self.init() } }",
        ]
    )
    func replacedLater(_ test: String) throws {
        #expect(try Self.obstacle(Self.caller, Self.locator, test: test)?.effect == .replacement)
    }

    @Test(
        "What something static keeps, or what the program replaces, is never read early",
        arguments: [
            "let caller = Caller()", "final class Box { static let it = Box(); var callers: [Caller] = [] }",
            "protocol P {}\nextension Caller: P {}\nenum Box { static var p: P? }",
            "final class Menu { func reset() { Store.set(Store()) } }",
            "final class Scene { func didDisconnect() { Store.set(Store()) } }\nfunc f() { Scene().didDisconnect() }",
        ]
    )
    func kept(_ code: String) throws {
        let test = "class T: XCTestCase { func testF() { Store.set(Store()); Caller().f() } }"
        #expect(try Self.obstacle(Self.caller + code, Self.locator, test: test)?.effect == .replacement)
    }

    private static let application = """
        @main class AppDelegate: UIResponder, UIApplicationDelegate { let menu = Menu()
            func application(_ a: UIApplication, willFinishLaunchingWithOptions o: Options?) -> Bool { prepare(); return true }
            func application(_ a: UIApplication, didFinishLaunchingWithOptions o: Options?) -> Bool { start(); return true }

        """

    @Test(
        "What a launch replaces, before it makes a caller, may be read early",
        arguments: [
            ("func prepare() {}; private func start() { Store.set(Store()); Caller().f() } }\nclass Menu {}", true),
            (
                "func start() { Caller().f() }; private func prepare() { if isTest { Store.set(Store()) } } }\nclass Menu {}",
                true
            ),
            (
                "func prepare() {}; private func start() { let c = Caller(); Store.set(Store()); c.f() } }\nclass Menu {}",
                false
            ),
            (
                "var c: Caller?; func prepare() {}; private func start() { Store.set(Store()); c = Caller() } }\nclass Menu {}",
                true
            ),
            (
                "var c: Caller? = .init(); func prepare() {}; private func start() { Store.set(Store()) } }\nclass Menu {}",
                false
            ),
            (
                "func prepare() { c = Caller() }; private func start() { Store.set(Store()) }; var c: Caller? }\nclass Menu {}",
                false
            ),
            (
                "func prepare() {}; private func start() { Store.set(Store()) } }\nclass Menu { let c = Caller() }",
                false
            ),
            ("func prepare() {}; private func start() { run { Store.set(Store()) } } }\nclass Menu {}", false),
            ("func prepare() {}; func start() { Store.set(Store()); Caller().f() } }\nclass Menu {}", false),
        ]
    )
    func replacedAtLaunch(_ code: String, isEarly: Bool) throws {
        let found = try Self.obstacle(Self.caller + Self.application + code, Self.locator)
        #expect((found == nil) == isEarly)
    }

    @Test(
        "A delegate of the tests leaves the launch of the program as it is, unless a test launches that",
        arguments: [
            (
                """
                class TestDelegate: AppDelegate {
                    override func application(_ a: UIApplication, willFinishLaunchingWithOptions o: Options?) -> Bool { true }
                }
                """, true
            ),
            ("@Test func f() { _ = AppDelegate().application(app, willFinishLaunchingWithOptions: nil) }", false),
            ("@Test func f() { run(AppDelegate.application(_:willFinishLaunchingWithOptions:)) }", false),
        ]
    )
    func delegateOfTests(_ test: String, isEarly: Bool) throws {
        let code = "func start() {}; private func prepare() { Store.set(Store()); Caller().f() } }\nclass Menu {}"
        let found = try Self.obstacle(Self.caller + Self.application + code, Self.locator, test: test)
        #expect((found == nil) == isEarly)
    }

    @Test("What a test calls is not what a file keeps for itself under that name")
    func hidden() throws {
        let code = Self.caller + "final class View { private func setUp() { Caller().f() } }\nlet view = View.self\n"
        let test = "@Test func f() { setUp(); Store.set(Store()); Caller().f() }\nfunc setUp() {}"
        #expect(try Self.obstacle(code, Self.locator, test: test) == nil)
    }

    @Test("A setter that nobody calls replaces nothing")
    func unused() throws {
        #expect(try Self.obstacle(Self.caller, Self.locator) == nil)
        #expect(
            try Self.obstacle(
                Self.caller + "func f() { Store.set(Store()) }",
                Self.locator.replacing("final class Store", with: "final class Store: Foreign")
            )?.effect == .replacement
        )
    }

    /// An accessor that returns a value of swift-dependencies.
    private static let dependency = """
        private let kept = Store()
        private enum Key: DependencyKey { static var liveValue: Store { kept } }
        extension DependencyValues { var store: Store { get { self[Key.self] } set { self[Key.self] = newValue } } }
        final class Store { static var shared: Store { @Dependency(\\.store) var store; return store }; func go() {} }

        """

    @Test(
        "A value of swift-dependencies is always the same object if its key has one and nothing sets another",
        arguments: [
            ("", "", nil),
            ("func go() {}", "func go() {}; init() { print(1) }", .log),
            ("func go() {}", "func go() {}; let caller = Caller()", .cycle),
            ("{ kept }", "{ Store() }", .replacement),
            ("{ kept } }", "{ kept }; static var testValue: Store { two } }; private let two = Store()", .replacement),
            ("private let kept = Store()", "private var kept = Store(); func f() { kept = Store() }", .replacement),
            ("var store; return store", "var store; log(); return store", .replacement),
        ] as [(String, String, Observation.Effect?)]
    )
    func dependency(_ part: String, _ other: String, _ effect: Observation.Effect?) throws {
        let store = part.isEmpty ? Self.dependency : Self.dependency.replacing(part, with: other)
        #expect(try Self.obstacle(Self.caller, store)?.effect == effect)
    }

    @Test(
        "A value of swift-dependencies that a test, or a start, replaces is none that a caller keeps",
        arguments: [
            "@Test func f() { withDependencies { $0.store = Store() } operation: { Caller().f() } }",
            "@Test func f() { withDependencies { $0[keyPath: \\.store] = Store() } operation: { Caller().f() } }",
        ]
    )
    func replacedDependency(_ test: String) throws {
        #expect(try Self.obstacle(Self.caller, Self.dependency, test: test)?.effect == .replacement)
    }

    private static func obstacle(_ text: String, _ store: String = store, test: String = "") throws -> Observation? {
        let use = "\nextension Store { func log() { print(1) } }\nfunc use() { Store.shared.log() }\n"
        let tree = try SourceTree([
            "App/Store.swift": store + use, "App/Caller.swift": text + "\n", "AppTests/Test.swift": test + "\n",
        ])
        let (map, index) = try tree.mapped()
        let singleton = try #require(map.singletons.first { $0.isCalled("Store") })
        let accessor = try #require(singleton.accessors.first { $0.name == "shared" })
        return try withExtendedLifetime(tree) {
            let instance = try AccessorReader(index: index, singleton: singleton).read(accessor).get()
            let caller = try #require(index.type(named: "Caller")).owner
            return EarlyReading(instance, of: singleton, index: index).obstacle(for: caller)
        }
    }

    @Test(
        "Where more than a few initializers of a module have the accessor as a default, others of it take it so, too",
        arguments: [("App", 5, true), ("App", 4, false), ("Lib", 5, false)]
    )
    func usual(_ row: (folder: String, count: Int, isEarly: Bool)) throws {
        let others = (0..<row.count).map { "final class C\($0) { init(store: Store = .shared) { store.go() } }\n" }
        let caller =
            "final class Caller {\n    let n: Int\n    init(n: Int) { self.n = n }\n    func f() { Store.shared.go() }\n}\n"
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "P",
                targets: [
                    .executableTarget(name: "App", dependencies: ["Lib"], path: "App"), .target(name: "Lib", path: "Lib"),
                ]
            )

            """,
            "Lib/Store.swift": "public " + Self.store.replacing("static", with: "public static"),
            "\(row.folder)/C.swift": "import Lib\n" + others.joined(), "App/A.swift": "import Lib\n" + caller,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains("store: Store = .shared") == row.isEarly, "\(text)")
        #expect(text.contains("store: Store? = nil") == !row.isEarly, "\(text)")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }
}
