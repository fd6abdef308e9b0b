import Foundation
import SeamKit
import Testing

@testable import SeamRewrite

@Suite("Injecting", .ownThread)
struct InjectTests {
    private static let sendable = "final class Store: Sendable { static let shared = Store(); func go() {} }"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var obstacle: Obstacle
        var caller: String
        var store: String

        init(
            _ obstacle: Obstacle,
            _ caller: String,
            store: String = "final class Store { static let shared = Store(); func go() {} }"
        ) {
            testDescription = "\(obstacle.rawValue): \(caller)"
            self.obstacle = obstacle
            self.caller = caller
            self.store = store
        }
    }

    @Test(
        "A caller that can't take an instance safely is gathered, and its initializers stay",
        arguments: [
            Row(.kind, "struct A { func f() { Store.shared.go() } }"),
            Row(.kind, "enum A { case a; func f() { Store.shared.go() } }"),
            Row(.kind, "extension Int { func f() { Store.shared.go() } }"),
            Row(.files, "final class A { func f() { Store.shared.go() } }"),
            Row(
                .initializers,
                "final class A: NSObject, Sendable { func f() { Store.shared.go() } }",
                store: Self.sendable
            ),
            Row(
                .accessors,
                "final class A { func f() { Store.shared.go(); Store.other.go() } }",
                store: "final class Store { static let shared = Store(); static let other = Store(); "
                    + "var n = 0; func go() { n += 1 } }"
            ),
            Row(.staticProperty, "final class A { static func f() { Store.shared.go() } }"),
            Row(.subclasses, "open class A: @unchecked Sendable { func f() { Store.shared.go() } }"),
            Row(.subclasses, "@Observable class A { func f() { Store.shared.go() } }\nfinal class B: A {}"),
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
            Row(.synthesis, "struct A: View, Hashable { func f() { Store.shared.go() } }"),
            Row(.synthesis, "final class A { func f() { Store.shared.go() } }\nextension A: Codable {}"),
            Row(.reflection, "final class A { func f() { Store.shared.go() } }\nfunc g(_ a: A) { dump(a) }"),
            Row(
                .instance,
                "final class A { func f() { Store.shared.go() } }",
                store: "struct Store { static let shared = Store(); func go() { print(1) } }"
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
        if row.obstacle == .files {
            try tree.write("App/B.swift", "extension A { func g() { Store.shared.go() } }")
        }
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.callers.contains { $0.file == "App/A.swift" && $0.obstacle == row.obstacle }, "\(plan.callers)")
        #expect(!plan.diff.contains("injected"))
        #expect(plan.rewritten == plan.rows.count)
    }

    @Test("The instance that a maker passes is the one that is used")
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

    @Test(
        "A class whose initializers can't take an instance, and a view, have one that can be set",
        arguments: [
            Row(.initializers, "class A: NSObject { func f() { Store.shared.go() } }"),
            Row(
                .initializers,
                "class A: UIView { required init?(coder: NSCoder) { super.init(coder: coder) }\nfunc f() { Store.shared.go() } }"
            ),
            Row(.subclasses, "open class A { func f() { Store.shared.go() } }"),
            Row(.subclasses, "class A { func f() { Store.shared.go() } }\nfinal class B: A {}"),
            Row(
                .overload,
                "final class A { init(a: Int) {}\ninit(a: Int, b: Int = 1) {}\nfunc f() { Store.shared.go() } }"
            ),
            Row(
                .reference,
                "final class A { init(a: Int) {}\nfunc f() { Store.shared.go() } }\nlet made = [1].map(A.init)"
            ),
            Row(
                .requirement,
                "protocol P { init(a: Int) }\nfinal class A: P { init(a: Int) {}\nfunc f() { Store.shared.go() } }"
            ),
            Row(.access, "public final class A { public init() {}\nfunc f() { Store.shared.go() } }"),
            Row(.branches, "final class A {\n#if DEBUG\ninit() {}\n#endif\nfunc f() { Store.shared.go() } }"),
            Row(.kind, "struct A: View { func f() { Store.shared.go() } }"),
        ]
    )
    func settable(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": row.store, "App/A.swift": row.caller])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.callers.map(\.obstacle) == [nil], "\(plan.callers)")
        #expect(plan.diff.contains("var injectedStore: Store?"), "\(plan.diff)")
        #expect(!plan.diff.contains("init(store"), "\(plan.diff)")
    }
}
