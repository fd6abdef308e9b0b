import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("What is worth a change", .ownThread)
struct WorthTests {
    private static let store = "final class Store: Sendable { static let shared = Store(); func go() {} }"

    /// A caller, and what it says after the cut; nil if it stays as it is.
    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var caller: String
        var after: String?
    }

    @Test(
        "Where nothing can be passed, or only too late, the uses stay",
        arguments: [
            Row(testDescription: "an enumeration", caller: "enum A { case a\nfunc f() { Store.shared.go() } }"),
            Row(
                testDescription: "three uses in it",
                caller: "enum A { case a\nfunc f() { Store.shared.go(); Store.shared.go(); Store.shared.go() } }"
            ),
            Row(
                testDescription: "what was gathered before, and another use",
                caller: """
                    enum A {
                        case a
                        private var store: Store { .shared }
                        func f() { store.go() }
                        func g() { Store.shared.go() }
                    }
                    """,
                after: "+    func g() { store.go() }"
            ),
            Row(
                testDescription: "a private function",
                caller: "enum A { private static func f() { Store.shared.go() } }"
            ),
            Row(
                testDescription: "a private function that an object calls",
                caller: """
                    final class A {
                        func f() { Store.shared.go(); Self.g() }
                        private static func g() { Store.shared.go() }
                    }
                    """,
                after: "func f() { store.go(); Self.g(store: store) }\n"
                    + "-    private static func g() { Store.shared.go() }\n"
                    + "+    private static func g(store: Store) { store.go() }"
            ),
            Row(
                testDescription: "a function",
                caller: "enum A { static func f() { Store.shared.go() } }",
                after: "static func f(store: Store = .shared) { store.go() }"
            ),
            Row(
                testDescription: "an initializer of a view",
                caller: """
                    class A: UIView {
                        override init(frame: CGRect) {
                            super.init(frame: frame)
                            Store.shared.go()
                        }
                    }
                    """
            ),
            Row(
                testDescription: "what Interface Builder calls",
                caller: "class A: UIView { override func awakeFromNib() { super.awakeFromNib(); Store.shared.go() } }"
            ),
            Row(
                testDescription: "what an initializer calls",
                caller: """
                    class A: UIView {
                        required init?(coder: NSCoder) { super.init(coder: coder); setUp() }
                        private func setUp() { self.decorate() }
                        private func decorate() { Store.shared.go() }
                    }
                    """
            ),
            Row(
                testDescription: "a closure that an initializer keeps",
                caller: """
                    class A: UIView {
                        var done: (() -> Void)?
                        required init?(coder: NSCoder) {
                            super.init(coder: coder)
                            done = { [weak self] in self?.decorate() }
                        }
                        private func update() { Store.shared.go() }
                    }
                    """,
                after: "var store: Store = .shared"
            ),
            Row(
                testDescription: "a function that others call",
                caller: "class A: UIView { func show() { Store.shared.go() } }",
                after: "var store: Store = .shared"
            ),
        ]
    )
    func left(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": row.caller])
        let plan = try tree.plan("Store", options: Cut.Options())
        if let after = row.after {
            #expect(plan.diff.contains(after), "\(plan.diff)")
        } else {
            #expect(plan.changes.isEmpty, "\(plan.diff)")
        }
    }

    @Test(
        "What only observes the system's notifications keeps the default center",
        arguments: [
            ("addObserver(self, selector: #selector(g), name: UIApplication.didEnterBackgroundNotification)", false),
            ("publisher(for: .NSManagedObjectContextDidSave)", false),
            ("notifications(named: UITextField.textDidChangeNotification)", false),
            ("addObserver(self, selector: #selector(g), name: .storeDidChange, object: nil)", true),
            ("addObserver(forName: name, object: nil, queue: nil) { _ in }", true),
            ("post(name: UIApplication.didBecomeActiveNotification, object: nil)", true),
        ]
    )
    func notifications(_ call: String, isMoved: Bool) throws {
        let text = """
            import UIKit
            extension Notification.Name { static let storeDidChange = Notification.Name("a") }
            final class A: NSObject {
                func f(name: Notification.Name) { NotificationCenter.default.\(call) }
                @objc func g() {}
                deinit { NotificationCenter.default.removeObserver(self) }
            }

            """
        let tree = try SourceTree(["App/A.swift": text])
        let plan = try tree.plan("NotificationCenter", options: Cut.Options())
        #expect(plan.changes.isEmpty != isMoved, "\(plan.summary)")
        if !isMoved { #expect(plan.left.map(\.reason) == [.noGain] && plan.left.map(\.count) == [2]) }
    }

    @Test("Gathering moves the uses that injecting leaves, and the plan says why it leaves them")
    func gathered() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": "enum A { case a\nfunc f() { Store.shared.go(); Store.shared.go(); Store.shared.go() } }",
        ])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.left.map(\.reason) == [.kind] && plan.left.map(\.count) == [3])
        #expect(plan.summary.contains("3  left: kind. Nothing can be passed to the caller."), "\(plan.summary)")
        #expect(try tree.plan("Store").diff.contains("private var store: Store { .shared }"))
    }

    @Test(
        "What may be replaced is a default argument of a function that reads it once and first of all",
        arguments: [
            ("static func f() -> Int { guard Store.shared.isOn else { return 0 }; return 1 }", true),
            ("static func f() -> Bool { Store.shared.isOn && reset() && Store.shared.isOn }", false),
            ("static func f() -> Bool { print(1); return Store.shared.isOn }", false),
            ("static func f() async -> Bool { Store.shared.isOn }", false),
        ]
    )
    func functions(_ function: String, isEarly: Bool) throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            final class Store { static var shared = Store(); var isOn = true }
            func reset() -> Bool { Store.shared = Store(); return true }
            """,
            "App/A.swift": "enum A { \(function) }",
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains(isEarly ? "store: Store = .shared" : "store: Store? = nil"), "\(diff)")
    }

    @Test(
        "A parameter by which all code but tests passes the accessor is what the function reads",
        arguments: [
            ("func f() { A.f(1, using: .shared) }\nfunc g() { A.f(2, using: Store.shared) }", true),
            ("final class B { private let store = Store.shared\nfunc f() { A.f(1, using: store) } }", true),
            ("func f() { A.f(1, using: .shared) }\nfunc g(_ store: Store) { A.f(2, using: store) }", false),
            ("func f() { A.f(1, using: .shared) }\nlet all = [1].map { A.f($0, using:) }", false),
            ("let run = A.f", false), ("", false),
        ]
    )
    func given(_ calls: String, isUsed: Bool) throws {
        try given(calls, Self.store, test: "A.f(1, using: Store())", isUsed: isUsed)
        let variable = Self.store.replacing("static let", with: "nonisolated(unsafe) static var")
        try given(calls, variable, test: "Store.shared = Store()", isUsed: isUsed)
    }

    private func given(_ calls: String, _ store: String, test: String, isUsed: Bool) throws {
        let tree = try SourceTree([
            "App/Store.swift": store, "App/B.swift": calls + "\n",
            "App/A.swift": "enum A { static func f(_ n: Int, using store: Store) { Store.shared.go() } }\n",
            "Tests/T.swift": "import XCTest\nfinal class T: XCTestCase { func testF() { \(test) } }\n",
        ])
        try tree.cutAll(options: Cut.Options())
        let written = "enum A { static func f(_ n: Int, using store: Store) { store.go() } }\n"
        #expect(try (tree.text("App/A.swift") == written) == isUsed)
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    private static let bound = """
        @MainActor public final class Store {
            public static let shared = Store()
            public func go() {}
        }
        @MainActor final class Cart {
            let title: String
            init(title: String) { self.title = title }
            func add() { Store.shared.go() }
            static func open() { Store.shared.go() }
            static func reopen() async { Store.shared.go() }
        }
        @MainActor class Base {}
        final class Panel: Base {
            let title: String
            init(title: String) { self.title = title }
            func show() { Store.shared.go() }
        }
        func make() async {
            let cart = await Cart(title: "")
            await cart.add()
            await Cart.open()
            await Cart.reopen()
            await Panel(title: "").show()
        }

        """

    @Test(
        "In Swift 6 a default argument belongs to the actor of its function, and before to the caller's",
        .startsCompiler,
        arguments: [
            ("5.9", ""), ("6.0", ""), ("6.0", ".swiftLanguageMode(.v6)"), ("6.0", ".swiftLanguageMode(.v5)"),
        ]
    )
    func languages(version: String, setting: String) throws {
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: \(version)
            import PackageDescription
            let package = Package(name: "App", targets: [.target(name: "App", swiftSettings: [\(setting)])])
            """,
            "Sources/App/A.swift": Self.bound,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("Sources/App/A.swift")
        let isNew = version == "6.0" && !setting.contains("v5")
        #expect(text.contains("init(title: String, store: Store\(isNew ? " = .shared" : "? = nil"))"), "\(text)")
        #expect(text.contains("func open(store: Store\(isNew ? " = .shared" : "? = nil"))"), "\(text)")
        #expect(!text.contains("injected"))
        #expect(try tree.compile("App").isEmpty)
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test("What only tests replace is read early where people do so in several places", arguments: [1, 5])
    func habits(count: Int) throws {
        let others = (0..<count).map { number in
            """
            final class Other\(number) {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func go() { store.go(); Store.shared.go() }
            }

            """
        }
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "App", targets: [.target(name: "App"), .testTarget(name: "AppTests", dependencies: ["App"])])
            """,
            "Sources/App/Store.swift":
                "final class Store { static var shared = Store(); func go() {} }",
            "Sources/App/Others.swift": others.joined(),
            "Sources/App/A.swift": """
            final class A {
                let n: Int
                init(n: Int) { self.n = n }
                func f() { Store.shared.go() }
            }

            """,
            "Tests/AppTests/AppTests.swift": """
            import XCTest
            @testable import App
            final class AppTests: XCTestCase {
                func testA() {
                    let a = A(n: 1)
                    Store.shared = Store()
                    a.f()
                }
            }
            """,
        ])
        let plan = try tree.plan("Store", options: Cut.Options())
        let isEarly = plan.diff.contains("init(n: Int, store: Store = .shared)")
        #expect(isEarly == (count > 1), "\(plan.diff)")
    }

    @Test("What only the initial values of a view read isn't stored")
    func values() throws {
        let tree = try SourceTree([
            "App/Store.swift":
                "final class Setting {}\nfinal class Store { static let shared = Store(); var setting = Setting() }\n",
            "App/A.swift": """
            struct A: View {
                @ObservedObject private var setting = Store.shared.setting

                var body: some View { Text("") }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(
            try tree.text("App/A.swift") == """
                struct A: View {
                    @ObservedObject private var setting: Setting

                    init(store: Store = .shared) {
                        self.setting = store.setting
                    }

                    var body: some View { Text("") }
                }

                """
        )
    }

    @Test(
        "A view to which somebody passes something keeps its initial values",
        arguments: [
            ("A<Int>()", true), ("A<Int>(setting: Setting())", false), ("A<Int> {}", false),
            ("A<Int>.init(setting: Setting())", false),
        ]
    )
    func passed(_ row: (call: String, isMoved: Bool)) throws {
        let tree = try SourceTree([
            "App/Store.swift":
                "final class Setting {}\nfinal class Store { static let shared = Store(); var setting = Setting() }\n",
            "App/A.swift": """
            struct A<T>: View {
                @ObservedObject var setting = Store.shared.setting
                var done: (() -> Void)?

                var body: some View { Text("") }
            }

            """,
            "App/B.swift": "func make() { _ = \(row.call) }\n",
        ])
        #expect(try tree.plan("Store", options: Cut.Options()).changes.isEmpty != row.isMoved)
    }

    @Test(
        "An initializer that calls an inherited one sets the variable behind that",
        arguments: [
            ("convenience init(n: Int) {", "convenience init(n: Int, store: Store = .shared) {", true),
            // Then a call without arguments would find the inherited one.
            ("convenience init() {\n        let n = 1", "convenience init() {", false),
            ("private convenience init(n: Int) {", "private convenience init(n: Int) {", false),
        ]
    )
    func behind(_ row: (head: String, after: String, isSet: Bool)) throws {
        let caller = """
            final class A: UIViewController {
                var n = 0
                \(row.head)
                    self.init(nibName: nil, bundle: nil)
                    self.n = n
                    show()
                }
                func show() {}
                func tap() { Store.shared.go() }
            }
            func make() { _ = A(n: 1) }

            """
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": caller])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains(row.after), "\(text)")
        #expect(
            text.contains("        self.n = n\n        self.store = store\n        show()\n") == row.isSet,
            "\(text)"
        )
        #expect(text.contains("    private var store: Store = .shared\n") == row.isSet)
        #expect(text.contains("    func tap() { store.go() }\n"))
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }
}
