import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// Whether a maker's property can be read where it makes a caller, and is the instance that the caller had before.
@Suite("What makers pass on", .ownThread)
struct ThreadMakerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { maker + "\n" + more }
        var maker: String
        /// The other file of the maker.
        var more: String
        var store = "final class Store: Sendable { static let shared = Store(); func go() {} }\n"
        var tests = ""
        /// The protocol that callers take.
        var proto: String?
        /// What the maker's file says after threading.
        var written = ""
        /// Why the maker passes nothing on.
        var message: String?
    }

    private static let makes = "extension Maker { func f() { Made().f() } }"
    /// No parameter can reach it.
    private static let makesInProperty = "extension Maker { var f: () -> Void { { Made().f() } } }"
    private static let holds = "final class Maker { let store: Store; init(store: Store) { self.store = store } }"
    private static let holdsAny =
        "final class Maker { let store: any Going; init(store: any Going) { self.store = store } }"

    @Test(
        "A class whose initializers only read what they take keeps it, if it makes something with it",
        .startsCompiler,
        arguments: [
            (true, "init(n: Int, store: Store = .shared) { self.n = n; store.go() }", ""),
            (true, "init(n: Int, store: Store = .shared) { self.n = n; store.go() }", "extension Menu { func g() {} }"),
            (false, "init(n: Int, store: Store = .shared) { self.n = n; store.go() }\n    init() { n = 2 }", ""),
            (false, "init(n: Int, store: Store? = nil) { self.n = n; (store ?? .shared).go() }", ""),
            (
                false, "init(n: Int, store: Store = .shared) { self.n = n; store.go() }\n    func g() { print(store) }",
                "let store = 3"
            ),
        ]
    )
    func kept(isKept: Bool, initializer: String, other: String) throws {
        let tree = try SourceTree([
            "App/Program.swift": """
            final class Store: Sendable { static let shared = Store(); func go() { print("go") } }
            final class Screen {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func show() { store.go() }
            }
            final class Menu {
                let n: Int
                \(initializer)
                func open() { Screen().show(); Screen().show() }
            }
            \(other)
            @main enum Program { static func main() { Menu(n: 1).open() } }

            """
        ])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        #expect(before.errors.isEmpty, "\(before.errors)")
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("    let n: Int\n    private let store: Store\n") == isKept, "\(text)\n\(plan.summary)")
        #expect(text.contains("        self.store = store\n") == isKept, "\(text)")
        #expect(text.contains("func open() { Screen(store: store).show(); Screen(store: store)") == isKept, "\(text)")
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(text)")
        #expect(after.output == before.output)
    }

    @Test(
        "A variable that is the accessor, and that nothing sets, is no second instance",
        arguments: [
            (true, ""), (false, "func set(_ m: M) { m.store = Store() }"),
            (true, "func f() { let store = 1; print(store) }"),
            (true, "struct B { var store = 1 }\nenum E { static var b = B() }\nfunc f() { E.b.store = 2 }"),
        ]
    )
    func variable(isPassed: Bool, other: String) throws {
        let tree = try SourceTree([
            "App/Program.swift": """
            final class Store: Sendable { static let shared = Store(); init() {}; func go() {} }
            final class Screen {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func show() { store.go() }
            }
            final class M {
                var store = Store.shared
                func f() { Screen().show() }
            }
            func unrelated() { Store().go() }
            \(other)
            @main enum Program { static func main() { M().f(); unrelated() } }

            """
        ])
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("Screen(store: store).show()") == isPassed, "\(text)\n\(plan.summary)")
    }

    @Test(
        "Where something makes a second instance, a maker passes what it has if that can't be the second",
        arguments: [
            (true, "let", "func f() { M(store: store).f() }", ""),
            (true, "var", "func f() { M(store: self.store).f() }", ""),
            (true, "let", "func f() { M(store: Store.shared).f() }", ""),
            (false, "let", "func f() { M(store: Store()).f() }", ""),
            (false, "let", "func f() { let store = Store(); M(store: store).f() }", ""),
            (false, "let", "func f(_ store: Store) { M(store: store).f() }", ""),
            (false, "let", "func f() { M(store: store).f() }", "let n = N(store: Store())"),
            (false, "var", "func f() { M(store: store).f() }", "func set(_ m: M) { m.store = Store() }"),
            (false, "var", "func f() { M(store: store).f() }", "extension M { func reset() { store = Store() } }"),
        ]
    )
    func second(isPassed: Bool, word: String, use: String, other: String) throws {
        let tree = try SourceTree([
            "App/Program.swift": """
            final class Store: Sendable { static let shared = Store(); init() {}; func go() {} }
            final class Screen {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func show() { store.go() }
            }
            final class M {
                \(word) store: Store
                init(store: Store = .shared) { self.store = store }
                func f() { store.go(); Screen().show() }
            }
            final class N {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                \(use)
            }
            func unrelated() { Store().go() }
            \(other)
            @main enum Program { static func main() { _ = N(); unrelated() } }

            """
        ])
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("Screen(store: store).show()") == isPassed, "\(text)\n\(plan.summary)")
    }

    @Test(
        "A caller is threaded if the maker can pass on the same instance",
        arguments: [
            // In another file of the maker.
            Row(
                maker: "final class Maker { let a = 1; func f() { Store.shared.go(); g() } }",
                more: "extension Maker { func g() { Made().f() } }",
                written: "    let store: Store\n"
            ),
            Row(
                maker: "final class Maker { let a = 1; func f() { g() } }",
                more: "extension Maker { func g() { Made().f() } }",
                written: "    let store: Store\n"
            ),
            Row(maker: holds, more: makes),
            Row(
                maker: "final class Maker { private let held: Store; init(held: Store) { self.held = held } }",
                more: makesInProperty,
                message: "held is private to another file"
            ),
            Row(
                maker: "final class Maker { fileprivate let held: Store; init(held: Store) { self.held = held } }",
                more: makesInProperty,
                message: "held is private to another file"
            ),
            Row(
                maker: "final class Maker { func f() { Store.shared.go(); g() } }",
                more: "let store = 1\nextension Maker { var h: () -> Void { { print(store); Made().f() } } }",
                message: "store is private to another file"
            ),
            // Another instance.
            Row(maker: holds, more: makes + "\nlet other = Store()", message: "More.swift:2 makes one"),
            Row(maker: holds, more: makes + "\nlet others = [1].map { _ in Store.init }", message: "makes one"),
            Row(
                maker: holds,
                more: makes + "\nlet other = Other()",
                store: "class Store { static let shared = Store(); func go() {} }\nfinal class Other: Store {}\n",
                message: "More.swift:2 makes one"
            ),
            Row(
                maker: holds,
                more: makes,
                store: "class Store { static let shared = Store(); func go() {} }\nfinal class Other: Store {}\n"
            ),
            // Another type of the last name, and what it makes of itself.
            Row(maker: holds, more: makes + "\nenum Web { final class Store {} }\nlet other = Web.Store()"),
            Row(maker: holds, more: makes + "\nenum Web { final class Store { static func f() { _ = Self() } } }"),
            Row(maker: holds, more: makes + "\nenum Web { struct Store { let f = Store.init } }"),
            Row(
                maker: holds,
                more: makes + "\nextension Store { static func other() -> Store { Self() } }",
                message: "More.swift:2 makes one"
            ),
            Row(maker: holds, more: makes, tests: "func test() { Maker(store: Store()).f() }"),
            Row(
                maker: holdsAny,
                more: makes + "\nlet other = Other()\nfinal class Other: Going { func go() {} }",
                proto: "Going",
                message: "More.swift:2 makes one"
            ),
            Row(maker: holdsAny, more: makes + "\nfinal class Other: Going { func go() {} }", proto: "Going"),
        ]
    )
    func makers(_ row: Row) throws {
        let argument = ["store", "held"].first { row.maker.contains("init(\($0): ") }
        let root = "enum Root { static func main() { Maker(\(argument.map { "\($0): Store.shared" } ?? "")).f() } }"
        let tree = try SourceTree([
            "App/Store.swift": row.store + root,
            "App/Made.swift": "final class Made { func f() { Store.shared.go() } }",
            "App/Maker.swift": row.maker,
            "App/More.swift": row.more,
            "AppTests/MakerTests.swift": row.tests,
        ])
        var options = Cut.Options(stage: .inject)
        options.roots = Roots(["Root"])
        options.protocolName = row.proto
        try tree.cutAll(options: options)
        options.stage = .thread
        options.isEarlyAllowed = true
        let plan = try tree.plan("Store", options: options)
        let messages = plan.failures.map(\.message)
        #expect(plan.callers.contains { $0.name == "Made" } == (row.message == nil), "\(messages)")
        if let message = row.message { #expect(messages.contains { $0.contains(message) }, "\(messages)") }
        let change = plan.changes.first { $0.path == "App/Maker.swift" }
        let text = change.map { String(decoding: $0.result, as: UTF8.self) } ?? ""
        #expect(row.written.isEmpty || text.contains(row.written), "\(text)")
    }

    struct Root: Sendable, CustomTestStringConvertible {
        var testDescription: String { text }
        var isMadeOnce: Bool
        var text: String

        init(_ isMadeOnce: Bool, _ text: String) { (self.isMadeOnce, self.text) = (isMadeOnce, text) }
    }

    private static let root = "final class Root { func f() { Store.shared.go() } }\n"

    @Test(
        "A root makes the instance if there is one such root",
        arguments: [
            Root(true, root),
            Root(true, root + "let name = NSStringFromClass(Root.self)"),
            Root(true, root + "enum Main { static func main() { Root().f() } }"),
            Root(true, root + "enum Main { static let root = Root() }"),
            Root(true, root + "let root = Root()"),
            Root(true, root + "final class Delegate { let root = Root() }"),
            Root(true, root + "final class Delegate { var root: Root?; init() { root = Root() } }"),
            Root(true, root + "final class Delegate { func start(didFinishLaunchingWithOptions: Int) { Root().f() } }"),
            Root(false, root + "enum Main { static func main() { Root().f(); Root().f() } }"),
            Root(false, root + "enum Main { static func main() { for _ in 0..<2 { Root().f() } } }"),
            Root(false, root + "enum Main { static func main() { while true { Root().f() } } }"),
            Root(false, root + "enum Main { static func main() { repeat { Root().f() } while true } }"),
            Root(false, root + "enum Main { static func main() { [1, 2].forEach { _ in Root().f() } } }"),
            Root(false, root + "enum Main { static func other() { Root().f() } }"),
            Root(false, root + "enum Main { static var root: Root { Root() } }"),
            Root(false, root + "final class Delegate { let root = Root() }\nlet all = [Delegate(), Delegate()]"),
            Root(false, root + "let makes = [1].map(Root.init)"),
            Root(
                false,
                "final class Root { let other = Other(); func f() { Store.shared.go() } }\n"
                    + "final class Other { let root = Root() }"
            ),
            Root(false, "class Root { func f() { Store.shared.go() } }\nfinal class Other: Root {}"),
        ]
    )
    func roots(_ row: Root) throws {
        let store = "final class Store {\n    static let shared = Store()\n    func go() {}\n}\n"
        let tree = try SourceTree(["App/Store.swift": store, "App/Root.swift": row.text])
        var options = Cut.Options(stage: .retire)
        options.roots = Roots(["Root"])
        let plan = try tree.plan("Store", options: options)
        #expect(plan.changes.isEmpty == !row.isMadeOnce, "\(plan.diff)")
        if !row.isMadeOnce { #expect(plan.rows.map(\.outcome) == [.left(.roots)]) }
    }

    @Test(
        "The accessor goes without what stands on its line",
        arguments: [
            ("final class Store { static let shared = Store(); func go() {} }", "final class Store { func go() {} }"),
            ("final class Store { static let shared = Store() ; func go() {} }", "final class Store { func go() {} }"),
            (
                "final class Store {\n    static let shared = Store() // One.\n    func go() {}\n}",
                "final class Store {\n    func go() {}\n}"
            ),
            (
                "final class Store {\n    let a = 1; static let shared = Store()\n    func go() {}\n}",
                "final class Store {\n    let a = 1; \n    func go() {}\n}"
            ),
        ]
    )
    func removed(_ before: String, _ after: String) throws {
        let tree = try SourceTree(["App/Store.swift": before, "App/Root.swift": Self.root])
        var options = Cut.Options(stage: .retire)
        options.roots = Roots(["Root"])
        let plan = try tree.plan("Store", options: options)
        let change = plan.changes.first { $0.path == "App/Store.swift" }
        #expect(change.map { String(decoding: $0.result, as: UTF8.self) } == after)
    }

    @Test("Another service of a locator is made with the accessor, whether that is the service or returns it")
    func services() throws {
        let services = """
            enum Services {
                static var log: Log { _log }
                private static let _log = Log()
                static let api = Api()
                static var store: Store { _store }
                private static let _store = Store()
                private static let others = [Api()]
            }

            """
        let tree = try SourceTree([
            "App/Services.swift": services,
            "App/App.swift": """
            final class Log { var n = 0; func go() { n += 1 } }
            final class Api { var log: Log; init(log: Log = Services.log) { self.log = log }; func go() { log.go() } }
            final class Store { var log: Log; init(log: Log = Services.log) { self.log = log }; func go() { log.go() } }
            @main enum Main { static func main() { Services.api.go(); Services.store.go() } }
            """,
        ])
        let plan = try tree.plan("Services", options: Cut.Options(stage: .thread))
        #expect(plan.calls.map(\.reason) == [nil, nil, .maker], "\(plan.summary)")
        let change = try #require(plan.changes.first { $0.path == "App/Services.swift" })
        let text = String(decoding: change.result, as: UTF8.self)
        let written = services.replacing("= Api()", with: "= Api(log: Services.log)")
        #expect(text == written.replacing("= Store()", with: "= Store(log: Services.log)"), "\(text)")
    }

    @Test("What makes something that can't get an instance takes none")
    func unneeded() throws {
        let tree = try SourceTree([
            "App/App.swift": """
            final class Store: Sendable { static let shared = Store() }
            final class Screen { let store: Store; init(store: Store = .shared) { self.store = store } }
            final class Detail { func f() { _ = Screen() } }
            final class First { func f() { Detail().f() } }
            final class Second { static var detail: Detail { Detail() } }
            @main enum Main { static func main() { First().f(); _ = Second.detail } }
            """
        ])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(plan.changes.isEmpty, "\(plan.diff)")
    }

    @Test("A closure of the main queue reads what its class stores, whatever queue makes it", arguments: [true, false])
    func mainQueue(isOnMain: Bool) throws {
        let queue = isOnMain ? "main" : "global()"
        let tree = try SourceTree([
            "App/App.swift": """
            import Dispatch
            final class Store { nonisolated(unsafe) static let shared = Store(); var n = 0 }
            @MainActor final class Screen { let store: Store; init(store: Store = .shared) { self.store = store } }
            @MainActor final class Page {
                func open() {
                    DispatchQueue.global().async { [weak self] in
                        guard let self else { return }
                        DispatchQueue.\(queue).async { self.show(Screen()) }
                    }
                }
                func show(_ screen: Screen) { print(screen.store.n) }
            }
            @main enum Main { static func main() { Page().open() } }

            """
        ])
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/App.swift")
        #expect(text.contains("self.show(Screen(store: self.store))") == isOnMain, "\(text)")
        #expect(plan.calls.map(\.reason) == [isOnMain ? nil : .maker], "\(plan.summary)")
    }
}
