import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Where an instance is made once the accessor is gone", .ownThread)
struct RetireMakingTests {
    /// A program before, and what it says without the accessor.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let program: String
        var name = "Store"
        let parts: [String]
    }

    private static let store = "final class Store: Sendable { static let shared = Store(); func go() -> Int { 1 } }\n"
    private static let main = """
        func later(_ body: @escaping @Sendable () -> Void) { body() }
        @main enum Program { static func main() { print(Store.shared.go()) } }
        """
    private static let rows = [
        Row(
            testDescription: "in a constant of a type, which is computed once",
            program: store + """
                final class Box: Sendable { let store: Store; init(_ store: Store) { self.store = store } }
                enum System { static let box = Box(Store.shared) }
                @main enum Program { static func main() { print(System.box.store.go()) } }

                """,
            parts: ["static let box = Box(Store()) }", "final class Store: Sendable { func go()"]
        ),
        Row(
            testDescription: "in a constant of a file",
            program: store + """
                let all = [1, 2].map { $0 + 1 } + { [Store.shared.go()] }()
                @main enum Program { static func main() { print(all) } }

                """,
            parts: ["+ { [Store().go()] }()"]
        ),
        Row(
            testDescription: "with what was made with another",
            program: """
                final class Box: @unchecked Sendable { var n = 2 }
                final class Store: Sendable {
                    static let shared = Store(Box())
                    private let box: Box
                    init(_ box: Box) { self.box = box }
                    func go() -> Int { box.n }
                }
                @main enum Program { static func main() { print(Store.shared.go()) } }

                """,
            parts: ["let store = Store(Box()); print(store.go())"]
        ),
        Row(
            testDescription: "by the function that a closure becomes",
            program: """
                final class Store {
                    private var n = 0
                    private init() {}
                    func go() -> Int { n += 1; return n }
                }
                extension Store: @unchecked Sendable {
                    /// The instance.
                    static let shared: Store = {
                        let store = Store()
                        store.n = 3
                        return store
                    }()
                }
                @main enum Program { static func main() { print(Store.shared.go()) } }

                """,
            parts: [
                "static func makeShared() -> Store {", "return store\n    }\n}",
                "let store = Store.makeShared(); print(store.go())",
            ]
        ),
        Row(
            testDescription: "whose own code is the instance itself",
            program: """
                final class Store: @unchecked Sendable {
                    static let shared = Store()
                    private var n = 1
                    lazy var start: Int = Store.shared.n
                    func go() -> Int { later { self.reset(); Store.shared.n += 1 }; return n + start }
                    func reset() { Store.shared.n = 2 }
                    func f() { later { [weak self] in guard let own = self else { return }; own.n = 3; Store.shared.n += 1 } }
                }
                func later(_ body: @escaping () -> Void) { body() }
                @main enum Program { static func main() { let store = Store.shared; store.f(); print(store.go()) } }

                """,
            parts: [
                "lazy var start: Int = self.n\n", "self.reset(); self.n += 1 }", "func reset() { self.n = 2 }",
                "own.n = 3; own.n += 1 }", "let store = Store(); store.f()",
            ]
        ),
        Row(
            testDescription: "in each function for a value that has no state",
            program: """
                struct Store: TextOutputStream {
                    static let n = 1
                    mutating func write(_ text: String) { print(text, terminator: "") }
                }
                nonisolated(unsafe) var store = Store()
                func go() { print("a", to: &store); if true { print("b", to: &store) } }
                final class Screen { func f() { later { print("c") }; store.write("d") } }
                func later(_ body: () -> Void) { body() }
                @main enum Program { static func main() { go(); print("e", to: &store); Screen().f() } }

                """,
            name: "store",
            parts: [
                "func go() { var store = Store(); print(\"a\", to: &store); if true",
                "var store = Store(); store.write(\"d\")",
                "}\nfunc go()", "go(); var store = Store(); print(\"e\", to: &store)",
            ]
        ),
        Row(
            testDescription: "in each function for a variable of its type that has no state",
            program: """
                struct Store: TextOutputStream {
                    nonisolated(unsafe) static var shared = Self()

                    func write(_ text: String) { print(text, terminator: "") }
                }
                enum Page { static func f(n: Int) { if n > 0 { print("a", to: &Store.shared) } } }
                @main enum Program { static func main() { Page.f(n: 1) } }

                """,
            parts: [
                "struct Store: TextOutputStream {\n    func write",
                "{ var store = Store(); if n > 0 { print(\"a\", to: &store) } }",
            ]
        ),
        Row(
            testDescription: "of a constant of a file",
            program: """
                final class Store: Sendable { func go() -> Int { 1 } }
                let store = Store()
                final class Screen { func f() {} }
                @main enum Program { static func main() { print(store.go()) } }

                """,
            name: "store",
            parts: [
                "final class Store: Sendable { func go() -> Int { 1 } }\nfinal class Screen",
                "let store = Store(); print(store.go())",
            ]
        ),
    ]

    @Test(
        "The instance is made where the accessor was read, and the program prints the same",
        .startsCompiler,
        arguments: rows
    )
    func made(_ row: Row) throws {
        let tree = try SourceTree(["App/Program.swift": row.program])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        #expect(before.errors.isEmpty, "\(before.errors)")
        try Self.retire(tree, row.name)
        let text = try tree.text("App/Program.swift")
        for part in row.parts { #expect(text.contains(part), "\(part)\n\(text)") }
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(text)")
        #expect(after.output == before.output)
    }

    @Test(
        "The accessor stays where each read could make another instance, or where something else could have its name",
        arguments: [
            "enum System { static let go = { Store.shared.go() } }",
            "enum System { static var go: Int { Store.shared.go() } }",
            "enum System { static let one = Store.shared.go()\nstatic let two = Store.shared.go() }",
            "extension Store { static func f() { Store.shared.go() } }\n" + main,
            "extension Store { func f() { later { _ = Store.shared.go() } } }\n" + main,
            "extension Store { func f() { _ = Store.shared.go() } }\nlet other = Store()\n" + main,
            "final class Tunnel: Sendable { static let shared = Tunnel(Store.shared); init(_ store: Store) {} }",
        ]
    )
    func left(_ code: String) throws {
        let tree = try SourceTree(["App/Program.swift": Self.store + code + "\n"])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .retire))
        #expect(plan.changes.isEmpty, "\(plan.diff)")
    }

    @Test(
        "A variable stays if its values may have a state, or if a function can't have one of its own",
        arguments: [
            ("struct Out: TextOutputStream { var n = 0; ", "print(1, to: &out)"),
            ("struct Out: TextOutputStream { init() { print(1) }; ", "print(1, to: &out)"),
            ("struct Out: TextOutputStream { ", "later { print(1, to: &out) }"),
            ("struct Out: TextOutputStream { ", "out = Out()"),
            ("struct Out: TextOutputStream { ", "out.say(1)"),
            ("final class Out: TextOutputStream { ", "print(1, to: &out)"),
        ]
    )
    func state(type: String, use: String) throws {
        let code = """
            nonisolated(unsafe) var out = Out()
            \(type)func write(_ text: String) {} }
            extension TextOutputStream { mutating func say(_ n: Int) {} }
            func later(_ body: @escaping () -> Void) { body() }
            enum Page { static func f() { \(use) } }

            """
        let tree = try SourceTree(["App/Program.swift": code])
        var options = Cut.Options(stage: .retire)
        options.isEarlyAllowed = true
        let plan = try tree.plan("out", options: options)
        #expect(plan.changes.isEmpty, "\(plan.diff)")
    }

    @Test("No empty line stays at the end of a file")
    func end() throws {
        let main = "@main enum Program { static func main() { store.go() } }\n"
        let tree = try SourceTree([
            "App/Program.swift": "final class Store { func go() {} }\n" + main,
            "App/Store.swift": "import Foundation\n\n/// The store.\nlet store = Store()\n",
        ])
        try Self.retire(tree, "store")
        #expect(try tree.text("App/Store.swift") == "import Foundation\n")
    }

    private static func retire(_ tree: SourceTree, _ name: String) throws {
        var options = Cut.Options(stage: .retire)
        options.isEarlyAllowed = true
        let plan = try tree.plan(name, options: options)
        #expect(!plan.changes.isEmpty, "\(plan.summary)")
        try SliceWriter(root: tree.root.path).write(plan.changes)
    }
}
