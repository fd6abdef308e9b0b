import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// Static functions that accept an instance.
@Suite("Injecting into static functions", .ownThread)
struct FunctionTests {
    private static let store =
        "public final class Store: Sendable { public static let shared = Store()\npublic func go() -> Int { 1 } }"

    /// The form that a function gets, in the file `A.swift`.
    enum Form: Sendable {
        case parameter
        case forwarder
        case none
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var form: Form
        var text: String
        var store: String
        var testDescription: String { "\(form): \(text)" }

        init(_ form: Form, _ text: String, store: String = FunctionTests.store) {
            (self.form, self.text, self.store) = (form, text, store)
        }
    }

    private static let loose = "final class Store { static let shared = Store()\nfunc go() -> Int { 1 } }"
    private static let main = "@MainActor final class Store { static let shared = Store()\nfunc go() -> Int { 1 } }"
    private static let held = "private static var store: Store { .shared }"
    private static let f = "static func f() -> Int { Store.shared.go() }"
    private static let free = "func f() -> Int { Store.shared.go() }"

    @Test(
        "A static function gets a parameter if nothing else changes, and a forwarder if its name may mean more",
        arguments: [
            Row(.parameter, "enum A { \(f) }"),
            Row(.parameter, "final class A { class func f() -> Int { Store.shared.go() } }"),
            Row(.parameter, "class A { class func f() -> Int { Store.shared.go() } }"),
            Row(.parameter, "public enum A { public \(f) }"),
            Row(.parameter, "enum A { \(f) }", store: loose),
            Row(.parameter, "public enum A {}\npublic extension A { private \(f) }", store: loose),
            Row(.parameter, "enum A { static func f(function: Int) -> Int { function + Store.shared.go() } }"),
            Row(.parameter, "@MainActor enum A { \(f) }", store: main),
            Row(.parameter, "enum A { @MainActor \(f) }", store: main),
            Row(.parameter, "enum A: Sendable, CaseIterable { case a\n\(f) }"),
            Row(.parameter, "enum A { \(f)\nstatic func g() -> Int { f() + A.f() } }"),
            Row(.parameter, "enum A { \(f) }\nstruct B { var f = 1\nfunc g() -> Int { f } }"),
            Row(.parameter, "enum A { static func go() -> Int { Store.shared.go() } }"),
            Row(.parameter, "enum A { static func f() -> [() -> Int] { [{ Store.shared.go() }] } }"),
            Row(.forwarder, "enum A { \(f)\nstatic var all: [() -> Int] { [f] } }"),
            Row(.forwarder, "enum A { \(f) }\nlet all: [() -> Int] = [A.f]"),
            Row(.forwarder, "enum A { static func f(_ n: Int) -> Int { Store.shared.go() } }\nlet g = A.f(_:)"),
            Row(.parameter, "enum A { \(f)\nstatic func f(_ n: Int) -> Int { n } }"),
            Row(.forwarder, "enum A { \(f)\nstatic func f(_ n: Int = 1) -> Int { n } }"),
            Row(.parameter, "enum A { \(f) }\nextension A { func f(_ n: Int) -> Int { n } }"),
            Row(.forwarder, "struct A<T> { \(f) }\nextension A where T == Int { static func f() -> Int { 2 } }"),
            Row(.forwarder, "struct A<T> { \(f) }\nextension A<Int> { static func f() -> Int { 2 } }"),
            Row(
                .forwarder,
                "enum A { static func f<T>(_ t: T) -> Int { Store.shared.go() }\n"
                    + "static func f<T: P>(_ t: T) -> Int { 2 } }\nprotocol P {}"
            ),
            Row(
                .forwarder,
                "enum A { static func f<T>(_ t: T) -> Int { Store.shared.go() }\n"
                    + "static func f<T>(_ t: T) -> Int where T: P { 2 } }\nprotocol P {}"
            ),
            Row(.parameter, "class B { static func f(_ n: Int) -> Int { n } }\nclass A: B { \(f) }"),
            Row(.forwarder, "protocol P { static func f() -> Int }\nenum A: P { \(f) }"),
            Row(
                .forwarder,
                "protocol P { static func f() -> Int }\nprotocol Q: P {}\nenum A { \(f) }\nextension A: Q {}"
            ),
            Row(.forwarder, "import Other\nenum A: Foreign { \(f) }"),
            Row(.forwarder, "@objcMembers class A: NSObject { \(f) }"),
            Row(.forwarder, "class A: NSObject {}\n@objc extension A { \(f) }"),
            Row(.parameter, "enum A { static func f(_ n: Int) -> Int { n > 0 ? f(n - 1) : Store.shared.go() } }"),
            Row(.parameter, "enum A { static func f(_ n: Int) -> Int { n > 0 ? A.f(n - 1) : Store.shared.go() } }"),
            Row(.none, "enum A { \(f) }\nfunc g() { let f = A.f\nprint(f()) }"),
            Row(.none, "enum A { static func f(_ n: Int...) -> Int { Store.shared.go() } }"),
            Row(.none, "enum A { static func f<each T>(_ n: repeat each T) -> Int { Store.shared.go() } }"),
            Row(.none, "enum A { static func f(n: Int,) -> Int { Store.shared.go() } }"),
            Row(.none, "enum A { \(held)\nstatic func f(store: Int) -> [() -> Int] { [{ Store.shared.go() }] } }"),
            Row(.none, "enum A { \(held)\nstatic func f(_ store: Int) -> [() -> Int] { [{ Store.shared.go() }] } }"),
            Row(.none, "enum A { static func f() -> Int { let passedStore = Store.shared.go(); return passedStore } }"),
            Row(.none, "enum A { static func f() -> String { \"\\(#function) \\(Store.shared.go())\" } }"),
            Row(.none, "class A: NSObject { @objc \(f) }"),
            Row(.none, "@main enum A { static func main() { print(Store.shared.go()) } }"),
            Row(.none, "struct A { static func + (a: A, b: A) -> Int { Store.shared.go() } }"),
            Row(.none, "enum A { static func `a b`() -> Int { Store.shared.go() } }"),
            Row(.none, "class A { class func f() -> Int { Store.shared.go() } }\nclass B: A {}"),
            Row(.none, "open class A { open class func f() -> Int { Store.shared.go() } }"),
            Row(
                .none,
                "class B { class func f() -> Int { 1 } }\nclass A: B { override class func f() -> Int { Store.shared.go() } }"
            ),
            Row(.none, "extension Int { \(f) }"),
            Row(.none, "protocol A {}\nextension A { \(f) }"),
            Row(.none, "func g() { enum A { \(f) }\nprint(A.f()) }"),
            Row(.none, "public enum A { public \(f) }", store: loose),
            Row(.none, "public enum A {}\npublic extension A { \(f) }", store: loose),
            Row(.none, "enum A { static func f() -> () -> Int { { Store.shared.go() } } }", store: loose),
            Row(
                .none,
                "enum A { static func f() -> () -> Int { func g() -> Int { Store.shared.go() }; return g } }",
                store: loose
            ),
            Row(.none, "enum A { static func f() async -> Int { await Store.shared.go() } }", store: main),
            Row(.none, "enum A { static func f() async -> Int { async let n = Store.shared.go()\nreturn await n } }"),
            Row(.none, "enum A { static var n: Int { Store.shared.go() } }"),
            Row(
                .none,
                "enum A { \(f) }",
                store: "struct Store { static var shared = Store()\nfunc go() -> Int { print(1); return 1 } }"
            ),
            Row(
                .none,
                "protocol P { static func f(_ n: () -> Int) rethrows -> Int }\n"
                    + "enum A: P { static func f(_ n: () -> Int) rethrows -> Int { try n() + Store.shared.go() } }"
            ),
            Row(.none, "import Other\nenum A: Foreign { static func f() -> some Equatable { Store.shared.go() } }"),
            Row(
                .none,
                "import Other\nenum A: Foreign { static func f(_ n: @autoclosure () -> Int) -> Int { n() + Store.shared.go() } }"
            ),
            Row(.none, "import Other\nenum A: Foreign { static func f(_: Int) -> Int { Store.shared.go() } }"),
        ]
    )
    func forms(_ row: Row) throws { try check(row) }

