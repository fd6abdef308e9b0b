import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Injecting", .ownThread)
struct InjectTests {
    private static let store = "final class Store { static let shared = Store(); func go() {} }"
    private static let sendable = "final class Store: Sendable { static let shared = Store(); func go() {} }"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var obstacle: Reason
        var caller: String
        var store: String

        init(
            _ obstacle: Reason,
            _ caller: String,
            store: String = InjectTests.store
        ) {
            testDescription = "\(obstacle.code): \(caller)"
            self.obstacle = obstacle
            self.caller = caller
            self.store = store
        }
    }

    @Test(
        "A caller that can't take an instance safely keeps its one use, or its property if it was gathered",
        arguments: [
            Row(.kind, "enum A { case a; func f() { Store.shared.go() } }"),
            Row(.kind, "extension Int { func f() { Store.shared.go() } }"),
            Row(.kind, "let g = { final class A { func f() { Store.shared.go() } }\nA().f() }"),
            Row(.kind, "func g() { final class A { func f() { Store.shared.go() } }\nA().f() }"),
            Row(
                .initializers,
                "final class A: Sendable { @objc init() {}\nfunc f() { Store.shared.go() } }",
                store: Self.sendable
            ),
            Row(
                .initializers,
                "final class A: Sendable { init(rawValue: Int) {}\nfunc f() { Store.shared.go() } }",
                store: Self.sendable
            ),
            Row(
                .initializers,
                "final class A: Sendable { init(n: Int,) {}\nfunc f() { Store.shared.go() } }",
                store: Self.sendable
            ),
            Row(
                .initializers,
                "class B: NSObject { init(n: Int) {} }\n"
                    + "final class A: B, Sendable { init() { super.init(n: 1) }\nfunc f() { Store.shared.go() } }\n"
                    + "let name = \"App.A\"",
                store: Self.sendable
            ),
            Row(
                .initializers,
                "@objcMembers class B: NSObject {}\n"
                    + "final class A: B, Sendable { init(n: Int) {}\nfunc f() { Store.shared.go() } }",
                store: Self.sendable
            ),
            Row(
                .access,
                "private final class Store { static let shared = Store(); func go() {} }\n"
                    + "final class A { func f() { Store.shared.go() } }",
                store: ""
            ),
            Row(
                .access,
                "fileprivate final class Store { static let shared = Store(); func go() {} }\n"
                    + "final class A { func f() { Store.shared.go() } }",
                store: ""
            ),
            Row(
                .initializers,
                "final class A: NSObject, Sendable { func f() { Store.shared.go() } }\nlet all: [AnyClass] = [A.self]",
                store: Self.sendable
            ),
            // Only planned, never compiled or run.
            Row(.subclasses, "open class A: @unchecked Sendable { public init() {}\nfunc f() { Store.shared.go() } }"),
            Row(
                .subclasses,
                "@Observable class A { func f() { Store.shared.go() } }\nfinal class B: A { override init() {} }"
            ),
            Row(
                .overload,
                "actor A { init(a: Int) {}\ninit(a: Int, b: Int = 1) {}\nfunc f() { Store.shared.go() } }"
            ),
            Row(.reference, "actor A { init(a: Int) {}\nfunc f() { Store.shared.go() } }\nlet made = [1].map(A.init)"),
            Row(
                .reference,
                "struct A: View { let a: Int\nfunc f() { Store.shared.go() } }\nlet made = [1].map(A.init)"
            ),
            Row(
                .requirement,
                "protocol P { init(a: Int) }\nactor A: P { init(a: Int) {}\nfunc f() { Store.shared.go() } }"
            ),
            Row(
                .requirement,
                "protocol P { init(a: Int) }\nstruct A: View, P { let a: Int\nfunc f() { Store.shared.go() } }"
            ),
            Row(
                .overload,
                "struct A: View { let a: Int\nfunc f() { Store.shared.go() } }\nextension A { init(a: Int, b: Int = 1) { self.a = a } }"
            ),
            Row(.synthesis, "struct A: View, Hashable { func f() { Store.shared.go() } }"),
            Row(.synthesis, "final class A { func f() { Store.shared.go() } }\nextension A: Codable {}"),
            Row(.synthesis, "final class A: Hashable, Encodable { func f() { Store.shared.go() } }"),
            Row(.synthesis, "class A: Decodable { func f() { Store.shared.go() } }"),
            Row(.reflection, "final class A { func f() { Store.shared.go() } }\nfunc g(_ a: A) { dump(a) }"),
            Row(
                .instance,
                "final class A { func f() { Store.shared.go() } }",
                store: "struct Store { static var shared = Store(); func go() { print(1) } }"
            ),
            Row(
                .instance,
                "final class A { func f() { Store.shared?.go() } }",
                store: "final class Store { static var shared: Store? = Store(); func go() {} }"
            ),
            Row(.access, "public actor A { public init() {}\nfunc f() { Store.shared.go() } }"),
            Row(.attribute, "@Model final class A { func f() { Store.shared.go() } }"),
            Row(.branches, "actor A {\n#if DEBUG\ninit() {}\n#endif\nfunc f() { Store.shared.go() } }"),
        ]
    )
    func obstacles(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": row.store, "App/A.swift": row.caller])
        let plan = try tree.plan("Store", options: Cut.Options())
        // Its one use isn't worth a property that nothing can be passed to.
        #expect(plan.rows.allSatisfy { $0.outcome == .left(row.obstacle) }, "\(plan.outcomes)")
        #expect(plan.changes.isEmpty)
        // A caller that is gathered first has the same obstacle.
        try tree.cutAll()
        let second = try tree.plan("Store", options: Cut.Options())
        #expect(second.changes.isEmpty)
        #expect(second.gathered.contains { $0.file == "App/A.swift" && $0.obstacle == row.obstacle })
    }

    @Test("No stored property is added under a name that the type has in another file", arguments: [sendable, store])
    func taken(_ store: String) throws {
        let tree = try SourceTree([
            "App/A.swift": store + "\nfinal class A { func f() { Store.shared.go() } }",
            "App/B.swift": "extension A { var injectedStore: Int { 1 } }",
        ])
        let plan = try tree.plan("Store", options: .late)
        #expect(plan.callers.map(\.obstacle) == [.initializers])
    }

    @Test("The instance that a maker passes is the one that is used", .startsCompiler)
    func passed() throws {
        let program = """
            final class Account {
                static let shared = Account("shared")
                var name: String
                init(_ name: String) { self.name = name }
            }
            final class Screen {
                func show() { print(Account.shared.name) }
            }
            @main enum Program {
                static func main() {
                    Screen().show()
                }
            }
            """
        let path = "App/Program.swift"
        let tree = try SourceTree([path: program])
        try tree.cutAll(options: Cut.Options())
        let cut = try tree.text(path)
        let file = tree.root.appending(path: path)
        #expect(try Compiler.run(file, .swift5).output == "shared\n")
        try tree.write(path, cut.replacing("Screen().show()", with: "Screen(account: Account(\"mine\")).show()"))
        let passed = try Compiler.run(file, .swift5)
        #expect(passed.errors.isEmpty, "\(passed.errors)")
        #expect(passed.output == "mine\n")
    }

    @Test("A class that writes its own comparison takes an instance, and compares as before", .startsCompiler)
    func compared() throws {
        let program = """
            final class Account {
                static let shared = Account("shared")
                var name: String
                init(_ name: String) { self.name = name }
            }
            final class Screen: Hashable, Comparable {
                let id: Int
                init(id: Int) { self.id = id }
                static func == (left: Screen, right: Screen) -> Bool { left.id == right.id }
                static func < (left: Screen, right: Screen) -> Bool { left.id < right.id }
                func hash(into hasher: inout Hasher) { hasher.combine(id) }
                func show() { print(Account.shared.name) }
            }
            @main enum Program {
                static func main() {
                    let (one, other) = (Screen(id: 1), Screen(id: 1))
                    one.show()
                    print(one == other, one < other, Set([one, other]).count)
                }
            }
            """
        let path = "App/Program.swift"
        let tree = try SourceTree([path: program])
        try tree.cutAll(options: Cut.Options())
        let file = tree.root.appending(path: path)
        let cut = try tree.text(path)
        try tree.write(path, cut.replacing("(Screen(id: 1),", with: "(Screen(id: 1, account: Account(\"mine\")),"))
        let passed = try Compiler.run(file, .swift5)
        #expect(passed.errors.isEmpty, "\(passed.errors)")
        #expect(passed.output == "mine\ntrue false 1\n")
    }

    @Test(
        "Closures and initializers use the instance that was passed, and hold nothing else",
        .startsCompiler,
        arguments: Compiler.Mode.languages
    )
    func held(_ mode: Compiler.Mode) throws {
        let program = """
            nonisolated final class Account: Sendable {
                static let shared = Account("shared")
                let name: String
                init(_ name: String) { self.name = name; print("made", name) }
            }
            @MainActor var kept: [() -> Void] = []
            @MainActor final class Screen {
                let size: Int
                init() {
                    print("begin", Account.shared.name)
                    size = Account.shared.name.count
                }
                func keep() {
                    kept.append { print("later", Account.shared.name) }
                    kept.append { [weak self] in print("weak", self == nil, Account.shared.name) }
                    kept.append { kept.append { print("inner", Account.shared.name) } }
                }
                deinit { print("gone") }
            }
            /// It has no use that can read a property.
            @MainActor final class Board {
                func keep() { kept.append { print("board", Account.shared.name) } }
            }
            @main enum Program {
                @MainActor static func main() {
                    Screen().keep()
                    Board().keep()
                    for action in kept { action() }
                    kept.last?()
                }
            }
            """
        let path = "App/Program.swift"
        let tree = try SourceTree([path: program])
        if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        let file = tree.root.appending(path: path)
        let before = try Compiler.run(file, mode)
        #expect(before.errors.isEmpty, "\(before.errors)")
        let plan = try tree.plan("Account", options: Cut.Options())
        #expect(plan.callers.allSatisfy { $0.obstacle == nil } && plan.throughType.isEmpty, "\(plan.callers)")
        try tree.cutAll(options: Cut.Options())
        let cut = try tree.text(path)
        let after = try Compiler.run(file, mode)
        #expect(after.errors.isEmpty, "\(after.errors)")
        #expect(after.output == before.output && after.warnings <= before.warnings)
        let passing = cut.replacing(
            "Screen().keep()",
            with: "let mine = Account(\"mine\")\nScreen(account: mine).keep()"
        )
        try tree.write(path, passing.replacing("Board().keep()", with: "Board(account: mine).keep()"))
        let passed = try Compiler.run(file, mode)
        #expect(passed.errors.isEmpty, "\(passed.errors)")
        #expect(passed.output == before.output.replacing("shared", with: "mine"))
    }

    @Test(
        "A use that can't get a passed instance reads the static property",
        arguments: [
            "static var m: Int { Store.shared.go(); return 1 }", "let n: Void = Store.shared.go()",
            "func f() { func g() { Store.shared.go() }; print(g) }", "func f(_ n: Void = Store.shared.go()) {}",
            "init(from n: Int) { Store.shared.go(); self.n = n }\nlet n: Int",
            "convenience init(n: Int) { Store.shared.go(); self.init() }\ninit() {}",
        ]
    )
    func notHeld(_ member: String) throws {
        let store = "final class Store: Sendable { static let shared = Store(); init() { print(1) }\nfunc go() {} }"
        let text = "final class A {\nfunc all() { Store.shared.go() }\n\(member)\n}"
        let tree = try SourceTree(["App/Store.swift": store, "App/A.swift": text])
        let plan = try tree.plan("Store", options: .late)
        #expect(plan.throughType.map(\.count) == [1], "\(plan.diff)")
        #expect(!plan.diff.contains("injectedStore ?? A"))
    }

    @Test(
        "A class whose initializers can't take an instance, and a view, have one that can be set",
        arguments: [
            Row(.initializers, "class A: NSObject { func f() { Store.shared.go() } }\nlet all: [AnyClass] = [A.self]"),
            Row(
                .initializers,
                "@objcMembers class A: NSObject { init(n: Int) { super.init() }\nfunc f() { Store.shared.go() } }"
            ),
            Row(.initializers, "class A { init(n: Int) { print(#function) }\nfunc f() { Store.shared.go() } }"),
            Row(
                .initializers,
                "class A: UIView { required init?(coder: NSCoder) { super.init(coder: coder) }\nfunc f() { Store.shared.go() } }"
            ),
            Row(.subclasses, "open class A: NSObject { func f() { Store.shared.go() } }"),
            Row(.subclasses, "open class A { public init(n: Int) {}\nfunc f() { Store.shared.go() } }"),
            Row(.subclasses, "class A { func f() { Store.shared.go() } }\nfinal class B: A { override init() {} }"),
            Row(
                .overload,
                "final class A { init(a: Int) {}\ninit(a: Int, b: Int = 1) {}\nfunc f() { Store.shared.go() } }"
            ),
            Row(
                .overload,
                "class B { convenience init(a: Int) { self.init() } }\n"
                    + "final class A: B { init(a: Int) {}\nfunc f() { Store.shared.go() } }"
            ),
            Row(
                .overload,
                "class C {}\nextension C { convenience init(a: Int) { self.init() } }\nclass B: C {}\n"
                    + "final class A: B { init(a: Int) {}\nfunc f() { Store.shared.go() } }"
            ),
            Row(
                .reference,
                "final class A { init(a: Int) {}\nfunc f() { Store.shared.go() } }\nlet made = [1].map(A.init)"
            ),
            Row(
                .requirement,
                "protocol P { init(a: Int) }\nfinal class A: P { init(a: Int) {}\nfunc f() { Store.shared.go() } }"
            ),
            Row(
                .requirement,
                "final class A: LosslessStringConvertible { let description = \"\"; init?(_ text: String) {}\n"
                    + "func f() { Store.shared.go() } }"
            ),
            Row(
                .requirement,
                "protocol P: ExpressibleByStringLiteral {}\nfinal class A: P { init(stringLiteral value: String) {}\n"
                    + "func f() { Store.shared.go() } }"
            ),
            Row(.access, "public final class A { public init() {}\nfunc f() { Store.shared.go() } }"),
            Row(.branches, "final class A {\n#if DEBUG\ninit() {}\n#endif\nfunc f() { Store.shared.go() } }"),
            Row(.kind, "struct A: View { func f() { Store.shared.go() } }"),
        ]
    )
    func settable(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": row.store, "App/A.swift": row.caller])
        for (options, property) in [
            (Cut.Options.late, "var injectedStore: Store?"), (Cut.Options(), "var store: Store = .shared"),
        ] {
            let plan = try tree.plan("Store", options: options)
            #expect(plan.callers.map(\.obstacle) == [nil], "\(plan.callers)")
            #expect(plan.diff.contains(property), "\(plan.diff)")
            #expect(!plan.diff.contains("init(store"), "\(plan.diff)")
        }
    }
}
