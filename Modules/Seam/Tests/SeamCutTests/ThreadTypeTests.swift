import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("The type that makers take an instance as", .ownThread)
struct ThreadTypeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var makers: String
        /// What the program says after threading.
        var written: [String]
    }

    private static let store = """
        protocol Going { func go() -> Int }
        protocol Counting { func go() -> Int }
        private protocol Hidden { func go() -> Int }
        final class Store: Going, Counting, Hidden {
            static let shared = Store()
            func go() -> Int { 1 }
        }
        final class Screen {
            private let store: any Going
            init(store: any Going = Store.shared) { self.store = store }
            func show() { print(store.go()) }
        }
        final class Panel {
            private let store: Going
            init(store: Going = Store.shared) { self.store = store }
            func show() { print(store.go()) }
        }
        final class List {
            private let store: Store
            init(store: Store = .shared) { self.store = store }
            func show() { print(store.go()) }
        }
        final class Count {
            private let store: any Counting
            init(store: any Counting = Store.shared) { self.store = store }
            func show() { print(store.go()) }
        }
        final class Secret {
            private let store: any Hidden
            fileprivate init(store: any Hidden = Store.shared) { self.store = store }
            func show() { print(store.go()) }
        }

        """

    @Test(
        "A maker takes the instance as the protocol that all it passes it to take, and else as what it is",
        .startsCompiler,
        arguments: [
            Row(
                testDescription: "one protocol",
                makers: "final class Maker { func f() { Screen().show(); Panel().show() } }",
                written: ["let store: any Going\n", "init(store: any Going) {", "Maker(store: Store.shared)"]
            ),
            Row(
                testDescription: "a chain, a structure and a function",
                makers: """
                    struct Inner { func f() { Screen().show() } }
                    func between() { Inner().f(); Screen().show() }
                    final class Maker { func f() { between() } }
                    """,
                written: [
                    "func f(store: any Going) { Screen(store: store).show() }",
                    "func between(store: any Going) { Inner().f(store: store); Screen(store: store).show() }",
                    "init(store: any Going) {",
                ]
            ),
            Row(
                testDescription: "what has the type passes it on as the protocol",
                makers: """
                    final class Owner {
                        private let store: Store
                        init(store: Store) { self.store = store }
                        func f() { Screen().show() }
                    }
                    func between(store: Store) { Panel().show(); Owner(store: store).f() }
                    final class Maker { func f() { between(store: Store.shared) } }
                    """,
                written: [
                    "func f() { Screen(store: store).show() }",
                    "{ Panel(store: store).show(); Owner(store: store).f() }",
                ]
            ),
            Row(
                testDescription: "the type itself as well",
                makers: "final class Maker { func f() { Screen().show(); List().show() } }",
                written: ["init(store: Store) {"]
            ),
            Row(
                testDescription: "two protocols",
                makers: "final class Maker { func f() { Screen().show(); Count().show() } }",
                written: ["init(store: Store) {"]
            ),
            Row(
                testDescription: "a protocol that the maker's callers can't name",
                makers: "final class Maker { func f() { Secret().show() } }",
                written: ["init(store: Store) {"]
            ),
        ]
    )
    func makers(_ row: Row) throws {
        let main = "@main enum Program { static func main() { Maker().f() } }\n"
        let tree = try SourceTree(["App/Program.swift": Self.store + row.makers + "\n" + main])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift5)
        var options = Cut.Options(stage: .thread)
        options.isEarlyAllowed = true
        let plan = try tree.plan("Store", options: options)
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let text = try tree.text("App/Program.swift")
        for part in row.written { #expect(text.contains(part), "\(part)\n\(text)\n\(plan.summary)") }
        let after = try Compiler.run(file, .swift5)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(text)")
        #expect(after.output == before.output)
    }

    @Test("What has the instance as a protocol's value takes no second one for what wants the type")
    func narrower() throws {
        let maker = """
            final class Maker {
                private let going: any Going
                init(going: any Going) { self.going = going }
                func f() { List().show() }
            }
            @main enum Program { static func main() { Maker(going: Store.shared).f() } }

            """
        let tree = try SourceTree(["App/Program.swift": Self.store + maker])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(plan.calls.map(\.explanation).contains { $0.contains("Maker takes any Going, and not Store") })
        // With another type that conforms, it may be something else.
        let other = "final class Other: Going { func go() -> Int { 2 } }\n"
        let both = try SourceTree(["App/Program.swift": Self.store + maker + other])
        let allowed = try both.plan("Store", options: Cut.Options(stage: .thread))
        #expect(allowed.calls.allSatisfy { $0.reason == nil }, "\(allowed.summary)")
    }
}
