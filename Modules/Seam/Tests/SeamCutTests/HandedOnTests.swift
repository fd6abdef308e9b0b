import Foundation
import TestSupport
import Testing

@testable import SeamCut

/// What makes a caller for others, or is made by one, gets the instance along every way that the code has already.
@Suite("What is handed on", .ownThread)
struct HandedOnTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The program without the store, and without what starts it.
        var code: String
        /// The statements that start it.
        var start: String
        /// What stands in the program after the cut.
        var after: [String]
        /// What has the store.
        var store = HandedOnTests.store
        var accessor = "Store"

        var program: String {
            "import Foundation\n\(store)\(code)\n@main enum Program {\n    static func main() {\n        \(start)\n    }\n}\n"
        }
    }

    private static let store = """
        final class Store: Sendable {
            static let shared = Store()
            func go(_ text: String) { print(text) }
        }
        final class Other: Sendable { static let shared = Other() }

        """

    private static let caller = """
        class A {
            let n: Int
            private let other: Other

            init(n: Int, style: Int = 1, other: Other = .shared) {
                self.n = n
                self.other = other
            }

        MEMBERS
            func f() { Store.shared.go("\\(n)") }
        }

        """

    private static func caller(_ members: String) -> String {
        caller.replacing("MEMBERS\n", with: members.isEmpty ? "" : members + "\n")
    }

    private static let maker = """
        final class Maker {
            init(m: Int) {}

            func make() {
                Store.shared.go("make")
                CALL
            }
        }

        """

    private static let rows: [Row] = [
        Row(
            testDescription: "by no initial value that an initializer replaces",
            code: """
                final class Parser {
                    private let n: Int
                    init(n: Int = 1) { self.n = n }
                    func go() { Store.shared.go("\\(n)") }
                }
                final class Manager {
                    private var parser = Parser()
                    init(parser: Parser) {
                        self.parser = parser
                        Store.shared.go("made")
                    }
                    func f() { parser.go() }
                }

                """,
            start: "Manager(parser: Parser(n: 2)).f()",
            after: ["    private var parser = Parser()\n"]
        ),
        Row(
            testDescription: "by an initial value that moves, and leaves behind what nobody sees being made",
            code: """
                final class Parser {
                    func go() { Store.shared.go("parser") }
                }
                struct Log { var lines: [String] = [] }
                final class Manager {
                    private let parser = Parser()
                    private var log = Log()
                    init(n: Int) { Store.shared.go("\\(n)") }
                    func f() {
                        log.lines.append("f")
                        parser.go()
                    }
                }

                """,
            start: "Manager(n: 2).f()",
            after: ["    private let parser: Parser\n", "    private var log = Log()\n"]
        ),
        Row(
            testDescription: "by an initializer that computes what it passes, and passes on another default",
            code: caller(
                """
                    convenience init(text: String, other: Other = .shared) {
                        let n = text.count
                        self.init(n: n, other: other)
                    }

                """
            ) + maker.replacing("CALL", with: "A(text: \"abc\").f()"),
            start: "Maker(m: 1).make()",
            after: [
                "convenience init(text: String, other: Other = .shared, store: Store = .shared) {",
                "self.init(n: n, other: other, store: store)", "A(text: \"abc\", store: store).f()",
            ]
        ),
        Row(
            testDescription: "by a static function that passes another default",
            code: caller(
                "    static func make(n: Int, other: Other = .shared) -> A { A(n: n, other: other) }\n"
                    + "    static func plain(n: Int) -> A { A(n: n) }\n"
            ),
            start: "A.make(n: 1).f()\n        A.plain(n: 2).f()",
            after: [
                "make(n: Int, other: Other = .shared, store: Store = .shared) -> A {",
                "A(n: n, other: other, store: store)",
                "static func plain(n: Int) -> A { A(n: n) }",
            ]
        ),
        Row(
            testDescription: "by what makes subclasses, also without the name of the type",
            code: caller("")
                + """
                class B: A {
                    override init(n: Int, style: Int = 1, other: Other = .shared) { super.init(n: n, other: other) }
                }
                class C: A {}

                """
                + maker.replacing(
                    "CALL",
                    with: "B(n: 1).f()\n        C(n: 2).f()\n        let a: A = .init(n: 3)\n        a.f()"
                ),
            start: "Maker(m: 1).make()",
            after: ["B(n: 1, store: store).f()", "C(n: 2, store: store).f()", "let a: A = .init(n: 3, store: store)"]
        ),
        Row(
            testDescription: "in an initializer, to an initializer that calls another one",
            code: caller(
                "    convenience init(text: String) { self.init(n: text.count, style: 1, other: .shared) }\n"
            )
                + """
                final class Maker {
                    private let a: A

                    init(text: String) {
                        a = A(text: text)
                    }

                    func make() {
                        Store.shared.go("make")
                        a.f()
                    }
                }

                """,
            start: "Maker(text: \"a\").make()",
            after: ["a = A(text: text, store: store)"]
        ),
        Row(
            testDescription: "by a subclass that passes on to its superclass what it uses itself",
            code: """
                class Base {
                    let store: Store
                    init(store: Store = .shared) { self.store = store }
                }
                class A: Base {
                    let n: Int
                    init(n: Int) { self.n = n; super.init() }
                    func f() { Store.shared.go("\\(n)") }
                }
                class B: A {}

                """ + maker.replacing("CALL", with: "A(n: 1).f()\n        B(n: 2).f()"),
            start: "Maker(m: 1).make()",
            after: [
                "init(n: Int, store: Store = .shared) { self.n = n; super.init(store: store) }",
                "A(n: 1, store: store).f()", "B(n: 2, store: store).f()",
            ]
        ),
        Row(
            testDescription: "of a locator, whose instance tests replace, where people read it early",
            code: (1...4).map { "final class A\($0) { init(service: Service = Locator.service) {} }\n" }.joined()
                + """
                final class Model {
                    private let service: Service

                    init(service: Service = Locator.service) {
                        self.service = service
                    }

                    func go() {
                        service.go()
                        Locator.service.go()
                    }
                }
                final class Screen {
                    init(n: Int) {}

                    func show() { Locator.service.go() }

                    func go() { Model().go() }
                }
                enum Keeper {
                    nonisolated(unsafe) static var screen: Screen?
                    nonisolated(unsafe) static var model: Model?
                }

                """,
            start: "let screen = Screen(n: 1)\n        screen.show()\n        screen.go()",
            after: ["service.go()\n        service.go()", "Model(service: service).go()"],
            store: """
                protocol Service: Sendable { func go() }
                final class Real: Service { func go() { print("go") } }
                enum Locator {
                    nonisolated(unsafe) private static var own: Service = Real()
                    static var service: Service { own }
                    static func set(_ service: Service) { own = service }
                }

                """,
            accessor: "Locator"
        ),
        Row(
            testDescription: "by a class of the program that others see, whose branches make something",
            code: """
                public class A: NSObject {
                    private var n = 0

                    #if DEBUG
                    func made() -> [Int] { .init([n]) }
                    #endif

                    func f() { Store.shared.go("\\(n)") }
                }
                public class B: NSObject {
                    override public init() { super.init() }

                    #if DEBUG
                    func made() -> [Int] { .init([1]) }
                    #endif

                    func f() { Store.shared.go("b") }
                }

                """,
            start: "A().f()\n        B().f()",
            after: [
                "    init(store: Store = .shared) {\n        self.store = store\n        super.init()\n    }",
                "    public init(store: Store = .shared) {\n        self.store = store\n        super.init()\n    }",
            ],
            store: """
                public final class Store: Sendable {
                    public static let shared = Store()
                    func go(_ text: String) { print(text) }
                }

                """
        ),
    ]

    @Test("Somebody can pass an instance along each way", arguments: rows)
    func passed(_ row: Row) throws {
        let tree = try Self.tree(row)
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/Program.swift")
        for part in row.after { #expect(text.contains(part), "\(text)") }
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test("What is written compiles and prints the same", .startsCompiler, arguments: rows)
    func runs(_ row: Row) throws {
        let tree = try Self.tree(row)
        let file = tree.root.appending(path: "App/Program.swift")
        let old = try Compiler.run([file], .swift5)
        #expect(old.errors.isEmpty && !old.output.isEmpty, "\(old)")
        try tree.cutAll(options: Cut.Options())
        for mode in [Compiler.Mode.swift5, .swift6, .debug] {
            let new = try Compiler.run([file], mode)
            #expect(new.errors.isEmpty && new.output == old.output, "\(new)")
        }
    }

    private static func tree(_ row: Row) throws -> SourceTree {
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "App", targets: [.executableTarget(name: "App", path: "App")])

            """
        var files = ["App/Program.swift": row.program, "Package.swift": manifest]
        if row.accessor == "Locator" {
            files["Tests/Tests.swift"] = """
                import XCTest
                final class Tests: XCTestCase {
                    func test() { Screen(n: 1).show(); Locator.set(Real()); Model().go() }
                }

                """
        }
        return try SourceTree(files)
    }

    @Test("All files of a type pass what it has, also if a file of its own reads that late")
    func files() throws {
        let tree = try SourceTree([
            "App/Store.swift": FormTests.loud,
            "App/A.swift": """
            class A {
                init(n: Int) {}
                func f() { Row(n: 1).go() }
            }
            class Row {
                init(n: Int) {}
                func go() { Store.shared.go() }
            }

            """,
            "App/A+B.swift": "extension A {\n    func g() { Store.shared.go(); Row(n: 2).go() }\n}\n",
            "App/A+C.swift": "extension A {\n    func h() { Store.shared.go(); Row(n: 3).go() }\n}\n",
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift").contains("func f() { Row(n: 1, store: injectedStore).go() }"))
        #expect(try tree.text("App/A+B.swift").contains("Row(n: 2, store: store).go()"))
        #expect(try tree.text("App/A+C.swift").contains("Row(n: 3, store: store).go()"))
    }
}
