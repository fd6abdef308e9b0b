import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// What the instance makes and calls itself gets it from the instance: `Screen(store: self)`.
@Suite("What the instance passes of itself", .ownThread)
struct ThreadItselfTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { members + rest }
        /// What the instance has, besides its accessor.
        var members: String
        var statement = "Store.shared.f()"
        /// What else the program has.
        var rest = ""
        var passes: String?
    }

    private static func program(_ row: Row) -> String {
        """
        @MainActor final class Store {
            static let shared = Store()
            func go() -> Int { 1 }
            \(row.members)
        }
        @MainActor final class Screen {
            private let store: Store
            let title: String
            init(title: String = "", store: Store = .shared) { (self.title, self.store) = (title, store) }
            func show() { print(title, store.go()) }
        }
        @MainActor func later(_ body: @escaping @MainActor () -> Void) { body() }
        \(row.rest)
        @main enum Program { @MainActor static func main() { \(row.statement) } }

        """
    }

    private static let rows = [
        Row(members: "func f() { Screen(title: \"a\").show() }", passes: "Screen(title: \"a\", store: self).show()"),
        Row(members: "var s: Screen { Screen() }\n    func f() { s.show() }", passes: "Screen(store: self) }"),
        Row(members: "lazy var s = Screen()\n    func f() { s.show() }", passes: "lazy var s = Screen(store: self)\n"),
        Row(members: "func f() { later { print(self.go()); Screen().show() } }", passes: "Screen(store: self).show()"),
        Row(
            members:
                "func f() { later { [weak self] in guard let self else { return }; self.g(); Screen().show() } }\n    func g() {}",
            passes: "Screen(store: self).show()"
        ),
        Row(
            members:
                "func f() { later { [weak self] in guard let own = self else { return }; _ = own.go(); Screen().show() } }",
            passes: "Screen(store: own).show()"
        ),
        Row(
            members: "func f() { open(1) }",
            rest: "@MainActor func open(_ n: Int) { print(n); Screen().show() }",
            passes: "open(1, store: self)"
        ),
        Row(members: "func f() { [1, 2].forEach { _ in Screen().show() } }", passes: "Screen(store: self).show()"),
        Row(
            members: "func f() {}",
            rest: "extension Store { func h() { Screen().show() } }",
            passes: "Screen(store: self)"
        ),
        Row(members: "func f() { later { Screen().show() } }"),
        Row(members: "let s: Screen\n    init() { s = Screen() }\n    func f() {}", statement: "print(1)"),
        Row(members: "static func f() { Screen().show() }", statement: "Store.f()"),
        Row(members: "func f() { Screen().show() }", rest: "@MainActor let other = Store()"),
    ]

    @Test("Code of the only instance passes `self`, and the program prints the same", .startsCompiler, arguments: rows)
    func itself(_ row: Row) throws {
        let tree = try SourceTree(["App/Program.swift": Self.program(row)])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        #expect(before.errors.isEmpty, "\(before.errors)")
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        if let passes = row.passes {
            #expect(text.contains(passes), "\(text)\n\(plan.summary)")
            #expect(!text.contains("Store = .shared"), "\(text)\n\(plan.summary)")
        } else {
            #expect(!text.contains("self)."), "\(text)")
            #expect(text.contains("Store = .shared"), "\(text)")
        }
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(text)")
        #expect(after.output == before.output)
        #expect(try tree.thread(isEarly: true).changes.isEmpty)
    }

    @Test(
        "What is cast to a type, and what a wrapper is made with, isn't taken for another type",
        .startsCompiler,
        arguments: [
            "final class Cell { let open = 1 }\nfunc f(_ cell: Any) { print((cell as? Cell)?.open ?? 0) }",
            "final class Cell { let open = 1 }\nfunc f(_ cell: Any) { if let cell = cell as? Cell { print(cell.open) } }",
            "final class Cell { var open: Cell?; let n = 1 }\nfunc cells() -> [Cell] { [Cell()] }\nfunc f(_ n: Int) { cells().forEach { print($0.open?.n ?? n) } }",
            "final class Cell { var open = 1 }\nfunc cells() -> [Cell] { [Cell()] }\nfunc f(_ n: Int) { cells().forEach { $0.open = n } }",
            "struct Filters {}\nlet filters = Optional<Filters>(.init())\nfunc f(_ cell: Any) { print(filters == nil) }",
        ]
    )
    func certain(_ rest: String) throws {
        let tree = try SourceTree([
            "App/Program.swift": """
            final class Store: Sendable { static let shared = Store(); func go() {} }
            struct Screen {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func open() { store.go(); Row().show() }
            }
            struct Row {
                var store: Store = .shared
                func show() { print(1); store.go() }
            }
            struct Menu { func open() { Row().show() } }
            \(rest)
            @main enum Program { static func main() { f(1); Screen().open(); Menu().open() } }

            """
        ])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        #expect(before.errors.isEmpty, "\(before.errors)")
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("func open(store: Store) { Row(store: store).show() }"), "\(text)\n\(plan.summary)")
        #expect(text.contains("func open() { store.go(); Row(store: store).show() }"), "\(text)\n\(plan.summary)")
        #expect(!text.contains("Store = .shared"), "\(text)\n\(plan.summary)")
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(text)")
        #expect(after.output == before.output)
    }

    @Test(
        "The type of `.init()` is that of the subject, the initializer or the result that takes it",
        arguments: [
            "let s = CurrentValueSubject<Filters, Never>(.init())",
            "let s: PassthroughSubject<Filters?, Never>\n    func f() { s.send(.init()) }",
            "init(model: Filters) {}\n    convenience init() { self.init(model: .init()) }",
            "func f() -> Filters { [1].reduce(into: .init()) { $0.n += $1 } }",
        ]
    )
    func implied(_ member: String) throws {
        let tree = try SourceTree([
            "App/Program.swift": """
            import Combine
            struct Filters { var n = 0 }
            final class Model {
                \(member)
            }
            final class Store: Sendable { static let shared = Store(); func go() {} }
            struct Screen {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func open() { store.go() }
            }
            @main enum Program { static func main() { Screen().open() } }

            """
        ])
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("    init(store: Store) { self.store = store }"), "\(text)\n\(plan.summary)")
        #expect(text.contains("Screen(store: Store.shared).open()"), "\(text)\n\(plan.summary)")
    }
}
