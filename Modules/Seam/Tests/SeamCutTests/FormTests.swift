import SeamKit
import Testing

@testable import SeamCut

/// What is written for forms of code that the fixtures don't have.
@Suite("Forms of cuts")
struct FormTests {
    static let store = "final class Store { static let shared = Store(); func go() {} }\n"
    static let sendable = "final class Store: Sendable { static let shared = Store(); func go() {} }\n"
    private static let onMain = "@MainActor final class Store { static let shared = Store(); func go() {} }\n"
    static let counting =
        "final class Store { static let shared = Store(); var n = 1; func go() { n += 1 } }\n"
    static let loud =
        "final class Store: Sendable { static let shared = Store(); init() { print(1) }; func go() {} }\n"
    private static let use = "final class A { func f() { Store.shared.go() } }"
    static let run = "func run(_ body: @escaping () -> Void) {}\n"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { caller }
        var caller: String
        var store: String
        var written: [String]

        init(_ caller: String, store: String = FormTests.store, _ written: String...) {
            (self.caller, self.store, self.written) = (caller, store, written)
        }
    }

    @Test(
        "The result has these lines",
        arguments: [
            // The name of the property.
            Row(
                "struct B { private static var account: Store { .shared }\nstatic func g() { account.go() } }\n"
                    + "struct A { func f() { Store.shared.go() } }",
                "private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                "struct B { let account: Store = .shared, other = 1 }\nstruct A { func f() { Store.shared.go() } }",
                "private var store: Store { injectedStore ?? .shared }"
            ),
            // Nobody elsewhere can call the initializer of an open class.
            Row(
                "open class A {\ninit(n: Int) {}\nfunc f() { Store.shared.go() } }",
                "init(n: Int, store: Store? = nil)"
            ),
            // The instance where its type is expected.
            Row(
                "func g(_ one: Store, _ other: Store?) {}\nfunc g(_ one: Other, _ other: Store?) {}\nstruct Other {}\n"
                    + "final class A { func f() { g(.shared, true ? .shared : nil) } }",
                "private var store: Store { injectedStore ?? .shared }",
                "func f() { g(store, true ? store : nil) }"
            ),
            Row(
                "func g(_ one: some Store) {}\nfinal class A { func f() { g(.main) } }",
                store: "final class Shop: Store { func go() { print(1) } }\nprivate let only = Shop()\n"
                    + "protocol Store {}\nextension Store where Self == Shop { static var main: Shop { only } }",
                "private var shop: Shop { injectedShop ?? Shop.main }",
                "func f() { g(shop) }"
            ),
            Row(
                "struct A: CustomPlaygroundDisplayConvertible { var playgroundDescription: Any { 1 }\n"
                    + "func f() { Store.shared.go() } }",
                "private var store: Store { injectedStore ?? .shared }"
            ),
            // The type of the accessor.
            Row(
                "final class A { func f() { main.go() } }\nenum Key { case a }",
                store: "let main: Store<[Key: [any Kind.Type]?]> = .init()\nprotocol Kind {}\n"
                    + "final class Store<T> { var n = 0\nfunc go() { n += 1 } }\n",
                "private let injectedStore: Store<[Key: [any Kind.Type]?]>?",
                "private var store: Store<[Key: [any Kind.Type]?]> { injectedStore ?? main }"
            ),
            Row(
                "final class A { func f() { main.go() } }",
                store:
                    "let main = try! Store()\nfinal class Store { var n = 0\ninit() throws {}\nfunc go() { n += 1 } }\n",
                "private var store: Store { injectedStore ?? main }"
            ),
            // A property of the usual name that is no gathered one.
            Row(
                "struct A { let store = Store.shared\nfunc f() { Store.shared.go() } }",
                "private var sharedStore: Store { injectedSharedStore ?? .shared }",
                "func f() { sharedStore.go() }"
            ),
            Row(
                "struct A { var store: Store = .shared\nfunc f() { Store.shared.go() } }",
                "func f() { sharedStore.go() }"
            ),
            Row(
                "struct A { lazy var store: Store = .shared\nmutating func f() { Store.shared.go() } }",
                "mutating func f() { sharedStore.go() }"
            ),
            Row(
                "final class A { var store: Store { print(1); return .shared }\nfunc f() { Store.shared.go() } }",
                "func f() { sharedStore.go() }"
            ),
            Row(
                "struct A<T> {}\nextension A where T == Int { private var store: Store { .shared } }\n"
                    + "extension A { func f() { Store.shared.go() } }",
                "extension A where T == Int { private var store: Store { .shared } }",
                "func f() { sharedStore.go() }"
            ),
            // A property in a branch of `#if` serves uses in that branch only.
            Row(
                "#if DEBUG\nfinal class A { func f() { Store.shared.go() } }\nextension A { func g() { Store.shared.go() } }\n"
                    + "#else\nfinal class A {}\n#endif",
                "    private var store: Store { .shared }\n    func f() { store.go() } }",
                "func g() { store.go() }"
            ),
            Row(
                "#if DEBUG\nstruct A { func f() { Store.shared.go() } }\n"
                    + "#else\nstruct A { func g() { Store.shared.go() } }\n#endif\n" + use.replacing("A", with: "B"),
                "struct A { func f() { Store.shared.go() } }",
                "struct A { func g() { Store.shared.go() } }"
            ),
            Row(
                "final class A { func f() { Store.shared.go() } }\n"
                    + "#if DEBUG\nextension A { private var store: Store { .shared } }\n#endif",
                "func f() { sharedStore.go() }"
            ),
            // Accessors that return an optional.
            Row(
                "final class A { func f() { Store.shared?.go() } }",
                store: "final class Store { static var shared: Store? = Store(); func go() {} }\n",
                "private var store: Store? { Store.shared }",
                "func f() { store?.go() }"
            ),
            Row(
                run + "final class A { func f() { run { Store.shared.go() } } }",
                store: "final class Store { static var shared: Store! = Store(); func go() {} }\n",
                "private static var store: Store! { Store.shared }",
                "run { A.store.go() }"
            ),
            Row(
                run + "final class A { func f() { run { print(Store.shared) } } }",
                store: "final class Store { static var shared = Store(); func go() {} }\n",
                "run { print(A.store) }"
            ),
            // Accessors whose type is found by what they return.
            Row(
                "final class A { func f() { Store.shared().go() } }",
                store:
                    "final class Store { private static let one = Store(); static func shared() -> Self { one as! Self }\n"
                    + "func go() { print(1) } }\n",
                "private var store: Store { injectedStore ?? .shared() }"
            ),
            Row(
                use,
                store:
                    "final class Store { static let shared: Store = { let store = Store(); return store }(); func go() {} }\n",
                "private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                use,
                store: "final class Store { static let shared = { Store() }(); func go() {} }\n",
                "private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                use,
                store: "final class Store { static let shared = Self(); func go() {} }\n",
                "private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                use,
                store: "final class Store { @MainActor static let shared = Store(); func go() {} }\n",
                "@MainActor private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                use,
                store: "private let one = Store<Int>()\n"
                    + "final class Store<T> { static var shared: Store<Int> { one }; func go() { print(1) } }\n",
                "private var store: Store<Int> { injectedStore ?? Store.shared }"
            ),
            Row(
                use,
                store: "final class Store<T> { func go() { print(1) } }\n"
                    + "extension Store<Int> { static let shared = Store() }\n",
                "private var store: Store<Int> { injectedStore ?? Store.shared }"
            ),
            // The messages of os are closures.
            Row(
                "import os\nfinal class A { let logger = Logger()\nfunc f() { logger.info(\"\\(Store.shared.n)\") } }",
                store: counting,
                "logger.info(\"\\(self.store.n)\")"
            ),
            Row(
                "import os\nstruct A { let logger = Logger()\nfunc f() { logger.info(\"\\(Store.shared.n)\") } }",
                store: counting,
                "logger.info(\"\\(store.n)\")"
            ),
            Row(
                "import os\nfinal class A {}\nextension A { func f() { logger.info(\"\\(Store.shared.n)\") } }",
                store: counting,
                "logger.info(\"\\(self.store.n)\")"
            ),
            // Closures of structures need no `self` before a member, also in extensions.
            Row(
                run + "struct A { let n = 1 }\nextension A { func f() { run { print(n); Store.shared.go() } } }",
                store: "final class Store { static var shared = Store(); func go() {} }\n",
                "run { print(n); store.go() }"
            ),
            // Actors.
            Row(
                "actor A { nonisolated func f() async { await Store.shared.go() }\nfunc g() async { await Store.shared.go() } }",
                store: onMain,
                "@MainActor private static var store: Store { .shared }",
                "nonisolated func f() async { await A.store.go() }"
            ),
            Row(
                "@MainActor final class A { nonisolated func f() async { await Store.shared.go() }\nfunc g() { Store.shared.go() } }",
                store: onMain,
                "nonisolated func f() async { await A.store.go() }",
                "func g() { store.go() }"
            ),
            Row(
                "final class A { deinit { Store.shared.go() }\nfunc g() { Store.shared.go() } }",
                store: "@MainActor final class Store { static let shared = Store(); nonisolated func go() {} }\n",
                "deinit { A.store.go() }",
                "func g() { store.go() }"
            ),
            Row(
                "actor A {}\nextension A { func f() async { await Store.shared.go() } }",
                store: onMain,
                "func f() async { await A.store.go() }"
            ),
            Row(
                "@MainActor final class A { func f() { Store.shared.go() }\nnonisolated func g() { Store.shared.go() } }",
                // Expected text: what is passed is as safe to read from anywhere as the accessor.
                "nonisolated(unsafe) private let injectedStore: Store?",
                "nonisolated private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                "actor A { func f() { Store.shared.go() } }",
                store: sendable,
                "private let injectedStore: Store?",
                "init(store: Store? = nil) {"
            ),
            Row(
                "@DataActor final class A { func f() { Store.shared.go() } }\n"
                    + "@globalActor actor DataActor { static let shared = DataActor() }",
                store: "@DataActor final class Store { static let shared = Store(); func go() {} }\n",
                "private var store: Store { .shared }"
            ),
            Row(
                "final class A: FooView { func f() { Store.shared.go() } }",
                store: onMain,
                "@MainActor private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                "final class A: UIFancyView { func f() { Store.shared.go() } }",
                store: onMain,
                "    private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                "final class A: UITableViewCell { func f() { Store.shared.go() } }",
                store: onMain,
                "    private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                "final class A: UIControl { func f() { Store.shared.go() } }",
                store: onMain,
                "    private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                "final class A: UIWindow { func f() { Store.shared.go() } }",
                store: onMain,
                "    private var store: Store { injectedStore ?? .shared }"
            ),
            Row(
                "final class A: UIThing { func f() { Store.shared.go() } }",
                store: onMain,
                "@MainActor private var store: Store { injectedStore ?? .shared }"
            ),
            // Initializers.
            Row(
                "class B { init(a: Int) {}\nconvenience init() { self.init(a: 1) } }\n"
                    + "final class A: B { override init(a: Int) {}\ninit(b: Int) {}\nfunc f() { Store.shared.go() } }",
                "override init(a: Int) { self.injectedStore = nil }",
                "init(b: Int, store: Store? = nil)"
            ),
            Row(
                "class B { convenience init(a: Int) { self.init() } }\n"
                    + "final class A: B { override init(a: Int) {}\ninit(b: Int) {}\nfunc f() { Store.shared.go() } }",
                "init(b: Int, store: Store? = nil)"
            ),
            Row(
                "final class A: B { let n: Int\nconvenience init() { Store.shared.go(); self.init(n: 1) }\n"
                    + "init(n: Int) { self.n = n; Store.shared.go(); super.init() } }\nclass B {}",
                "convenience init() { A.store.go(); self.init(n: 1) }",
                "    self.n = n\n    self.injectedStore = injectedStore\n    (injectedStore ?? A.store).go()\n    super.init()\n}"
            ),
            Row(
                "final class A { let n: Int\nstatic var m: Int\nlazy var o = 1\ninit() { n = 1; Store.shared.go() } }",
                "    self.injectedStore = injectedStore\n    n = 1\n    store.go()\n}"
            ),
            Row(
                "final class A { var n = 1\nvar m: Int { 1 }\ninit() { Store.shared.go() } }",
                "    self.injectedStore = injectedStore\n    store.go()\n}"
            ),
            Row(
                "struct A { let n: Int\ninit() { Store.shared.go(); n = 1 }\nfunc f() { Store.shared.go() } }",
                "    self.injectedStore = injectedStore\n    (injectedStore ?? A.store).go()\n    n = 1\n}"
            ),
            Row(
                "struct A { let n: Int\ninit(n: Int) { n > 0 ? print(1) : print(2); Store.shared.go(); self.n = n } }",
                "print(2)\n    (injectedStore ?? A.store).go()\n    self.n = n\n}"
            ),
            Row(
                "final class A { let n: Int\ninit() { let g = { Store.shared.go() }; g(); n = 1 } }",
                store: counting,
                "let g = { (injectedStore ?? A.store).go() }"
            ),
            Row(
                "protocol P {}\nfinal class A: P { func f() { Store.shared.go() } }",
                "init(store: Store? = nil) {"
            ),
            Row(
                "public final class A { public init() {}\nfunc f() { Store.shared.go() } }",
                store: "open class Store { public static let shared = Store(); func go() {} }\n",
                "public init(store: Store? = nil)"
            ),
            Row(
                "final class A { let n: Int\ninit(n: Int) { self.n = n }\nconvenience init() { self.init(n: 1) }\n"
                    + "func f() { Store.shared.go() } }",
                "convenience init() { self.init(n: 1) }"
            ),
            Row(
                "final class A { let n: Int\ninit(n: Int) { self.n = n; let s = self; print(s) }\nfunc f() { Store.shared.go() } }",
                "    self.n = n\n    self.injectedStore = store\n    let s = self\n    print(s)\n}"
            ),
            Row("public struct A { func f() { Store.shared.go() } }", "{\n    var injectedStore: Store?\n"),
            // The memberwise initializer beside another one.
            Row(
                "struct A { let a: Int?\nfunc f() { Store.shared.go() } }\nextension A { init() { a = nil } }",
                "var injectedStore: Store?"
            ),
            Row(
                "struct A { let a = 1\nvar b: Int\nfunc f() { Store.shared.go() } }\n"
                    + "extension A { init(a: Int, b: Int) { self.init(b: b) } }",
                "var injectedStore: Store?"
            ),
            Row(
                "struct A { static var a = 1\nvar b: Int\nfunc f() { Store.shared.go() } }\n"
                    + "extension A { init(a: Int, b: Int) { self.init(b: b) } }",
                "var injectedStore: Store?"
            ),
            Row(
                "struct A { var a: Int?\nfunc f() { Store.shared.go() } }\nextension A { init() { self.init(a: nil) } }",
                "private var store: Store { .shared }"
            ),
            Row(
                "struct A { var a = 1\nfunc f() { Store.shared.go() } }\nextension A { init() { self.init(a: 2) } }",
                "private var store: Store { .shared }"
            ),
        ]
    )
    func written(_ row: Row) throws { try check(row) }

    func check(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": row.store, "App/A.swift": row.caller])
        var options = Cut.Options.late
        options.includesStructs = true
        let plan = try tree.plan("Store", options: options)
        let change = try #require(plan.changes.first { $0.path == "App/A.swift" })
        let text = String(decoding: change.result, as: UTF8.self)
        for line in row.written { #expect(text.contains(line), "\(text)") }
    }
}
