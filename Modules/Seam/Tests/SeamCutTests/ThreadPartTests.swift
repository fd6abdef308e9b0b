import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Threading in parts", .ownThread)
struct ThreadPartTests {
    private static let store = """
        final class Store: Sendable {
            static let shared = Store()
            private init() {}
            func go() -> Int { 1 }
        }

        """

    private static func tree(_ program: String, store: String = store) throws -> SourceTree {
        try SourceTree(["App/Program.swift": store + program])
    }

    /// A caller as people write it, and what is left of it once no call relies on its default.
    struct Form: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var caller: String
        var after: [String]
    }

    private static let forms = [
        Form(
            testDescription: "a default argument",
            caller: """
                final class Screen {
                    private let store: Store
                    init(store: Store = .shared) { self.store = store }
                    func show() { print(store.go()) }
                }

                """,
            after: ["init(store: Store) { self.store = store }"]
        ),
        Form(
            testDescription: "an optional that the body resolves",
            caller: """
                final class Screen {
                    private let store: Store
                    init(store: Store? = nil) { self.store = store ?? Store.shared }
                    func show() { print(store.go()) }
                }

                """,
            after: ["init(store: Store) { self.store = store }"]
        ),
        Form(
            testDescription: "a late read",
            caller: """
                final class Screen {
                    private let injectedStore: Store?
                    private var store: Store { injectedStore ?? .shared }
                    init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                    func show() { print(store.go()) }
                }

                """,
            after: ["private let store: Store\n    init(store: Store) { self.store = store }"]
        ),
        Form(
            testDescription: "a structure without an initializer",
            caller: "struct Screen {\n    var store = Store.shared\n    func show() { print(store.go()) }\n}\n",
            after: ["    var store: Store\n"]
        ),
        Form(
            testDescription: "a convenience initializer that calls another",
            caller: """
                final class Screen {
                    private let store: Store
                    convenience init() { self.init(title: "none") }
                    init(title: String, store: Store = .shared) { self.store = store }
                    func show() { print(store.go()) }
                }

                """,
            after: [
                "convenience init(store: Store) { self.init(title: \"none\", store: store) }",
                "init(title: String, store: Store) {",
            ]
        ),
        Form(
            testDescription: "an initializer that only ends the process",
            caller: """
                class Controller { init() {}; required init?(coder: Int) { nil } }
                final class Screen: Controller {
                    private let store: Store
                    init(store: Store = .shared) { self.store = store; super.init() }
                    required init?(coder: Int) { fatalError("no storyboard") }
                    func show() { print(store.go()) }
                }

                """,
            after: ["init(store: Store) { self.store = store; super.init() }"]
        ),
    ]

    @Test(
        "Whoever wrote the default, it goes once no call relies on it, and the program prints the same",
        .startsCompiler
    )
    func forms() throws {
        for form in Self.forms {
            let tree = try Self.tree(form.caller + "@main enum Program { static func main() { Screen().show() } }\n")
            let file = tree.root.appending(path: "App/Program.swift")
            let before = try Compiler.run(file, .swift6)
            let plan = try tree.thread()
            let text = try tree.text("App/Program.swift")
            for part in form.after { #expect(text.contains(part), "\(text)\n\(plan.summary)") }
            #expect(text.contains("Screen(store: Store.shared).show()"), "\(text)")
            #expect(plan.calls.map(\.reason) == [nil])
            let after = try Compiler.run(file, .swift6)
            #expect(after.errors.isEmpty, "\(form): \(after.errors)")
            #expect(after.output == before.output)
            #expect(try tree.thread().changes.isEmpty)
        }
    }

    private static let chain = """
        final class Screen {
            private let store: Store
            init(store: Store = .shared) { self.store = store }
            func show() { print(store.go()) }
        }
        final class Menu {
            private let store: Store
            init(store: Store? = nil) { self.store = store ?? .shared }
            func open() { Screen().show() }
        }
        final class Frame {
            func open() { Menu().open() }
        }
        func other() { Screen().show() }
        @main enum Program { static func main() { Frame().open(); [other].forEach { $0() } } }

        """

    @Test("Calls that can pass an instance do, and the others keep the default, with the reason at each")
    func partly() throws {
        let tree = try Self.tree(Self.chain)
        let plan = try tree.thread()
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("func open() { Screen(store: store).show() }"), "\(text)")
        #expect(text.contains("init(store: Store = .shared) { self.store = store }"))
        #expect(text.contains("func open() { Menu(store: store).open() }"))
        #expect(text.contains("init(store: Store) { self.store = store }\n    func open() { Screen"))
        #expect(text.contains("Frame(store: Store.shared).open(); [other]"))
        #expect(plan.calls.map(\.callee) == ["Screen", "Menu", "Screen"])
        #expect(plan.calls.map(\.reason) == [nil, nil, .maker])
        #expect(plan.summary.contains("Of 3 calls without an instance, 1 relies on a default after this:"))
        let cause = "1 call: it isn't clear what this calls (App/Program.swift:20). Call the function there by its name"
        #expect(plan.summary.contains(cause), "\(plan.summary)")
        #expect(plan.summary.contains("App/Program.swift:19: other() in App makes Screen"), "\(plan.summary)")
        let again = try tree.thread()
        #expect(again.changes.isEmpty)
        #expect(again.calls.map(\.maker) == ["other()"])
    }

    @Test("A maker that nothing connects to an instance is not changed, so that the number of such calls only falls")
    func unconnected() throws {
        let program = Self.chain.replacing("Frame().open(); ", with: "")
        let tree = try Self.tree(program)
        let plan = try tree.thread()
        #expect(try tree.text("App/Program.swift").contains("final class Frame {\n    func open() { Menu().open() }"))
        #expect(plan.calls.map(\.reason) == [nil, .maker, .maker], "\(plan.summary)")
    }

    @Test("Without a second instance, what holds the accessor passes it; with one, a caller that takes others doesn't")
    func others() throws {
        let makers = """
            final class Screen {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
            }
            final class Menu {
                private let kept = Store.shared
                func open() { _ = Screen() }
            }
            final class Box {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func open() { _ = Screen() }
            }

            """
        let one = try Self.tree(makers + "func f() { Menu().open(); Box(store: .shared).open() }\n")
        #expect(try one.thread().calls.map(\.reason) == [nil, nil])
        #expect(try one.text("App/Program.swift").contains("func open() { _ = Screen(store: kept) }"))
        let two = try Self.tree(
            makers + "func f() { Menu().open(); Box(store: Store()).open() }\n",
            store: Self.store.replacing("private init", with: "init")
        )
        #expect(try two.thread().calls.map(\.reason) == [nil, .maker])
    }

    @Test("An instance whose making can be seen is made when it was made before")
    func early() throws {
        let store = "final class Store { static let shared = Store(); init() { print(1) }; func go() -> Int { 1 } }\n"
        let program = """
            final class Now {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
            }
            final class Later {
                private let injectedStore: Store?
                private var store: Store { injectedStore ?? .shared }
                init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
            }
            @main enum Program { static func main() { _ = Now(); _ = Later() } }

            """
        let tree = try Self.tree(program, store: store)
        #expect(try tree.thread().calls.map(\.reason) == [nil, .order])
        #expect(try tree.thread(isEarly: true).calls.map(\.reason) == [nil])
    }

    @Test(
        "What the system makes is a root without configuration",
        arguments: [
            "final class AppDelegate: UIApplicationDelegate { func f() { _ = Screen() } }",
            "@main struct Shop: App { func f() { _ = Screen() } }",
            "struct Open: AppIntent { func f() { _ = Screen() } }",
            "final class Board { func f() { _ = Screen() } }",
        ]
    )
    func system(root: String) throws {
        let caller = "final class Screen { let store: Store; init(store: Store = .shared) { self.store = store } }\n"
        let tree = try Self.tree(caller + root + "\n")
        try tree.write("App/Main.storyboard", "<viewController customClass=\"Board\" customModule=\"App\"/>")
        #expect(try tree.thread().calls.map(\.reason) == [nil])
        #expect(try tree.text("App/Program.swift").contains("_ = Screen(store: Store.shared)"))
    }

    @Test(
        "A view takes the instance as its last value, and an object that holds it in a constant passes it",
        .startsCompiler
    )
    func structures() throws {
        let program = """
            protocol View {}
            struct Row {
                var store: Store = .shared
                func show() { print(store.go()) }
            }
            struct Page: View {
                let title: String
                func show() { print(title); Row().show() }
            }
            final class Services {
                let store: Store
                init(store: Store = .shared) { self.store = store }
            }
            final class Window {
                private let services: Services
                init(services: Services) { self.services = services }
                func show() { Row().show(); [1].forEach { _ in Row().show() }; later { Row().show() } }
                func later(_ body: @escaping () -> Void) { body() }
            }
            @main enum Program {
                static func main() { Page(title: "a").show(); Window(services: Services()).show() }
            }

            """
        let tree = try Self.tree(program)
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        let plan = try tree.thread()
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("let title: String\n    let store: Store\n"), "\(text)")
        #expect(text.contains("Page(title: \"a\", store: Store.shared).show()"))
        #expect(text.contains("Row(store: services.store).show(); [1].forEach"))
        #expect(text.contains("later { [services] in Row(store: services.store).show() }"))
        #expect(plan.calls.allSatisfy { $0.reason == nil }, "\(plan.summary)")
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)")
        #expect(after.output == before.output)
    }

    @Test(
        "Another singleton is made with the accessor until it goes, and injecting leaves that",
        arguments: ["final class Menu {\n    static let shared = Screen()\n}", "let menu = Screen()"]
    )
    func otherSingletons(_ other: String) throws {
        let caller =
            "final class Screen { let store: Store; var n = 0; init(store: Store = .shared) { self.store = store } }\n"
        let code = other.replacing("Screen()", with: "Screen(store: Store.shared)")
        let uses = other.hasPrefix("let") ? "func f() { menu.n = 1 }\n" : "func f() { Menu.shared.n = 1 }\n"
        let tree = try Self.tree(caller + other + "\n" + uses)
        #expect(try tree.thread().calls.map(\.reason) == [nil])
        #expect(try tree.text("App/Program.swift").contains(code + "\n"))
        #expect(try tree.plan("Store", options: Cut.Options(stage: .inject)).changes.isEmpty)
    }

    @Test(
        "What a function has in a constant is made there, and else at the first use",
        arguments: [
            ("let own = Store.shared; print(own.go())", "{ let own = Store(); print(own.go()) }"),
            (
                "let own: Store = Store.shared; print(own)",
                "{ let store = Store(); let own: Store = store; print(own) }"
            ),
            (
                "let own = Store.shared; print(own, Store.shared)",
                "{ let store = Store(); let own = store; print(own, store) }"
            ),
            (
                "if true { let own = Store.shared; print(own) }",
                "{ let store = Store(); if true { let own = store; print(own) } }"
            ),
        ]
    )
    func retired(body: String, after: String) throws {
        let store = "final class Store { static let shared = Store(); func go() -> Int { 1 } }\n"
        let tree = try Self.tree("@main enum Program { static func main() { \(body) } }\n", store: store)
        let plan = try tree.plan("Store", options: Cut.Options(stage: .retire))
        let text = plan.changes.map { String(decoding: $0.result, as: UTF8.self) }.joined()
        #expect(text.contains("main() \(after)"), "\(text)\n\(plan.summary)")
    }

    @Test("Singletons that are made with others go first, and those that need each other are named")
    func order() throws {
        let program = """
            final class Settings { static let shared = Settings(); var n = 1; init() {} }
            final class Tunnel {
                static let shared = Tunnel(settings: Settings.shared)
                var settings: Settings
                init(settings: Settings) { self.settings = settings }
            }
            @main enum Program { static func main() { print(Tunnel.shared.settings.n) } }

            """
        let tree = try SourceTree(["App/Program.swift": program])
        var options = Cut.Options(stage: .retire)
        options.isEarlyAllowed = true
        let early = try tree.plan("Settings", options: options)
        #expect(early.changes.isEmpty)
        #expect(
            early.failures.map(\.message)
                == ["Tunnel is made with it at App/Program.swift:3. Retire Tunnel first"]
        )
        for name in ["Tunnel", "Settings"] {
            try SliceWriter(root: tree.root.path).write(try tree.plan(name, options: options).changes)
        }
        let text = try tree.text("App/Program.swift")
        #expect(!text.contains("shared"), "\(text)")
        #expect(text.contains("let tunnel = Tunnel(settings: settings)"), "\(text)")

        let cycle = program.replacing(
            "var n = 1; init() {}",
            with: "var n = 1; init() { n = Tunnel.shared.settings.n }"
        )
        let other = try SourceTree(["App/Program.swift": cycle])
        let message = try other.plan("Settings", options: options).failures.map(\.message).joined()
        #expect(
            message.contains("it needs Tunnel to be made: Tunnel in Settings.init() at App/Program.swift:1"),
            "\(message)"
        )
    }

    @Test(
        "An accessor that is a variable and that nothing assigns becomes a constant",
        arguments: [
            ("", true), ("func f() { Store.shared = Store() }", false),
            ("func f() { swap(&Store.shared, &Store.shared) }", false),
            ("extension Store { static func f() { shared = Store() } }\nfunc f() { Store.f() }", false),
            ("extension Store { func f() { Self.shared = self } }", false),
            ("final class Other { static var shared = Other() }\nfunc f() { Other.shared = Other() }", true),
            ("final class Other { static var shared = 1; static func f() { shared = 2; Self.shared = 3 } }", true),
            ("enum Other { static func f() { class Sub: Store { static func g() { shared = Store() } } } }", false),
            ("func f() { (Store.shared, _) = (Store(), 1) }", false),
            ("func f() { print(Store.shared == nil) }", true), ("func f() { Store.shared.n = 2 }", true),
        ]
    )
    func constant(other: String, isConstant: Bool) throws {
        let store = "final class Store { static var shared = Store(); var n = 1; func go() -> Int { n } }\n"
        let caller = "final class Screen { let store: Store; init(store: Store = .shared) { self.store = store } }\n"
        let program = "@main enum Main { static func main() { _ = Screen() } }\n"
        let tree = try Self.tree(caller + program + other + "\n", store: store)
        let plan = try tree.thread(isEarly: true)
        #expect(try tree.text("App/Program.swift").contains("static let shared = Store()") == isConstant)
        #expect(plan.calls.map(\.reason) == [isConstant ? nil : .replaced], "\(plan.summary)")
    }
}