    @Test(
        "So does a function that belongs to no type",
        arguments: [
            Row(.parameter, "func f(_ a: A) -> Int { Store.shared.go() }\nstruct A {}"),
            Row(.parameter, "private func f(_ n: Int = 1, a: A.B) -> Int { Store.shared.go() }\nenum A { enum B {} }"),
            Row(.parameter, "func f(_ a: A) -> [() -> Int] { [{ Store.shared.go() }] }\nstruct A {}"),
            // Another module may have a function that is called so, and would be preferred.
            Row(.forwarder, "func f(_ a: A = A()) -> Int { Store.shared.go() }\nstruct A {}"),
            Row(.forwarder, "func f(_ a: [A]) -> Int { Store.shared.go() }\nstruct A {}"),
            Row(.forwarder, "func f(_ n: Int) -> Int { Store.shared.go() }"),
            Row(.forwarder, free),
            Row(.forwarder, "private \(free)"),
            Row(.forwarder, "public \(free)"),
            Row(.forwarder, free, store: loose),
            Row(.forwarder, "@MainActor \(free)", store: main),
            Row(.forwarder, "#if DEBUG\n\(free)\n#endif"),
            Row(.forwarder, "func f() -> [() -> Int] { [{ Store.shared.go() }] }"),
            Row(.forwarder, "func f() -> Int { func g() -> Int { Store.shared.go() }; return g() }"),
            Row(.forwarder, "\(free)\nfunc g() -> Int { f() }\nstruct B { func f(_ n: Int) -> Int { n } }"),
            Row(.forwarder, "func f(_ a: A) -> Int { Store.shared.go() }\nstruct A {}\nlet all: [(A) -> Int] = [f]"),
            Row(.parameter, "func f(_ a: A) -> Int { Store.shared.go() }\nstruct A {}\nfunc f(_ a: A, n: Int) {}"),
            Row(.parameter, "func f(_ a: A) -> Int { a.b ? f(A(b: 0)) : Store.shared.go() }\nstruct A { let b: Bool }"),
            Row(.forwarder, "\(free)\nlet all: [() -> Int] = [f]"),
            Row(.forwarder, "\(free)\nstruct B { func g() -> [() -> Int] { [App.f] } }"),
            Row(.forwarder, "\(free)\nfunc f(_ n: Int) -> Int { n }"),
            Row(.forwarder, "func f(_ n: Int) -> Int { n > 0 ? f(n - 1) : Store.shared.go() }"),
            Row(.none, "\(free)\nfunc g() { let f = f\nprint(f()) }"),
            Row(.none, "func f(_ n: Int...) -> Int { Store.shared.go() }"),
            // The forwarder's call would mean the parameter.
            Row(.none, "func f(f: Int) -> Int { Store.shared.go() }"),
            Row(.none, "@_cdecl(\"f\") \(free)"),
            Row(.none, "func + (a: [Int], b: Int) -> Int { Store.shared.go() }"),
            Row(.none, "public \(free)", store: loose),
            Row(.none, "func f() -> () -> Int { { Store.shared.go() } }", store: loose),
            Row(.none, "func f() async -> Int { await Store.shared.go() }", store: main),
            Row(.none, "func f(_ n: Int = [Store.shared].count) -> Int { n }"),
            Row(.none, "var n: Int { Store.shared.go() }"),
            Row(.none, "let n = Store.shared.go() + 1"),
        ]
    )
    func outside(_ row: Row) throws { try check(row) }

