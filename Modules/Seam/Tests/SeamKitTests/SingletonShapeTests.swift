import TestSupport
import Testing

@testable import SeamKit

@Suite("Shapes", .ownThread)
struct SingletonShapeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var source: String
        var found: [String]

        init(_ name: String, _ source: String, _ found: [String]) {
            testDescription = name
            self.source = source
            self.found = found
        }
    }

    @Test(
        "Singletons are found by their shape, whatever they are called",
        arguments: [
            Row("static let", "class A { static let one = A(); var n = 0 }", ["A.one"]),
            Row("declared type", "class A { static var it: A? ; var n = 0 }", ["A.it"]),
            Row("implicitly unwrapped", "class A { static var it: A!; var n = 0 }", ["A.it"]),
            Row("closure", "class A { static let it: A = { let a = A(); return a }(); var n = 0 }", ["A.it"]),
            Row("in an extension", "class A { var n = 0 }; extension A { static let it = A() }", ["A.it"]),
            Row("actor", "actor A { static let it = A(); var n = 0 }", ["A.it"]),
            Row("nested", "enum B { final class A { static let it = A(); var n = 0 } }", ["B.A.it"]),
            Row("as a protocol", "protocol P {}; class A: P { static let it: any P = A(); var n = 0 }", ["A.it"]),
            Row(
                "through Self",
                "class A { static let it = Self.make(); static func make() -> A { A() }; var n = 0 }",
                ["A.it"]
            ),
            Row(
                "by a function of its own",
                "class A { static let it = make(); static func make() -> A { A() }; var n = 0 }",
                ["A.it"]
            ),
            Row(
                "computed over storage",
                "class A { private static let a = A(); class var it: A { a }; var n = 0 }",
                ["A.it"]
            ),
            Row(
                "function over storage",
                "class A { private static let a = A(); class func it() -> A { return a }; var n = 0 }",
                ["A.it"]
            ),
            Row(
                "both branches of #if",
                "class A { var n = 0\n#if X\nstatic let it = A()\n#else\nstatic let it = A()\n#endif\n}",
                ["A.it", "A.it"]
            ),
            Row(
                "struct that reaches outside",
                "struct A { static let it = A(); func log() { print(1) } }",
                ["A.it"]
            ),
            Row(
                "struct made of a function of the system",
                "struct A { static let it = A(put: fputs); let put: (String) -> Void }",
                ["A.it"]
            ),
            Row("struct that is replaced", "struct A { static var it = A() }; func f() { A.it = A() }", ["A.it"]),
            Row(
                "enum that is replaced",
                "enum A { case a, b; static var it = A.a }; func f() { A.it = .b }",
                ["A.it"]
            ),
            Row("locator", "class S { var n = 0 }; enum L { static let s = S() }", ["L"]),
            Row("locator of state", "enum L { static var on = false }; func f() { L.on = true }", ["L"]),
            Row(
                "locator by functions",
                "enum L { private static var t: Int?; static func get() -> Int? { t }; static func set() { t = 1 } }",
                ["L"]
            ),
            Row(
                "locator over a box in a struct",
                "class B { var n = 0 }; struct S { let b = B() }; enum L { private static let s = S(); "
                    + "static func set() { s.b.n = 1 } }; func f() { L.set() }",
                ["L"]
            ),
            Row("world", "struct W { var now: () -> Int }; var Current = W(now: { 1 })", ["W.Current"]),
            Row("global", "class A { var n = 0 }; let a = A()", ["A.a"]),
            Row(
                "Objective-C from Swift",
                "func f() { VendorThing.sharedThing().go() }",
                ["VendorThing.sharedThing"]
            ),
            Row(
                "framework",
                "import Foundation\nfunc f() { UserDefaults.standard.set(1, forKey: \"a\") }",
                ["UserDefaults.standard"]
            ),
        ]
    )
    func shapes(_ row: Row) throws {
        #expect(try Tree.map(row.source).found == row.found)
    }

    @Test(
        "What only looks like a singleton is none",
        arguments: [
            Row("constant of a struct", "struct A { static let zero = A(n: 0); let n: Int }", []),
            Row("conventional name, plain data", "struct A { static let shared = A(); let n = 1 }", []),
            Row("enum case in a constant", "enum A { case a; static let first = A.a }", []),
            Row(
                "named instances of data",
                "final class A { static let x = A(n: 1); static let y = A(n: 2); let n: Int; init(n: Int) {} }",
                []
            ),
            Row("factory", "class A { static func make() -> A { A() }; var n = 0 }", []),
            Row("factory by a local", "class A { static var blank: A { let a = A(); return a }; var n = 0 }", []),
            Row(
                "function with arguments",
                "class A { static func it(_ n: Int) -> A { cache[n] }; static var cache: [A] = []; var n = 0 }",
                []
            ),
            Row(
                "factory by another",
                "class A { static func a() -> A { b(1) }; static func b(_ n: Int) -> A { A() } }",
                []
            ),
            Row(
                "protocol's name for a constant of a struct",
                "protocol P {}; struct C: P { static let a = C(); let n = 1 }; "
                    + "extension P where Self == C { static var a: Self { C.a } }",
                []
            ),
            Row("computed anew", "class A { static var it: A { .init() }; var n = 0 }", []),
            Row("requirement", "protocol P { static var shared: Self { get } }", []),
            Row("task local", "class A { @TaskLocal static var it = A(); var n = 0 }", []),
            Row(
                "namespace of constants",
                "enum C { static let a = 1; static let b = \"b\"; static func f(_ n: Int) -> Int { n } }",
                []
            ),
            Row("formatter", "import Foundation\nenum F { static let day = DateFormatter() }", []),
            Row("instance property", "class A { let it = B() }; class B { var n = 0 }", []),
            Row("queue", "import Foundation\nfunc f() { DispatchQueue.main.async {} }", []),
            Row(
                "values with a part that the tree extends",
                "import Foundation\nextension String { func log() { NSLog(self); _ = FileManager.default } }\n"
                    + "struct C { static let a = C(name: \"a\"); static let b = C(name: \"b\"); let name: String }",
                ["FileManager.default"]
            ),
            Row(
                "values that borrow shared state to work themselves out",
                "final class S { static let s = S(); var n = 0 }\n"
                    + "struct C { static let a = C(n: 1); let n: Int; func text() -> String { S.s.n = n; return \"\" } }",
                ["S.s"]
            ),
            Row(
                "an enum case behind Self",
                "enum E { case shared(Int); static var it: Self { .shared(1) } }; func f() { _ = E.it }",
                []
            ),
            Row("in a comment or string", "// A.shared.x\nlet a = \"A.shared.x\"", []),
        ]
    )
    func lookAlikes(_ row: Row) throws {
        #expect(try Tree.map(row.source).found == row.found)
    }
}
