import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Types of one name in several modules", .ownThread)
struct TwinTests {
    private static let store = """
        public final class Store {
            public static let shared = Store()
            public var count = 0
            public func go() { count += 1 }
        }
        """

    @Test(
        "A caller is judged by its own module's type, whatever another module, or another type, declares by its name",
        arguments: [
            ["Orders/Model.swift": "struct Model: Codable { var name = \"\" }"],
            ["Orders/Model.swift": "class Base {}\nclass Model: Base { init(_ number: Int) {} }"],
            ["Orders/Outer.swift": "enum Outer { struct Model: Codable, Hashable { var name = \"\" } }"],
            ["Cart/Outer.swift": "enum Outer { struct Model: Codable, Hashable { var name = \"\" } }"],
            ["Orders/Loading.swift": "protocol Loading {}"],
            ["Orders/Loading.swift": "class Loading {}"],
        ]
    )
    func twins(others: [String: String]) throws {
        let files = [
            "Core/Store.swift": Self.store,
            "Cart/Loading.swift": "protocol Loading {}",
            "Cart/Model.swift": """
            import Core

            final class Model: Loading {
                let title: String
                init(title: String) {
                    self.title = title
                    Store.shared.go()
                }
                func load() { Store.shared.go() }
            }
            """,
        ]
        let plan = try SourceTree(files.merging(others) { $1 }).plan("Store", options: Cut.Options(stage: .inject))
        #expect(plan.rows.allSatisfy { $0.outcome == .rewritten(property: "store", static: nil) }, "\(plan.outcomes)")
        #expect(plan.callers.map(\.obstacle) == [nil])
    }

    /// How callers take an instance, and why uses stay.
    private func plan(_ files: [String: String], _ name: String = "Store") throws -> CutPlan {
        try SourceTree(files).plan(name, options: Cut.Options(stage: .inject))
    }

    private static let caller = """
        final class Cart {
            let title: String
            init(title: String) { self.title = title }
            func add() { Store.shared.go() }
        }
        """

    @Test(
        "A type in another one doesn't inherit what its twin inherits",
        arguments: [
            // A class that nothing inherits from, beside one that has a subclass.
            ["App/Other.swift": "enum Other { class Cart {} ; final class Sub: Cart {} }"],
            // A protocol with an initializer that the twin conforms to.
            [
                "App/Other.swift":
                    "protocol Made { init() }\nextension Other.Cart: Made {}\nenum Other { struct Cart {} }"
            ],
            // A private twin in another file.
            ["App/Other.swift": "private class Cart { }\nprivate final class Sub: Cart { }"],
            // A twin in a function.
            ["App/Other.swift": "func run() { class Cart: Codable { }\n_ = Cart() }"],
            // A twin in another module.
            ["Other/Other.swift": "open class Cart: Codable {}\nclass Sub: Cart {}"],
        ]
    )
    func inheritance(others: [String: String]) throws {
        let caller = Self.caller.replacing("final class", with: "class")
        let files = ["App/Store.swift": Self.store, "App/Cart.swift": caller]
        let plan = try plan(files.merging(others) { $1 })
        #expect(plan.diff.contains("init(title: String, store: Store = .shared)"), "\(plan.outcomes) \(plan.diff)")
    }

    @Test("A class with a subclass in a type around both has one")
    func nestedSubclass() throws {
        let caller = Self.caller.replacing("final class", with: "class")
        let nested = "enum Screens {\n\(caller)\nfinal class Sub: Cart { override init(title: String) {} }\n}\n"
        let alone = "enum Screens {\n\(caller)\n}\n"
        let files = ["App/Store.swift": Self.store]
        let derived = try plan(files.merging(["App/Screens.swift": nested]) { $1 })
        #expect(!derived.diff.contains("init(title: String, store: Store"))
        let final = try plan(files.merging(["App/Screens.swift": alone]) { $1 })
        #expect(final.diff.contains("init(title: String, store: Store = .shared)"))
    }

    @Test("The members of a twin aren't those of the instance's type, and each of two is injected by its own name")
    func nestedInstances() throws {
        let stores = """
            enum A { struct Store { static var shared = Store(); func go() {} } }
            enum B { final class Store: Sendable { static let shared = Store(); func go() {} } }
            """
        let cart = """
            final class Cart {
                let title: String
                init(title: String) { self.title = title }
                func add() { B.Store.shared.go() }
            }
            """
        let tree = try SourceTree(["App/Stores.swift": stores, "App/Cart.swift": cart])
        let plan = try tree.plan("B.Store", options: Cut.Options(stage: .inject))
        #expect(plan.diff.contains("store: B.Store = .shared"), "\(plan.outcomes) \(plan.diff)")
    }

    @Test("A caller in one module shares nothing with its twin in another", arguments: ["Cart", "Shop.Cart"])
    func callers(name: String) throws {
        func cart(_ more: String) -> String {
            let type = "public final class Cart {\n    public func add() { Store.shared.go() }\n}\n"
            return "import Core\n" + (name == "Cart" ? type + more : "enum Shop {\n\(type)}\n" + more)
        }
        let plan = try plan([
            "Core/Store.swift": Self.store,
            "One/Cart.swift": cart(""),
            "Two/Cart.swift": cart(""),
            "Two/More.swift": "import Core\nextension \(name) { func more() { Store.shared.go() } }\n",
        ])
        // The twin is in several files, so that only its own property is seen by its extension.
        let stored = plan.changes.filter { $0.path == "One/Cart.swift" }.flatMap(\.edits).map(\.new).joined()
        #expect(stored.contains("private let store"), "\(plan.outcomes) \(plan.diff)")
    }

    private static let defaulted = """
        import Core

        public final class NAME {
            private let store: Store
            public init(store: Store = .shared) { self.store = store }
            public func add() { store.go() }
        }

        """

    @Test("Makers of one name in two modules each pass what they have themselves")
    func makers() throws {
        let tree = try SourceTree([
            "Core/Store.swift": Self.store,
            "One/Cart.swift": Self.defaulted.replacing("NAME", with: "Cart") + """
                final class Session {
                    private let ownStore: Store
                    init(ownStore: Store) { self.ownStore = ownStore }
                    func open() { Cart().add() }
                }

                """,
            "Two/Box.swift": Self.defaulted.replacing("NAME", with: "Box") + """
                final class Session {
                    private let otherStore: Store
                    init(otherStore: Store) { self.otherStore = otherStore }
                    func open() { Box().add() }
                }

                """,
        ])
        let diff = try tree.plan("Store", options: Cut.Options(stage: .thread)).diff
        #expect(diff.contains("+    func open() { Cart(store: ownStore).add() }"), "\(diff)")
        #expect(diff.contains("+    func open() { Box(store: otherStore).add() }"), "\(diff)")
    }

    @Test("What the subclass of a twin calls is no call of the class")
    func superclasses() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/Cart.swift": """
            class Cart {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func add() { store.go() }
            }
            enum Other {
                class Cart { init() {} }
                final class Sub: Cart {
                    private let store: Store
                    init(store: Store) {
                        self.store = store
                        super.init()
                    }
                }
            }
            final class Sub: Cart {
                private let ownStore: Store
                init(ownStore: Store) {
                    self.ownStore = ownStore
                    super.init()
                }
            }

            """,
        ])
        let diff = try tree.plan("Store", options: Cut.Options(stage: .thread)).diff
        #expect(diff.contains("+        super.init(store: ownStore)"), "\(diff)")
        #expect(!diff.contains("super.init(store: store)"), "\(diff)")
    }
}
