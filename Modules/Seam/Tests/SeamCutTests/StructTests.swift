import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Injecting into structures", .ownThread)
struct StructTests {
    private static let path = "App/Program.swift"
    private static let store = "final class Store: Sendable { static let shared = Store(); func go() {} }"

    private static var options: Cut.Options {
        var options = Cut.Options.late
        options.includesStructs = true
        return options
    }

    @Test("Without the option, a structure that is no view is gathered only")
    func without() throws {
        let tree = try SourceTree([Self.path: Self.store + "\nstruct A { func f() { Store.shared.go() } }"])
        let plan = try tree.plan("Store", options: .late)
        #expect(plan.callers.map(\.obstacle) == [.structure])
        #expect(plan.rewritten == 1 && !plan.diff.contains("injected"))
    }

    @Test("A constant that a memberwise initializer is to take keeps its type")
    func typed() throws {
        let tree = try SourceTree([
            Self.path: """
            protocol P { func go() }
            final class Store: P { static let shared = Store(); func go() {} }
            struct A: View {
                let n: Int
                let store: P = Store.shared
                func f() { store.go() }
            }
            let a = A(n: 1)
            """
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("+    var store: P = Store.shared"), "\(diff)")
    }

    private static let kinds = """
        nonisolated final class Account: Sendable {
            static let shared = Account("shared")
            let name: String
            init(_ name: String) { self.name = name; print("made", name) }
        }
        struct Row {
            let title: String
            var count = 1
            func show() { print(title, count, Account.shared.name) }
            mutating func raise() {
                count += 1
                let later = { print("later", Account.shared.name) }
                later()
            }
        }
        extension Row {
            func twice() { print(Account.shared.name, Account.shared.name) }
        }
        struct Button {
            let title: String
            let action: () -> Void
            func press() { print(title, Account.shared.name); action() }
        }
        struct Page {
            let size: Int
            init(size: Int) {
                self.size = size
                print("begin", Account.shared.name)
            }
            init() { self.init(size: 2) }
            func show() { print("page", size, Account.shared.name) }
        }
        struct Box<Value: Sendable>: Sendable, CustomStringConvertible {
            let value: Value
            init(value: Value) { self.value = value }
            var description: String { "box " + Account.shared.name }
        }
        func send<T: Sendable>(_ value: T) -> T { value }
        @main enum Program {
            @MainActor static func main() {
                var row = Row(title: "a")
                row.raise()
                row.show()
                row.twice()
                Row(title: "b", count: 2).show()
                Button(title: "c") { print("pressed") }.press()
                Page(size: 1).show()
                Page().show()
                print(send(Box(value: 1)))
            }
        }
        """

    @Test(
        "Structures of all kinds print what they printed, and use the instance that was passed",
        .startsCompiler,
        arguments: Compiler.Mode.languages
    )
    func passed(_ mode: Compiler.Mode) throws {
        let tree = try SourceTree([Self.path: Self.kinds])
        if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        let file = tree.root.appending(path: Self.path)
        let before = try Compiler.run(file, mode)
        #expect(before.errors.isEmpty, "\(before.errors)")
        let plan = try tree.plan("Account", options: Self.options)
        #expect(plan.callers.allSatisfy { $0.obstacle == nil } && plan.throughType.isEmpty, "\(plan.callers)")
        try tree.cutAll(options: Self.options)
        #expect(try tree.cutAll(options: Self.options) == 0)
        let after = try Compiler.run(file, mode)
        #expect(after.errors.isEmpty, "\(after.errors)")
        #expect(after.output == before.output && after.warnings <= before.warnings)
        var passing = try tree.text(Self.path)
        for (old, new) in [
            (#"title: "a""#, #"title: "a", injectedAccount: mine"#), ("count: 2", "count: 2, injectedAccount: mine"),
            (#""c") { print("pressed") }"#, #""c", action: { print("pressed") }, injectedAccount: mine)"#),
            ("Page(size: 1)", "Page(size: 1, account: mine)"), ("Box(value: 1)", "Box(value: 1, account: mine)"),
            ("var row", "let mine = Account(\"mine\")\nvar row"),
        ] {
            passing = passing.replacing(old, with: new)
        }
        try tree.write(Self.path, passing)
        let passed = try Compiler.run(file, mode)
        #expect(passed.errors.isEmpty, "\(passed.errors)")
        // An initializer that calls another of its type passes nothing on.
        let shared = passed.output.split(separator: "\n").filter { $0.contains("shared") }
        #expect(shared == ["made shared", "begin shared", "page 2 shared"])
    }

    @Test("A structure stays Sendable with an instance that isn't", .startsCompiler, arguments: Compiler.Mode.languages)
    func sent(_ mode: Compiler.Mode) throws {
        let program = """
            nonisolated final class Log {
                // The program has one thread.
                nonisolated(unsafe) static let shared = Log()
                var lines = 0
                func add() { lines += 1; print(lines) }
            }
            nonisolated struct Row { let title: String; func show() { Log.shared.add() } }
            nonisolated struct Page: Sendable { let size: Int; init() { size = 1 }; func show() { Log.shared.add() } }
            nonisolated func send<T: Sendable>(_ value: T) -> T { value }
            @main enum Program {
                static func main() {
                    send(Row(title: "a")).show()
                    send(Page()).show()
                }
            }
            """
        let tree = try SourceTree([Self.path: program])
        if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        let plan = try tree.plan("Log", options: Self.options)
        #expect(plan.callers.map(\.obstacle) == [nil, nil])
        try tree.cutAll(options: Self.options)
        let after = try Compiler.run(tree.root.appending(path: Self.path), mode)
        #expect(after.errors.isEmpty, "\(after.errors)")
        #expect(after.output == "1\n2\n")
    }

    @Test("A structure is threaded as a class is", .startsCompiler)
    func threaded() throws {
        let program = """
            final class Store {
                static let shared = Store()
                private var count = 0
                private init() {}
                func go() -> Int { count += 1; return count }
            }
            struct Page {
                let size: Int
                init(size: Int) { self.size = size }
                func show() { print(size, Store.shared.go()) }
            }
            final class Screen { func show() { Page(size: 2).show() } }
            @main enum Program {
                static func main() {
                    Page(size: 1).show()
                    Screen().show()
                }
            }
            """
        let tree = try SourceTree([Self.path: program])
        var options = Self.options
        options.roots = Roots(["Program"])
        try tree.cutAll(options: options)
        options.stage = .thread
        #expect(try tree.plan("Store", options: options).callers.map(\.name) == ["Page", "Screen"])
        try tree.cutAll(options: options)
        let text = try tree.text(Self.path)
        #expect(text.contains("init(size: Int, store: Store)") && !text.contains("??"), "\(text)")
        let after = try Compiler.run(tree.root.appending(path: Self.path), .swift5)
        #expect(after.errors.isEmpty, "\(after.errors)")
        #expect(after.output == "1 1\n2 2\n")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { "\(obstacle?.code ?? "set"): \(caller)" }
        var obstacle: Reason?
        var caller: String

        init(_ obstacle: Reason?, _ caller: String) { (self.obstacle, self.caller) = (obstacle, caller) }
    }

    private static let body = "{ func f() { Store.shared.go() } }"

    @Test(
        "A structure that would be another with one more property is gathered only",
        arguments: [
            Row(.kind, "enum A \(body)"),
            Row(.kind, "func g() { struct A \(body)\nA().f() }"),
            Row(.attribute, "@dynamicMemberLookup struct A: View \(body)"),
            Row(.attribute, "@frozen public struct A \(body)"),
            Row(.attribute, "@propertyWrapper struct A { var wrappedValue = 1; func f() { Store.shared.go() } }"),
            Row(.synthesis, "struct A: Equatable \(body)"),
            Row(.synthesis, "struct A: Comparable \(body)"),
            Row(.synthesis, "struct A \(body)\nextension A: Codable {}"),
            Row(.synthesis, "protocol P: Hashable {}\nstruct A: P \(body)"),
            Row(.synthesis, "import Kit\nstruct A: Record \(body)"),
            Row(.synthesis, "import Kit\nstruct A: Record \(body)\nextension Record { func g() {} }"),
            Row(.synthesis, "import Kit\nstruct A: Kit.Record \(body)"),
            Row(.synthesis, "typealias P = Codable & Sendable\nstruct A: P \(body)"),
            Row(.reflection, "struct A \(body)\nfunc g(_ a: A) { dump(a) }"),
            Row(.reflection, "struct A \(body)\nlet size = MemoryLayout<A>.size"),
            Row(.reflection, "struct A \(body)\nlet a = unsafeBitCast(1, to: A.self)"),
            Row(.reference, "struct A { let a: Int; func f() { Store.shared.go() } }\nlet made = [1].map(A.init)"),
            Row(
                .overload,
                "struct A { let a: Int; func f() { Store.shared.go() } }\nextension A { init(a: Int, b: Int = 1) { self.a = a } }"
            ),
            Row(
                .requirement,
                "protocol P { init(a: Int) }\nstruct A: P { let a: Int; func f() { Store.shared.go() } }"
            ),
        ]
    )
    func obstacles(_ row: Row) throws {
        let plan = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": row.caller])
            .plan("Store", options: Self.options)
        #expect(plan.callers.contains { $0.file == "App/A.swift" && $0.obstacle == row.obstacle }, "\(plan.callers)")
        #expect(!plan.diff.contains("injected"))
        #expect(plan.rewritten == plan.rows.count)
    }

    private static let made = "init(a: Int) { self.a = a }\nlet a: Int\nfunc f() { Store.shared.go() } }"

    @Test(
        "A structure whose initializers can't take an instance has one that can be set",
        arguments: [
            Row(nil, "struct A \(body)"),
            Row(nil, "struct A { \(made)\nextension A { init() { a = 1 } }"),
            Row(nil, "struct A { init() { self = A(a: 1) }\n\(made)"),
            Row(nil, "struct A { \(made)\nlet made = [1].map(A.init)"),
            Row(nil, "protocol P { init(a: Int) }\nstruct A: P { \(made)"),
            Row(nil, "struct A: CommandPlugin { init() {}\nfunc f() { Store.shared.go() } }"),
        ]
    )
    func settable(_ row: Row) throws {
        let plan = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": row.caller])
            .plan("Store", options: Self.options)
        #expect(plan.callers.map(\.obstacle) == [nil], "\(plan.callers)")
        #expect(plan.diff.contains("var injectedStore: Store?"), "\(plan.diff)")
        #expect(!plan.diff.contains("store injectedStore"), "\(plan.diff)")
    }

    @Test("A view with an initializer takes the instance there, also where it is read late")
    func viewsWithInitializers() throws {
        let store = "final class Store { static let shared = Store(); init() { print(1) }; func go() {} }\n"
        let text = "struct A: View {\nlet n: Int\ninit(n: Int) { self.n = n }\nfunc f() { Store.shared.go() }\n}\n"
        let tree = try SourceTree(["App/Store.swift": store, "App/A.swift": text])
        try tree.cutAll(options: Cut.Options())
        let after = try tree.text("App/A.swift")
        #expect(after.contains("init(n: Int, store: Store? = nil) {"), "\(after)")
        #expect(after.contains("private let injectedStore: Store?"), "\(after)")
    }

    @Test(
        "A view whose memberwise initializer no other file can call gets one that takes the instance",
        arguments: [
            ("@State private var isOn = false", "", true),
            ("@State private var isOn = false\n@Environment(\\.dismiss) private var dismiss", "let a = A()", true),
            ("@State private var isOn = false\n@State private var total: Int?", "let a = A()", true),
            ("@State private var isOn = false\n@Binding var total: Int?", "", false),
            ("@State var isOn = false", "", false),
            ("@State private var isOn = false", "let a = A(isOn: true)", false),
            ("@State private var isOn = false\n@Binding var name: String", "", false),
            ("@State private var isOn = false", "extension A { init(n: Int) { self.init() } }", false),
        ]
    )
    func views(_ properties: String, _ rest: String, _ isInitializer: Bool) throws {
        let store = "final class Store { static let shared = Store(); func name() -> String { \"a\" } }\n"
        let text = "struct A: View {\n\(properties)\nvar body: some View { Text(Store.shared.name()) }\n}\n\(rest)\n"
        let tree = try SourceTree(["App/Store.swift": store, "App/A.swift": text])
        try tree.cutAll(options: Cut.Options())
        let after = try tree.text("App/A.swift")
        #expect(after.contains("init(store: Store = .shared) {") == isInitializer, "\(after)")
        #expect(after.contains("var store: Store = .shared") == !isInitializer, "\(after)")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }
}
