import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// A root that passes the accessor in several places names it once.
@Suite("The property of a root", .ownThread)
struct ThreadRootTests {
    private static let quiet = "final class Store: Sendable { static let shared = Store(); func go() {} }\n"
    private static let loud =
        "final class Store: Sendable { static let shared = Store(); init() { print(1) }; func go() {} }\n"
    private static let screen =
        "final class Screen { let store: Store; init(store: Store = .shared) { self.store = store }; func f() { store.go() } }\n"
    private static let twice = " final class Root { func f() { Screen().f() }; func g() { Screen().f() } }\n"
    private static let main = "@main enum Program { static func main() { let root = Root(); root.f(); root.g() } }\n"

    private static func threaded(_ text: String, store: String) throws -> SourceTree {
        let tree = try SourceTree(["App/Store.swift": store, "App/App.swift": screen + text])
        var options = Cut.Options(stage: .thread)
        options.roots = Roots(["Root"])
        let plan = try tree.plan("Store", options: options)
        #expect(plan.calls.allSatisfy { $0.reason == nil }, "\(plan.summary)")
        try SliceWriter(root: tree.root.path).write(plan.changes)
        #expect(try tree.plan("Store", options: options).changes.isEmpty)
        return tree
    }

    @Test(
        "A root that passes the accessor twice gets a property that reads it when it is read today",
        arguments: [
            (quiet, twice, "private let store = Store.shared"),
            (loud, "@MainActor" + twice, "private lazy var store = Store.shared"),
        ]
    )
    func property(_ row: (store: String, root: String, line: String)) throws {
        let tree = try Self.threaded(row.root, store: row.store)
        let text = try tree.text("App/App.swift")
        #expect(text.contains("    \(row.line)\n"), "\(text)")
        #expect(text.contains("func f() { Screen(store: store).f() }; func g() { Screen(store: store).f() }"))
    }

    @Test(
        "A root names the accessor where a property would read it at another time, or would be read once",
        arguments: [
            (loud, twice), (quiet, "final class Root { func f() { Screen().f() } }\n"),
            (quiet, twice.replacing("final class", with: "struct")),
            (quiet, "final class Root { let a = Screen(); func f() { Screen().f() } }\n"),
        ]
    )
    func accessor(_ row: (store: String, root: String)) throws {
        let tree = try Self.threaded(row.root, store: row.store)
        #expect(!(try tree.text("App/App.swift").contains("Screen(store: store)")))
    }

    @Test("The property makes the instance once the accessor goes", arguments: [quiet, loud])
    func retired(_ store: String) throws {
        let tree = try Self.threaded("@MainActor" + Self.twice + Self.main, store: store)
        var options = Cut.Options(stage: .retire)
        options.roots = Roots(["Root"])
        options.isEarlyAllowed = true
        let plan = try tree.plan("Store", options: options)
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let text = try tree.text("App/App.swift")
        #expect(text.contains(" store = Store()\n"), "\(plan.summary)\(text)")
        #expect(!(try tree.text("App/Store.swift").contains("static let")))
    }

    @Test("A local function of `main` reads the instance that is made before it")
    func localFunctionOfMain() throws {
        let program =
            "@main enum Program {\n    static func main() {\n"
            + "        func go() { Store.shared.go() }\n        go()\n    }\n}\n"
        let tree = try SourceTree(["App/Store.swift": Self.quiet, "App/App.swift": program])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .retire))
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let text = try tree.text("App/App.swift")
        #expect(text.contains("let store = Store()\n        func go() { store.go() }"), "\(plan.summary)\(text)")
    }

    @Test("A private function takes the instance for a local function that it calls")
    func localFunction() throws {
        let tree = try Self.threaded(
            "private func open() { func go() { Store.shared.go() }; go(); Screen().f() }\n"
                + "@main enum Program { static func main() { open() } }\n",
            store: Self.quiet
        )
        let text = try tree.text("App/App.swift")
        #expect(text.contains("func open(store: Store) { func go() { store.go() }; go(); Screen(store: store).f() }"))
    }

    @Test("An object that a protocol describes stays the same where members of it are set")
    func object() throws {
        let store = """
            protocol Going { var n: Int { get set } }
            final class Store: Going { static var shared: any Going = Store(); var n = 1 }

            """
        let screen = "final class Screen { init(store: any Going = Store.shared) { print(store.n) } }\n"
        let program = "@main enum Main { static func main() { Store.shared.n = 2; _ = Screen() } }\n"
        let tree = try SourceTree(["App/Store.swift": store, "App/App.swift": screen + program])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(plan.calls.map(\.reason) == [nil], "\(plan.summary)")
        try SliceWriter(root: tree.root.path).write(plan.changes)
        // Setting a member needs a variable.
        #expect(try tree.text("App/Store.swift") == store)
    }
}
