import Foundation
import TestSupport
import Testing

@testable import SeamCut

/// One object goes on with one instance: all that it uses, makes and calls has what was passed to it, or the accessor's.
@Suite("Whole objects", .ownThread)
struct WholeObjectTests {
    private static let store = """
        final class Store: Sendable {
            static let shared = Store()
            func go() { print("go") }
        }

        """

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var store = WholeObjectTests.store
        /// The code of the caller, which also has `func f() { Store.shared.go() }`.
        var before: String
        var after: String
        /// The members of another type.
        var other = ""
    }

    private static func program(_ row: Row) -> String {
        """
        \(row.store)
        enum Help {
            static func go(_ n: Int) { Store.shared.go() }
            static func plain(_ n: Int) {}
            \(row.other)
        }
        final class A {
            init(n: Int) {}
            \(row.before)
            func f() { Store.shared.go() }
        }
        @main enum Program { static func main() { A(n: 1).f() } }

        """
    }

    private static let rows: [Row] = [
        Row(
            testDescription: "of all functions that use it",
            before: "func g() { Help.go(1); Help.plain(1); Help.more() }",
            after: "func g() { Help.go(1, store: store); Help.plain(1); Help.more(store: store) }",
            other: "static func more() { Store.shared.go() }"
        ),
        Row(
            testDescription: "of none whose parameter stands behind a closure that isn't in the parentheses",
            before: "func g() { Help.run(1) { print(1) } }",
            after: "func g() { Help.run(1) { print(1) } }",
            other: "static func run(_ n: Int, then body: () -> Void, store: Store = .shared) { body(); store.go() }"
        ),
        Row(
            testDescription: "of one beside a property that uses it",
            before: "func g() { Help.go(1) }\n    func h() -> Int { Help.count }",
            after: "func g() { Help.go(1) }\n    func h() -> Int { Help.count }",
            other: "static var count: Int { Store.shared.go(); return 1 }"
        ),
        Row(
            testDescription: "of one beside a function that calls it",
            before: "func g() { Help.go(1); Help.more() }",
            after: "func g() { Help.go(1); Help.more() }",
            other: "static func more() { all() }\n    static func all() { go(2) }"
        ),
        Row(
            testDescription: "in a local function that can't read it",
            before: "func g() { Help.go(1) }\n    func h() -> () -> Void { func i() { Help.go(2) }; return i }",
            after: "func g() { Help.go(1) }\n    func h() -> () -> Void { func i() { Help.go(2) }; return i }"
        ),
        Row(
            testDescription: "of a static function of its own, which an extension has",
            before: "func g() { A.more() }\n}\nextension A {\n"
                + "    static func more() { Store.shared.go() }\n}\nextension A {",
            after: "func g() { A.more(store: store) }\n}\nextension A {\n"
                + "    static func more(store: Store = .shared) { store.go() }\n}\nextension A {"
        ),
        Row(
            testDescription: "in static members, which have no instance",
            before: "func g() { Help.go(1) }\n    static func h() { Help.go(2) }",
            after: "func g() { Help.go(1, store: store) }\n    static func h() { Help.go(2) }"
        ),
        Row(
            testDescription: "of a static function, in another one that takes it",
            before: "static func g() { Store.shared.go(); Help.go(1); Help.more() }",
            after: "static func g(store: Store = .shared) { store.go(); Help.go(1); Help.more() }",
            other: "static func more() { go(1) }"
        ),
        Row(
            testDescription: "of a static function that has the name of a property of objects",
            before: "static func isThere(_ n: Int) -> Bool { Store.shared.go(); return n > 0 }\n"
                + "    var isThere: Bool { A.isThere(1) }\n    func g() -> Bool { isThere && self.isThere }",
            after: "static func isThere(_ n: Int, store: Store = .shared) -> Bool { store.go(); return n > 0 }\n"
                + "    var isThere: Bool { A.isThere(1, store: store) }\n    func g() -> Bool { isThere && self.isThere }"
        ),
    ]

    @Test("An object passes what it has in all calls of a type's static functions, or in none", arguments: rows)
    func calls(_ row: Row) throws {
        let tree = try SourceTree(["App/Program.swift": Self.program(row)])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/Program.swift")
        #expect(text.contains(row.after), "\(text)")
        #expect(text.contains("func f() { store.go() }"), "\(text)")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test("What is written compiles and prints the same", .startsCompiler, arguments: rows)
    func runs(_ row: Row) throws {
        let tree = try SourceTree(["App/Program.swift": Self.program(row)])
        let file = tree.root.appending(path: "App/Program.swift")
        let old = try Compiler.run([file], .swift6)
        #expect(old.errors.isEmpty && old.output == "go\n", "\(old)")
        try tree.cutAll(options: Cut.Options())
        let new = try Compiler.run([file], .swift6)
        #expect(new.errors.isEmpty && new.output == old.output, "\(new)")
        #expect(new.warnings <= old.warnings, "\(new)")
    }

    private static func heirs(_ body: String) -> String {
        """
        final class Store: Sendable {
            static let shared = Store()
            init() { print("made") }
            func go() { print("go") }
        }
        class A {
            init(n: Int) {}
            func f() { Store.shared.go() }
        }
        final class B: A {
            let m: Int
            override init(n: Int) { \(body) }
        }
        @main enum Program { static func main() { print("main"); B(n: 1).f() } }

        """
    }

    @Test(
        "An override reads what it takes where it uses the accessor itself",
        .startsCompiler,
        arguments: [
            (
                "Store.shared.go(); m = 1; super.init(n: n)",
                "(store ?? Store.shared).go(); m = 1; super.init(n: n, store: store)"
            ),
            (
                "m = 1; super.init(n: n); Store.shared.go()",
                "m = 1; super.init(n: n, store: store); (store ?? Store.shared).go()"
            ),
        ]
    )
    func overrides(_ before: String, _ after: String) throws {
        let tree = try SourceTree(["App/Program.swift": Self.heirs(before)])
        let file = tree.root.appending(path: "App/Program.swift")
        let old = try Compiler.run([file], .swift6)
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("override init(n: Int, store: Store? = nil) { \(after) }"), "\(text)")
        let new = try Compiler.run([file], .swift6)
        #expect(new.errors.isEmpty && new.output == old.output, "\(old) \(new)")
    }

    @Test(
        "A closure that the compiler leaves to the caller's actor passes what it has",
        arguments: ["self", "weak self"]
    )
    func closures(_ capture: String) throws {
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(name: "App", targets: [.executableTarget(name: "App", path: "App")])

            """,
            "App/Store.swift": Self.store,
            "App/A.swift": """
            @MainActor final class A {
                var b: B?
                init(n: Int) {}
                func g() {
                    publisher.sink { [\(capture)] n in
                        guard let self, n > 0 else { return }
                        self.b = B(n: n)
                    }
                    Store.shared.go()
                }
            }
            @MainActor final class B {
                init(n: Int) {}
                func f() { Store.shared.go() }
            }

            """.replacing("guard let self, n", with: capture == "self" ? "guard n" : "guard let self, n"),
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("self.b = B(n: n, store: self.store)"), "\(diff)")
    }

    @Test("A module that exports Foundation has its singletons in each branch", arguments: ["UIKit", "StoreKit2"])
    func branches(_ module: String) throws {
        let tree = try SourceTree([
            "App/A.swift": """
            import \(module)
            final class A {
                func f() {
                    #if DEBUG
                    UserDefaults.standard.removeObject(forKey: "a")
                    #endif
                }
            }

            """
        ])
        let diff = try tree.plan("UserDefaults", options: Cut.Options()).diff
        #expect(diff.contains("userDefaults.removeObject") == (module == "UIKit"), "\(diff)")
    }

    @Test("What only reads members of an object that don't use the accessor makes it as before")
    func idle() throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }",
            "App/A.swift": """
            final class Choices {
                var isOn: Bool { true }
                var isUsed: Bool { add(); return isOn }
                init(n: Int) {}
                func add() { Store.shared.go() }
            }
            final class A {
                func f() -> Bool {
                    Store.shared.go()
                    let own = Choices(n: 1)
                    let used = Choices(n: 2)
                    print(own.isOn, used.isUsed, Choices(n: 3).isOn)
                    return Choices(n: 4).isUsed || g(Choices(n: 5))
                }
                func g(_ choices: Choices) -> Bool { true }
            }
            let made = A()
            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect([1, 3].allSatisfy { text.contains("Choices(n: \($0))") }, "\(text)")
        #expect([2, 4, 5].allSatisfy { text.contains("Choices(n: \($0), store: store)") }, "\(text)")
    }

    @Test("A method that may run for an object of another class passes nothing", arguments: [false, true])
    func givenAway(_ isThreaded: Bool) throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }",
            "App/A.swift": """
            import Foundation
            final class Screen { func show() { Store.shared.go() } }
            final class A: NSObject {
                let name = 1
                @objc func given() { Screen().show() }
                func own() { Store.shared.go(); Screen().show() }
                func exchange(_ other: AnyClass) {
                    let code = class_getMethodImplementation(A.self, #selector(given))
                    class_replaceMethod(other, #selector(NSObject.copy), code!, nil)
                }
            }
            @main enum Program { static func main() { A().own() } }
            """,
        ])
        try tree.cutAll(options: Cut.Options())
        if isThreaded { try tree.cutAll(options: Cut.Options(stage: .thread)) }
        let text = try tree.text("App/A.swift")
        #expect(
            text.contains("func given() { Screen().show() }") && text.contains("Screen(store: store).show()"),
            "\(text)"
        )
    }
}
