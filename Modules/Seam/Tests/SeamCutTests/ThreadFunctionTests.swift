import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Functions that pass an instance on", .ownThread)
struct ThreadFunctionTests {
    private static let store = """
        final class Store: Sendable {
            static let shared = Store()
            func go() -> Int { 1 }
        }

        """

    /// Callers as both forms of injecting write them.
    private static let screens = [
        """
        final class Screen {
            private let store: Store
            init(store: Store = .shared) { self.store = store }
            func show() { print(store.go()) }
        }

        """,
        """
        final class Screen {
            private let injectedStore: Store?
            private var store: Store { injectedStore ?? .shared }
            init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
            func show() { print(store.go()) }
        }

        """,
    ]

    private static let makers = """
        func open(_ title: String) { print(title); Screen().show() }
        func inner() { func local() { [1].forEach { _ in Screen().show() } }; local(); open("inner") }
        enum Menu {
            case one
            static func start(then body: () -> Void) { Screen().show(); body() }
            func choose() { Self.start { Screen().show() } }
            func again() { choose() }
        }
        extension Int { func display() { Screen().show() } }
        struct Row { func f(menu: Menu) { menu.again(); 3.display() } }
        func given(_ made: Store) { Screen().show() }
        func count(_ number: Int) { if number > 0 { Screen().show(); count(number - 1) } }
        func resolved(_ label: String, store: Store = .shared) { print(label, store.go()) }
        func chosen(store: Store? = nil) { let own = store ?? .shared; print(own.go()) }
        enum Sign { case start, again }
        func named(_ open: Int, as sign: Sign) { let inner = open; if case .start = sign { print(open, inner) } }
        @main enum Program {
            static func main() {
                open("main")
                inner()
                Menu.start { Menu.one.choose() }
                Row().f(menu: .one)
                given(Store.shared)
                count(2)
                resolved("a")
                chosen()
                named(1, as: .start)
            }
        }

        """

