import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// The type, the place and the names of what is written follow the code around it.
@Suite("Written as the house writes", .ownThread)
struct HouseTypeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var before: String
        var after: String
    }

    @Test(
        "Where most take the instance as a protocol, so does what needs no more than that requires",
        arguments: [
            ("Locator.store.go(2); _ = Locator.store.name", "Store", "store: Storing = Locator.store"),
            ("let store = Locator.store\nuse(store: store)", "Store", "store: Storing = Locator.store"),
            ("let it = Locator.store\nuse(store: it); it.go(1)", "Store", "store: Storing = Locator.store"),
            // What the protocol lacks, or only an extension has.
            ("Locator.store.other()", "Store", "store: Store = Locator.store"),
            ("Locator.store.helped()", "Store", "store: Store = Locator.store"),
            // A default argument, a result that may be ignored, a value of the type's own.
            ("Locator.store.go()", "Store", "store: Store = Locator.store"),
            ("Locator.store.added()", "Store", "store: Store = Locator.store"),
            ("take(store: Locator.store)", "Store", "store: Store = Locator.store"),
            ("let it = Locator.store\n_ = [it]", "Store", "store: Store = Locator.store"),
            // Most say the type, or too few the protocol.
            ("Locator.store.go(2)", "Storing", "store: Store = Locator.store"),
        ]
    )
    func protocols(_ row: (use: String, alone: String, after: String)) throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            protocol Named { var name: String { get } }
            protocol Storing: Named { func go(_ n: Int); func added() -> Int }
            extension Storing { func helped() {} }
            final class Store: Storing {
                let name = ""
                func go(_ n: Int = 1) { print(n) }
                @discardableResult func added() -> Int { 1 }
                func helped() {}
                func other() {}
            }
            enum Locator { static let store = Store() }
            func use(store: Storing) {}
            func take(store: Storing) {}
            func take(store: Store) {}
            """,
            "App/B.swift": """
            final class B { private let store: Storing; init(store: Storing = Locator.store) { self.store = store } }
            final class C { private let store: \(row.alone == "Store" ? "Storing" : "Store")
                init(store: \(row.alone == "Store" ? "Storing" : "Store") = Locator.store) { self.store = store } }
            """,
            "App/A.swift":
                "final class A {\n    let n: Int\n    init(n: Int) { self.n = n }\n    func f() {\n\(row.use)\n}\n}\n",
        ])
        let plan = try tree.plan("Locator", options: Cut.Options())
        #expect(plan.diff.contains("init(n: Int, \(row.after))"), "\(plan.diff)")
    }

    @Test(
        "What has the instance as a protocol is the dependency, for all that the protocol requires",
        arguments: [
            (
                "    private let stores: Storing = Store.shared\n    func f() { Store.shared.go(1) }\n",
                "    private let stores: Storing\n\n    init(stores: Storing = Store.shared) {\n        self.stores = stores\n    }\n\n"
                    + "    func f() { stores.go(1) }\n"
            ),
            (
                "    private let stores: Storing\n    init(stores: Storing = Store.shared) { self.stores = stores }\n"
                    + "    func f() { Store.shared.go(1); Store.shared.other(); Store.shared.helped() }\n",
                "    private let stores: Storing\n    init(stores: Storing = Store.shared) { self.stores = stores }\n"
                    + "    func f() { stores.go(1); Store.shared.other(); Store.shared.helped() }\n"
            ),
        ]
    )
    func abstract(_ before: String, _ after: String) throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            protocol Storing { func go(_ n: Int) }
            extension Storing { func helped() {} }
            final class Store: Storing {
                static let shared = Store()
                func go(_ n: Int) {}
                func helped() {}
                func other() {}
            }
            """,
            "App/A.swift": "final class A {\n\(before)}\n",
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift") == "final class A {\n\(after)}\n")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test("The head of a function is no longer than what the module has, nor than the lines of its file")
    func longestHead() throws {
        let lines = Array(repeating: "let n = 1\n", count: 300).joined()
        let heads = Array(repeating: "func f(\(String(repeating: "a", count: 170)): Int) {\n}\n", count: 3).joined()
        let tree = try SourceTree(["App/A.swift": lines + heads, "App/B.swift": lines])
        let (_, index) = try tree.mapped()
        let house = House(index: index, learningFrom: ["App/A.swift", "App/B.swift"])
        let head = String(repeating: "a", count: 150)
        #expect(house.layout(of: "App/A.swift").fits(head: head))
        #expect(!house.layout(of: "App/B.swift").fits(head: head))
    }

    @Test(
        "What only named the accessor goes, and properties stand with the first ones",
        arguments: [
            Row(
                testDescription: "a property behind functions",
                before: """
                    final class A {
                        var n = 1

                        func f() { Store.shared.go() }

                        var m = 2
                        func g() { print(m) }
                    }

                    """,
                after: """
                    final class A {
                        var n = 1
                        private let store: Store

                        init(store: Store = .shared) {
                            self.store = store
                        }

                        func f() { store.go() }

                        var m = 2
                        func g() { print(m) }
                    }

                    """
            ),
            Row(
                testDescription: "constants with other names, or read in closures",
                before: """
                    final class A {
                        let n = 1
                        func f() {
                            let it = Store.shared
                            it.add(1,
                                   2)
                        }
                        func g() {
                            let it = Store.shared
                            run { it.go() }
                        }
                        static func h(_ n: Int) {
                            let it = Store.shared
                            print(n, it)
                        }
                    }
                    func run(_ body: @escaping () -> Void) {}

                    """,
                after: """
                    final class A {
                        let n = 1
                        private let store: Store

                        init(store: Store = .shared) {
                            self.store = store
                        }

                        func f() {
                            store.add(1,
                                      2)
                        }
                        func g() {
                            let it = store
                            run { it.go() }
                        }
                        static func h(_ n: Int, store: Store = .shared) {
                            print(n, store)
                        }
                    }
                    func run(_ body: @escaping () -> Void) {}

                    """
            ),
            Row(
                testDescription: "an argument behind one on several lines",
                before: """
                    final class A {
                        let n: Int
                        convenience init() {
                            self.init(n: [1,
                                          2].count)
                        }
                        init(n: Int) {
                            self.n = n
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        let n: Int
                        private let store: Store
                        convenience init(store: Store = .shared) {
                            self.init(n: [1,
                                          2].count,
                                      store: store)
                        }
                        init(n: Int, store: Store = .shared) {
                            self.n = n
                            self.store = store
                        }
                        func f() { store.go() }
                    }

                    """
            ),
        ]
    )
    func rows(_ row: Row) throws {
        let tree = try SourceTree([
            "App/Store.swift":
                "final class Store { static let shared = Store(); func go() {}; func add(_ a: Int, _ b: Int) {} }\n",
            "App/A.swift": row.before,
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift") == row.after)
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test(
        "An initializer says `self` only where the file does so without need",
        arguments: [("m = 1", " injectedStore = store\n"), ("self.m = 1", " self.injectedStore = store\n")]
    )
    func assignment(_ row: (other: String, line: String)) throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(); init() { print(1) }; func go() {} }\n",
            "App/A.swift": """
            final class A {
                let m: Int
                let n: Int

                init(n: Int) {
                    \(row.other)
                    self.n = n
                }

                func f() { Store.shared.go() }
            }

            """,
            "App/Main.swift": "@main enum Main { static func main() { let a = A(n: 1); print(2); a.f() } }\n",
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains(row.line) && text.contains(" self.n = n\n"), "\(text)")
        // What was written is read again.
        _ = try tree.thread(isEarly: true)
        #expect(try tree.text("App/A.swift").contains("init(n: Int, store: Store) {\n"))
    }

    @Test("Blank lines are indented where those of the file are")
    func blankLines() throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(); func go() {} }\n",
            "App/A.swift":
                "final class A {\n    \n    static let limit = 1\n    \n    func f() { Store.shared.go() }\n}\n",
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(
            try tree.text("App/A.swift").hasPrefix(
                "final class A {\n    \n    static let limit = 1\n    \n    private let store: Store\n    \n    init("
            )
        )
    }

    @Test(
        "A variable of a protocol that only initializers set is what a caller has, also if the protocol isn't Sendable",
        arguments: [
            ("", "storing.go(); storing.go()"),
            ("func set(_ other: Storing) { storing = other }", "storing.go(); Store.shared.go()"),
            (
                "}\nfinal class B { var storing: Storing?\nfunc f(_ other: Storing) { self.storing = other }",
                "storing.go(); storing.go()"
            ),
            ("}\nfunc g(_ it: A, _ other: Storing) { it.storing = other", "storing.go(); Store.shared.go()"),
            (
                "}\nprotocol P: AnyObject { var storing: Storing { get set } }\nextension A: P {}\n"
                    + "extension P { func set(_ other: Storing) { storing = other }",
                "storing.go(); Store.shared.go()"
            ),
            ("}\nclass B: A { func set(_ other: Storing) { storing = other }", "storing.go(); Store.shared.go()"),
        ]
    )
    func variables(_ row: (other: String, after: String)) throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            protocol Storing { func go() }
            final class Store: Sendable, Storing { static let shared = Store(); func go() {} }
            """,
            "App/A.swift": """
            class A {
                var storing: Storing
                init(storing: Storing) { self.storing = storing }
                func f() { storing.go(); Store.shared.go() }
                func run(_ body: @escaping () -> Void) {}
                func h() { run { Store.shared.go() } }
                \(row.other)
            }
            func make() { _ = A(storing: Store.shared) }
            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains("func f() { \(row.after) }") && text.contains("run { Store.shared.go() }"), "\(text)")
        #expect(!text.contains("store: Store = .shared) {\n"), "\(text)")
    }

    @Test(
        "A class of an actor takes the instance of that as the protocol, though that isn't Sendable",
        arguments: [true, false]
    )
    func actors(_ isOnActor: Bool) throws {
        let users = ["B", "C", "D"].map { name in
            """
            @MainActor final class \(name) {
                let store: Storing
                init(store: Storing = Store.shared) { self.store = store }
            }

            """
        }
        let tree = try SourceTree([
            "App/Store.swift": """
            @MainActor protocol Storing { func go() }
            @MainActor final class Store: Storing { static let shared = Store(); func go() {} }
            \(users.joined())
            """,
            "App/A.swift": """
            \(isOnActor ? "@MainActor " : "")final class A {
                init(n: Int) {}
                \(isOnActor ? "" : "@MainActor ")func f() { Store.shared.go() }
            }
            """,
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("init(n: Int, store: Storing = Store.shared)") == isOnActor, "\(diff)")
        #expect(!diff.contains("Storing?") || isOnActor, "\(diff)")
    }

    @Test("An extension in another module reads what the type has only if it sees that", arguments: ["public ", ""])
    func modules(_ access: String) throws {
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "App", targets: [
                .target(name: "Kit"), .executableTarget(name: "App", dependencies: ["Kit"]),
            ])

            """,
            "Sources/Kit/A.swift": """
            public final class Store: Sendable { public static let shared = Store(); public func go() {} }
            public final class A {
                \(access)var store: Store = .shared
                public init() {}
                public func f() { store.go() }
            }
            """,
            "Sources/App/main.swift": "import Kit\nextension A { func g() { Store.shared.go() } }\nA().g()\n",
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("func g() { store.go() }") == !access.isEmpty, "\(diff)")
    }
}