    private func check(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": row.store, "App/A.swift": row.text])
        let plan = try tree.plan("Store", options: .late)
        let count = plan.rows.count { $0.use.file == "App/A.swift" }
        #expect(plan.diff.contains("store passedStore: Store? = nil") == (row.form == .parameter), "\(plan.diff)")
        #expect(plan.diff.contains("store passedStore: Store?)") == (row.form == .forwarder), "\(plan.diff)")
        #expect(plan.diff.contains("store: nil") == (row.form == .forwarder), "\(plan.diff)")
        #expect(plan.diff.contains("(passedStore ?? ") == (row.form != .none), "\(plan.diff)")
        let injected = plan.callers.filter { $0.obstacle == nil }.reduce(0) { $0 + $1.uses }
        #expect(injected == (row.form == .none ? 0 : count), "\(plan.callers)")
        try tree.cutAll(options: .late)
        #expect(try tree.cutAll(options: .late) == 0)
    }

    @Test("The property of a file stands after its imports, and is the one that the file has")
    func places() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": "// What A does.\n\nimport Foundation  // for Date\n/// Does it.\n\(Self.free)\n",
            "App/B.swift": "// What B does.\n\n/// Does it.\nfunc b() -> Int { Store.shared.go() }\n",
            "App/F.swift": "func f() { let sharedStore = 1; print(Store.shared.go(), sharedStore) }\n",
            "App/C.swift": "private var usual: Store { .shared }\nfunc c() -> Int { Store.shared.go() }\n",
            // What other files have for themselves isn't in the way.
            "App/G.swift": "private let theStore = 1\n",
            "App/D.swift": "import Foundation\r\n\r\nfunc d() -> Int { Store.shared.go() }\r\n",
            "Other/E.swift": "func e() -> Int { Store.shared.go() }\nlet store = 1\n",
        ])
        try tree.cutAll()
        #expect(
            try tree.text("App/A.swift")
                == "// What A does.\n\nimport Foundation  // for Date\n\nprivate var sharedStore: Store { .shared }\n\n"
                + "/// Does it.\nfunc f() -> Int { sharedStore.go() }\n"
        )
        #expect(
            try tree.text("App/B.swift")
                == "// What B does.\n\nprivate var sharedStore: Store { .shared }\n\n"
                + "/// Does it.\nfunc b() -> Int { sharedStore.go() }\n"
        )
        #expect(
            try tree.text("App/C.swift") == "private var usual: Store { .shared }\nfunc c() -> Int { usual.go() }\n"
        )
        #expect(
            try tree.text("App/D.swift")
                == "import Foundation\r\n\r\nprivate var sharedStore: Store { .shared }\r\n\r\n"
                + "func d() -> Int { sharedStore.go() }\r\n"
        )
        #expect(try tree.text("App/F.swift").hasPrefix("private var theStore: Store { .shared }\n\nfunc f() {"))
        #expect(try tree.cutAll() == 0)
    }

    @Test(
        "In a branch of `#if` it stands in the branch",
        arguments: [
            (
                "#if DEBUG\nimport Foundation\nfunc f() -> Int { Store.shared.go() }\n#endif\n",
                "#if DEBUG\nimport Foundation\n\nprivate var store: Store { .shared }\n\nfunc f() -> Int { store.go() }\n#endif\n"
            ),
            (
                "#if DEBUG\n  func f() -> Int { Store.shared.go() }\n#endif\n",
                "#if DEBUG\n  private var store: Store { .shared }\n\n  func f() -> Int { store.go() }\n#endif\n"
            ),
            (
                "#if DEBUG\nfunc f() -> Int { Store.shared.go() }\n#endif\nfunc g() -> Int { Store.shared.go() }\n",
                "private var store: Store { .shared }\n\n"
                    + "#if DEBUG\nfunc f() -> Int { store.go() }\n#endif\nfunc g() -> Int { store.go() }\n"
            ),
            (
                "#if DEBUG\nfunc f() -> Int { Store.shared.go() }\n#else\nfunc f() -> Int { Store.shared.go() + 1 }\n#endif\n",
                nil
            ),
            (
                "#if DEBUG\nprivate var own: Store { .shared }\n#endif\nfunc f() -> Int { Store.shared.go() }\n",
                "private var store: Store { .shared }\n\n"
                    + "#if DEBUG\nprivate var own: Store { .shared }\n#endif\nfunc f() -> Int { store.go() }\n"
            ),
        ]
    )
    func branches(_ before: String, _ after: String?) throws {
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": before])
        try tree.cutAll()
        #expect(try tree.text("App/A.swift") == after ?? before)
        #expect(try tree.cutAll() == 0)
        if after == nil {
            #expect(try tree.plan("Store").outcomes == ["2 left constrained", "4 left constrained"])
        }
    }

    @Test(
        "A file whose statements run when the program starts keeps its functions",
        arguments: ["App/main.swift", "App/A.swift", "App/Snippets/B.swift"]
    )
    func scripts(_ path: String) throws {
        let run = path.hasSuffix("A.swift") ? "\nprint(f())" : ""
        let tree = try SourceTree(["App/Store.swift": Self.store, path: Self.free + run])
        #expect(try tree.plan("Store").outcomes == ["1 left no-caller"])
    }

    @Test("A function with two accessors gets two parameters, and one with a closure gets them before it")
    func several() throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(), other = Store()\nvar n = 0\n"
                + "func go() -> Int { n += 1; return n } }",
            "App/A.swift": """
            enum A {
                static func f(
                    _ n: Int,
                    then body: (Int) -> Int
                ) -> Int {
                    body(Store.shared.go() + Store.other.go() + n)
                }
            }

            """,
        ])
        try tree.cutAll(options: .late)
        let expected = """
            enum A {
                private static var store: Store { .shared }

                private static var sharedStore: Store { .other }

                static func f(
                    _ n: Int,
                    store passedStore: Store? = nil,
                    sharedStore passedSharedStore: Store? = nil,
                    then body: (Int) -> Int
                ) -> Int {
                    body((passedStore ?? store).go() + (passedSharedStore ?? sharedStore).go() + n)
                }
            }

            """
        #expect(try tree.text("App/A.swift") == expected)
        #expect(try tree.cutAll(options: .late) == 0)
    }

    @Test("Functions that were gathered, or are cut in slices, end as those that are cut at once")
    func steps() throws {
        let files = [
            "App/Store.swift": Self.store,
            "App/A.swift": "enum A {\n    static func f() -> Int { Store.shared.go() }\n"
                + "    static func g() -> [() -> Int] { [{ Store.shared.go() }] }\n}\n",
        ]
        let (gathered, whole) = (try SourceTree(files), try SourceTree(files))
        try gathered.cutAll()
        var tight = Cut.Options.late
        tight.slice = Slice(maxUses: 1)
        #expect(try gathered.cutAll(options: tight) == 0)
        try gathered.cutAll(options: .late)
        try whole.cutAll(options: .late)
        #expect(try gathered.text("App/A.swift") == whole.text("App/A.swift"))
    }

    @Test("A protocol is what functions take where callers have it")
    func abstract() throws {
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": "enum A { \(Self.f) }\n"])
        var options = Cut.Options.late
        options.protocolName = "Storing"
        let plan = try tree.plan("Store", options: options)
        #expect(plan.diff.contains("f(store passedStore: (any Storing)? = nil) -> Int { (passedStore ?? store).go() }"))
    }

    @Test(
        "What is passed is used, and what isn't is the accessor's",
        .startsCompiler,
        arguments: Compiler.Mode.all(in: "// modes: 5 6\n")
    )
    func passed(_ mode: Compiler.Mode) throws {
        let path = "App/Program.swift"
        let tree = try SourceTree([
            path: """
            import Foundation

            final class Store: Sendable {
                static let shared = Store("shared")
                private let text: String
                init(_ text: String) { self.text = text; print("made", text) }
                func name() -> String { text }
            }

            protocol Making { static func make() -> String }
            extension Making { static func make() -> String { "nobody" } }

            func all(_ numbers: [Int] = [Store.shared.name().count]) -> [String] { numbers.map(named) }
            func named(_ number: Int) -> String { number > 9 ? named(number - 9) : "\\(number) \\(Store.shared.name())" }
            func fabs(_ number: Double) -> Double { Double(Store.shared.name().count) }
            func size<Value>(_ value: Value) -> Int { let count = { Store.shared.name().count }; return count() }

            enum A: Making {
                static func make() -> String { Store.shared.name() }
                static func plain() -> String { Store.shared.name() }
                static func both(_ names: inout [String]) { names += [Store.shared.name(), make()] }
            }

            @main enum Program {
                static func main() {
                    var names: [String] = []
                    A.both(&names)
                    print(all(), named(10), size(names), fabs(-1))
                    print(A.plain(), A.make(), names, (A.self as any Making.Type).make())
                }
            }

            """
        ])
        let file = tree.root.appending(path: path)
        try tree.cutAll(options: .late)
        let after = try Compiler.run(file, mode)
        #expect(after.errors.isEmpty, "\(after.errors)")
        let free = "[\"6 shared\"] 1 shared 6 6.0\n"
        #expect(after.output == "made shared\n\(free)shared shared [\"shared\", \"shared\"] shared\n")
        let text = try tree.text(path)
            .replacing("named(10)", with: "named(10, store: Store(\"own\"))")
            .replacing("size(names)", with: "size(names, store: Store(\"own\"))")
            .replacing("A.both(&names)", with: "A.both(&names, store: Store(\"mine\"))")
            .replacing("A.plain(), A.make()", with: "A.plain(store: Store(\"mine\")), A.make(store: Store(\"mine\"))")
        try tree.write(path, text)
        let passed = try Compiler.run(file, mode)
        #expect(passed.errors.isEmpty, "\(passed.errors)")
        let made = "made mine\nmade shared\nmade own\nmade own\n[\"6 shared\"] 1 shared 3 6.0\nmade mine\nmade mine\n"
        #expect(passed.output == made + "mine mine [\"mine\", \"shared\"] shared\n")
    }
}