    @Test(
        "Functions of files, enumerations and extensions take the instance if each of their calls has it to pass",
        .startsCompiler,
        arguments: screens
    )
    func functions(screen: String) throws {
        let tree = try SourceTree(["App/Program.swift": Self.store + screen + Self.makers])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        for part in [
            "func open(_ title: String, store: Store) { print(title); Screen(store: store).show() }",
            "forEach { _ in Screen(store: store).show() } }; local(); open(\"inner\", store: store) }",
            "static func start(store: Store, then body: () -> Void) { Screen(store: store).show(); body() }",
            "func choose(store: Store) { Self.start(store: store) { Screen(store: store).show() } }",
            "func display(store: Store) { Screen(store: store).show() }",
            "menu.again(store: store); 3.display(store: store)",
            "func given(_ made: Store) { Screen(store: made).show() }",
            "Screen(store: store).show(); count(number - 1, store: store)",
            "func resolved(_ label: String, store: Store) {",
            "func chosen(store: Store) { let own = store; print(own.go()) }",
            "Row().f(menu: .one, store: Store.shared)",
            "resolved(\"a\", store: Store.shared)",
            "init(store: Store) { self.store = store }",
        ] { #expect(text.contains(part), "\(part)\n\(text)\n\(plan.summary)") }
        #expect(plan.calls.allSatisfy { $0.reason == nil }, "\(plan.summary)")
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(text)")
        #expect(after.output == before.output)
        #expect(try tree.thread(isEarly: true).changes.isEmpty)
    }

    private static let keepers = """
        enum Menu {
            static func open(_ title: String) { Screen().show(); Screen().show(); print(title) }
            static func once(_ title: String) { Screen().show(); print(title) }
        }
        final class Page { func f() { Screen().show(); Screen().show() } }
        final class Frame { let n: Int; init(n: Int) { self.n = n }; func f() { for _ in 0..<n { Screen().show(); Menu.open("b") } } }
        struct Rows { func f() { Screen().show(); Screen().show() } }
        final class Tabs {
            let page = Page()
            init() { page.f() }
            func f() { page.f() }
        }
        enum Table {
            static let title: Void = Menu.open("a")
            static let once: Void = Menu.once("c")
            static var page: Page { Page() }
            static var frame: Frame { Frame(n: 2) }
            static var rows: Rows { Rows() }
        }
        @main enum Program {
            static func main() {
                Table.title; Table.page.f(); Table.frame.f(); Table.rows.f(); Table.once
                Menu.open("main"); Menu.once("d"); Page().f()
                Frame(n: 1).f(); Rows().f(); Tabs().f()
            }
        }

        """

    @Test(
        "A maker keeps a default for calls that have no instance, if fewer rely on it than pass one by that",
        .startsCompiler,
        arguments: screens
    )
    func defaults(screen: String) throws {
        let tree = try SourceTree(["App/Program.swift": Self.store + screen + Self.keepers])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        let plan = try tree.thread(isEarly: true, includesStructs: true)
        let text = try tree.text("App/Program.swift")
        for part in [
            "open(_ title: String, store: Store = .shared) { Screen(store: store).show(); Screen(store: store).show();",
            "static func once(_ title: String) { Screen().show(); print(title) }",
            "    init(store: Store = .shared) {\n        self.store = store\n    }\n    func f() { Screen(store: store)",
            "init(n: Int, store: Store = .shared) {", "Menu.open(\"b\", store: store)",
            "    var store: Store = .shared\n", "Menu.open(\"a\")\n", "static var page: Page { Page() }\n",
            "Frame(n: 1, store: Store.shared).f(); Rows(store: Store.shared).f()",
            "let page: Page\n", "self.page = Page(store: store)", "Tabs(store: Store.shared).f()",
        ] { #expect(text.contains(part), "\(part)\n\(text)\n\(plan.summary)") }
        // Of nine calls all but one pass the instance, and four calls of what has a default rely on that.
        #expect(plan.calls.count { $0.reason == nil } == 7, "\(plan.summary)")
        #expect(plan.calls.count { $0.reason != nil } == 5, "\(plan.summary)")
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(text)")
        #expect(after.output == before.output)
        #expect(try tree.thread(isEarly: true).changes.isEmpty)
        // Once no call relies on a default, it goes.
        var moved = text.replacing("static let title: Void = Menu.open(\"a\")", with: "")
        moved = moved.replacing("Table.title; ", with: "Menu.open(\"a\"); ")
        try Data(moved.utf8).write(to: file)
        _ = try tree.thread(isEarly: true)
        #expect(try tree.text("App/Program.swift").contains("static func open(_ title: String, store: Store) {"))
    }

    @Test("A function that may be a value somewhere has no default", arguments: [false, true])
    func values(isValue: Bool) throws {
        let tree = try SourceTree([
            "App/Program.swift": Self.store + Self.screens[0] + """
                enum Menu { case one; func again() { for s in [Screen(), Screen(), Screen()] { s.show() } } }
                final class Tabs { let menu = Menu.one; func f() { menu.again() } }
                enum Table { static let first: Void = Menu.one.again() }
                @main enum Program { static func main() { Tabs().f(); Tabs().g(); Table.first } }

                """,
            "App/Tabs.swift": isValue
                ? "extension Tabs { func g() { let run = menu.again; run() } }\n"
                : "extension Tabs { func g() { menu.again() } }\n",
        ])
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("func again(store: Store = .shared) {") != isValue, "\(text)\n\(plan.summary)")
        #expect(text.contains("func again() { for s in [Screen(), ") == isValue, "\(text)")
    }

    @Test(
        "A closure takes the place of a function as a value, where an argument certainly is one, and closures make place for the instance",
        .startsCompiler,
        arguments: [
            ("func h(_ n: Int) -> Int { Screen().show(); return n }", "[1].map(h)", "[1].map { h($0, store: store) }"),
            (
                "enum E { static func h(of n: Int) { Screen().show() } }", "[1].forEach(E.h)",
                "[1].forEach { E.h(of: $0, store: store) }"
            ),
            (
                "func h(_ n: Int, _ m: Int) throws -> Int { Screen().show(); return n }", "try? [1].reduce(0, h)",
                "try? [1].reduce(0) { try h($0, $1, store: store) }"
            ),
            (
                "func h() { Screen().show() }\nfunc run(handler: @escaping () -> Void) { handler() }",
                "run(handler: h)",
                "run(handler: { [store] in h(store: store) })"
            ),
            (
                "func h(_ n: Int) -> Int { Screen().show(); return n }", "{ for n in [1].map(h) { print(n) } }()",
                "{ for n in [1].map({ h($0, store: store) }) { print(n) } }()"
            ),
            ("func h() { Screen().show() }\nfunc run(_ body: () -> Void) { body() }", "run(h)", nil),
            (
                "struct R { init(n: Int, then: () -> Void, store: Store = .shared) { then(); print(store.go()) } }",
                "R(n: 1) { print(1) }", "R(n: 1, then: { print(1) }, store: store)"
            ),
            (
                "struct R { init(then: () -> Void, end: () -> Void, store: Store = .shared) { then(); end(); print(store.go()) } }",
                "R { print(1) } end: { print(2) }", "R(then: { print(1) }, end: { print(2) }, store: store)"
            ),
            (
                "func h(_ body: () -> Void, store: Store = .shared) { body(); print(store.go()) }", "h() { print(1) }",
                "h({ print(1) }, store: store)"
            ),
            ("func h<T>(_ t: T) -> T { Screen().show(); return t }", "[1].map(h)", nil),
            (
                "func h(_ n: inout Int) { Screen().show() }\nfunc run(perform: (inout Int) -> Void) {}",
                "run(perform: h)", nil
            ),
        ] as [(String, String, String?)]
    )
    func closures(function: String, before: String, after: String?) throws {
        let program = """
            final class Maker { let n = 1; func f() { _ = \(before) } }
            @main enum Program { static func main() { Maker().f() } }

            """
        let tree = try SourceTree(["App/Program.swift": Self.store + Self.screens[0] + function + "\n" + program])
        let file = tree.root.appending(path: "App/Program.swift")
        let old = try Compiler.run(file, .swift6)
        #expect(old.errors.isEmpty, "\(old.errors)")
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("_ = \(after ?? before) }"), "\(text)\n\(plan.summary)")
        let new = try Compiler.run(file, .swift6)
        #expect(new.errors.isEmpty, "\(new.errors)\n\(text)")
        #expect(new.output == old.output)
    }

