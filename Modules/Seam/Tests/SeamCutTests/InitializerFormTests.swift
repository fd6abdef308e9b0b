import Foundation
import TestSupport
import Testing

@testable import SeamCut

/// Initializers whose words or bodies have to change with the parameter.
@Suite("Initializers that take an instance", .ownThread)
struct InitializerFormTests {
    @Test(
        "The initializer of a singleton isn't private once it takes an instance, which nobody could pass else",
        arguments: [
            ("static let shared = A()", "", true), ("static let shared: A = .init()", "", true),
            ("class var shared: A { A() }", "", true), ("static func make() -> A { A() }", "", false),
            ("static let shared = A()", "convenience init(n: Int) { self.init() }", false),
        ]
    )
    func hidden(_ row: (member: String, other: String, isOpened: Bool)) throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            class A: NSObject {
                \(row.member)

                private override init() {}
                \(row.other)

                func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let word = row.isOpened ? "" : "private "
        #expect(try tree.text("App/A.swift").contains("    \(word)init(store: Store = .shared) {"), "\(word)")
    }

    @Test("A body that says the property reads what is stored, not the optional parameter", arguments: [true, false])
    func hiding(isSaid: Bool) throws {
        let tree = try SourceTree([
            "App/Store.swift": "@MainActor final class Store { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            @MainActor final class A {
                private let store = Store.shared

                init() {
                    \(isSaid ? "store.go()" : "print(1)")
                }

                func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains("let store = store ?? .shared\n") == isSaid, "\(text)")
        #expect(text.contains("self.store = store\n") == isSaid, "\(text)")
    }

    @Test("An initial value that moves is computed before all that the body does")
    func order() throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            final class Store: Sendable { static let shared = Store(); func next() -> Int { 1 } }

            """,
            "App/A.swift": """
            final class A {
                let k: Int
                let n: Int = Store.shared.next()

                init?(k: Int) {
                    if k > log(k) { return nil }
                    self.k = k
                }

                func f() { _ = Store.shared.next() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        let value = try #require(text.range(of: "self.n = store.next()"), "\(text)")
        let condition = try #require(text.range(of: "if k > log(k)"))
        #expect(value.lowerBound < condition.lowerBound, "\(text)")
    }

    @Test("An initializer takes no instance that nothing would read")
    func unread() throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            @MainActor final class Store {
                private static let only = Store()
                static var shared: Store { only }
                var count = 1
                init() { print("made") }
            }

            """,
            "App/A.swift": """
            @MainActor final class A {
                let size: Int
                init(size: Int) {
                    unknown(&Store.shared.count)
                    self.size = size
                    print(Store.shared.count)
                }
            }

            """,
        ])
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test("What a closure of the initializer reads has the name of the property that there is")
    func closure() throws {
        let tree = try SourceTree([
            "App/Store.swift": FormTests.store,
            "App/A.swift": """
            final class A {
                let size: Int
                let initial = Store.shared

                init(size: Int) {
                    let body = { Store.shared.go() }
                    body()
                    self.size = size
                }

                func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        let head = "    init(size: Int, initial: Store = .shared) {\n        self.initial = initial\n"
        #expect(text.contains(head), "\(text)")
        #expect(text.contains("        let body = { initial.go() }\n"), "\(text)")
    }

    @Test("Uses outside of the caller's actor keep an accessor whose instance can't be sent, and the others don't")
    func unsent() throws {
        let tree = try SourceTree([
            "App/Store.swift": FormTests.store,
            "App/A.swift": """
            @MainActor final class A {
                func f() { Store.shared.go() }
                nonisolated func g() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(
            try tree.text("App/A.swift") == """
                @MainActor final class A {
                    private let store: Store

                    init(store: Store = .shared) {
                        self.store = store
                    }

                    func f() { store.go() }
                    nonisolated func g() { Store.shared.go() }
                }

                """
        )
    }

    @Test(
        "What the system makes keeps its initializer, also beside a property that has the instance",
        arguments: ["struct A: App", "@main final class A: UIResponder, UIApplicationDelegate", "struct A: Widget"]
    )
    func made(_ head: String) throws {
        let tree = try SourceTree([
            "App/Store.swift": FormTests.store,
            "App/A.swift": "\(head) {\n    let store = Store.shared\n    init() {}\n"
                + "    func f() { Store.shared.go() }\n}\n",
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text == "\(head) {\n    let store = Store.shared\n    init() {}\n    func f() { store.go() }\n}\n")
    }

    @Test("An initial value that a key path of the instance gives stays beside a protocol", arguments: [true, false])
    func keyPath(isKeyPath: Bool) throws {
        let value = isKeyPath ? "Store.shared[keyPath: \\.n]" : "Store.shared.n"
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(); let n = 1; func go() {} }\n",
            "App/A.swift": "final class A {\n    let n: Int = \(value)\n    func f() { Store.shared.go() }\n}\n",
        ])
        var options = Cut.Options()
        options.protocolName = "Storing"
        let diff = try tree.plan("Store", options: options).diff
        #expect(diff.contains("self.n = store.n") != isKeyPath, "\(diff)")
        #expect(!diff.contains("keyPath") || diff.contains(" let n: Int = \(value)"), "\(diff)")
    }

    @Test(
        "A tab bar controller loads its view while it is made: if it can, it takes the instance before",
        arguments: [
            ("", "super.init(nibName: nil, bundle: nil)", true), ("Tabs()", "init(store: Store = .shared) {", true),
            ("let type = \"Tabs\"", "var store", true), ("let type = \"Tabs\"", "init(", false),
        ]
    )
    func tabs(_ row: (maker: String, part: String, isTaken: Bool)) throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            final class Tabs: UITabBarController {
                override func viewDidLoad() {
                    super.viewDidLoad()
                    show()
                }

                private func show() { Store.shared.go() }
            }
            enum Maker { static func make() { \(row.maker) } }

            """,
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains(row.part) == row.isTaken, "\(diff)")
    }

    @Test(
        "Where only the file's own code could call what takes the instance, a variable is better",
        arguments: ["fileprivate ", ""]
    )
    func inner(_ access: String) throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            final class A: NSObject {
                let n: Int
                @objc init(title: String) { n = 1 }
                \(access)init(n: Int) { self.n = n }
                func f() { Store.shared.go() }
            }

            """,
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("var store: Store = .shared") == !access.isEmpty, "\(diff)")
    }

    @Test(
        "What Interface Builder connects is there before a view's variable is set, and a controller's comes later",
        arguments: [
            ("UIView", "Store.shared.go()", false), ("UITableViewCell", "Store.shared.go()", false),
            ("UIViewController", "Store.shared.go()", true), ("UIView", "f()", false),
            ("UIView", "add(self, #selector(f))", true), ("UIView", "perform(#selector(f))", false),
        ]
    )
    func outlets(_ row: (superclass: String, code: String, isMoved: Bool)) throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            class A: \(row.superclass) {
                @IBOutlet var label: UILabel! { didSet { \(row.code) } }
                @objc func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift").contains("var store: Store = .shared") == row.isMoved)
    }

    @Test(
        "An open class gets an initializer if nobody outside can inherit from it",
        arguments: [
            ("App", "open class A {", true), ("Lib", "open class A {", true), ("Lib", "open class A: B {", false),
        ]
    )
    func open(_ row: (folder: String, head: String, isTaken: Bool)) throws {
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "P", products: [.library(name: "Lib", targets: ["Lib"])],
                targets: [.executableTarget(name: "App", path: "App"), .target(name: "Lib", path: "Lib")]
            )

            """,
            "\(row.folder)/Store.swift":
                "public final class Store: Sendable { public static let shared = Store(); func go() {} }\n",
            "\(row.folder)/A.swift": """
            open class B {
                public init() {}
            }
            \(row.head)
                open func f() { Store.shared.go() }
            }
            func make() -> A { A() }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("\(row.folder)/A.swift").contains("init(store: Store = .shared)") == row.isTaken)
    }

    @Test(
        "An initializer that stores a parameter reads it where it said the accessor, too",
        arguments: [
            ("store: Store = .shared", "self.store = store", "store.n"),
            ("store: Store? = nil", "self.store = store ?? .shared", "Store.shared.n"),
            ("store other: Store = .shared", "self.store = other", "other.n"),
        ]
    )
    func parameters(_ row: (parameter: String, assignment: String, read: String)) throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); let n = 1; func go() {} }\n",
            "App/A.swift": """
            class Base { init(n: Int) {} }
            final class A: Base {
                private let store: Store
                let n: Int
                init(\(row.parameter)) {
                    n = Store.shared.n
                    \(row.assignment)
                    super.init(n: Store.shared.n)
                }
                func f() { store.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains("        n = \(row.read)\n"), "\(text)")
        #expect(text.contains("super.init(n: \(row.read))"), "\(text)")
    }

    @Test("What is stored stands with what else is, not apart", arguments: [true, false])
    func paragraph(isStored: Bool) throws {
        let first = isStored ? "self.n = all.count" : "print(all)"
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            final class A: NSObject {
                var n = 1

                override init() {
                    let all = [1]
                    \(first)

                    super.init()
                }

                func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let gap = isStored ? "" : "\n"
        #expect(
            try tree.text("App/A.swift").contains("\(first)\n\(gap)        self.store = store\n\n        super.init()")
        )
    }

    @Test("What is stored comes before a way out of the body", arguments: ["return", "return nil"])
    func ways(_ way: String) throws {
        let mark = way == "return" ? "" : "?"
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            final class A {
                let n: Int

                init\(mark)(n: Int) {
                    guard n > 0 else { self.n = 0; \(way) }
                    self.n = n
                }

                func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let first = way == "return" ? "{\n" : "self.n = n\n"
        #expect(try tree.text("App/A.swift").contains("\(first)        self.store = store\n"))
    }
}