    @Test(
        "What a delegate's protocol may require takes no parameter",
        arguments: [("UITableViewDelegate", false), ("UITableViewDataSource", false), ("UITableViewDragging", true)]
    )
    func delegates(proto: String, isTaken: Bool) throws {
        let code = """
            extension UIWindow: \(proto) { func table(_ table: Int, at: Int) { Screen().show() } }
            func open(_ window: UIWindow) { window.table(1, at: 2) }
            @main enum Program { static func main() { open(UIWindow()) } }

            """
        let tree = try SourceTree(["App/Program.swift": Self.store + Self.screens[0] + code])
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("table(_ table: Int, at: Int, store: Store) {") == isTaken, "\(text)\n\(plan.summary)")
    }

    @Test("No maker has a default that reads the accessor while that makes its instance", .startsCompiler)
    func recursion() throws {
        let store = """
            final class Store: Sendable {
                static let shared = Store()
                private init() { Log.note("made", false); print(Entry(isOn: false).isOn) }
                func go() -> Int { 1 }
            }
            enum Log {
                static func note(_ text: String, _ isOn: Bool) {
                    guard isOn else { return }
                    Screen().show(); Screen().show(); print(text)
                }
            }
            final class Entry {
                let isOn: Bool
                init(isOn: Bool) { self.isOn = isOn }
                func f() { Screen().show(); Screen().show() }
            }
            @main enum Program { static func main() { Log.note("main", true); Entry(isOn: true).f() } }

            """
        let tree = try SourceTree(["App/Program.swift": store + Self.screens[0]])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        let plan = try tree.thread(isEarly: true)
        try #require(try !tree.text("App/Program.swift").contains("store: Store = .shared) {\n"), "\(plan.summary)")
        #expect(try Compiler.run(file, .swift6).output == before.output)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { code }
        var code: String
        var message: String

        init(_ code: String, _ message: String) { (self.code, self.message) = (code, message) }
    }

    @Test(
        "A function whose meaning or calls aren't certain stays as it is, and the call of the caller keeps its default",
        arguments: [
            Row("func f() { Screen().show() }\nlet g = f", "it isn't clear what this calls"),
            Row("func f() { Screen().show() }\nfunc g() { let f = { 1 }; _ = f() }", "it isn't clear what this calls"),
            Row("public func f() { Screen().show() }\nfunc g() { f() }", "f() is public in a library"),
            Row(
                "func f() { Screen().show() }\nfunc f(_ n: Int = 0) {}\nfunc g() { f() }",
                "it isn't clear which function is called"
            ),
            Row("func f() { Screen().show() }", "nothing calls f()"),
            Row("func f() { Screen().show() }\nlet n: Void = f()", "made outside of a type and a function"),
            Row("func f() { Screen().show(); f() }", "no root makes f(), nor what makes it"),
            Row(
                "func f(store: Int) { Screen().show() }\nfunc g() { f(store: 1) }",
                "f() has no instance to pass: App/Program"
            ),
            Row(
                "protocol P { func f() }\nenum E: P { case a; func f() { Screen().show() } }\nfunc g(_ e: E) { e.f() }",
                "is no class, actor or structure"
            ),
            Row(
                "enum E { case a; func f() { Screen().show() } }\nstruct O { func f() {} }\nfunc g() { let e = make(); e.f() }",
                "it isn't clear what this calls"
            ),
            Row(
                "extension Int { @objc func f() { Screen().show() } }",
                "made in an extension of a type from elsewhere"
            ),
        ]
    )
    func refused(_ row: Row) throws {
        for screen in Self.screens {
            let root = "@main enum Program { static func main() { } }\n"
            let tree = try SourceTree(["App/Program.swift": Self.store + screen + row.code + "\n" + root])
            let plan = try tree.thread(isEarly: true)
            #expect(plan.calls.allSatisfy { $0.reason != nil })
            #expect(
                plan.calls.compactMap(\.obstacle?.message).joined(separator: "\n").contains(row.message),
                "\(plan.summary)"
            )
            #expect(try tree.text("App/Program.swift").contains("Screen().show()"))
        }
    }

    @Test(
        "What a body resolves once, for a closure too, becomes the parameter when all calls pass it",
        arguments: [
            ("let store = store ?? .shared\n        self.store = store\n        run = { print(store.go()) }", true),
            ("self.store = store ?? .shared\n        run = { print(store == nil) }", false),
            ("print(store == nil)\n        let store = store ?? .shared\n        self.store = store; run = {}", false),
        ]
    )
    func resolved(body: String, isRequired: Bool) throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/Program.swift": """
            final class Screen {
                private let store: Store
                private let run: () -> Void

                init(store: Store? = nil) {
                    \(body)
                }
            }
            @main enum Program { static func main() { _ = Screen() } }

            """,
        ])
        _ = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("Screen(store: Store.shared)"), "\(text)")
        #expect(text.contains("init(store: Store) {\n        self.store = store\n") == isRequired, "\(text)")
        #expect(text.contains("?? .shared") != isRequired, "\(text)")
    }
}
