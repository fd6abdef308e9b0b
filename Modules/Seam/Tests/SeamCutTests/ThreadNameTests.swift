import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// What names a type or a function that passes the instance: other names for it, names that others have, values.
@Suite("Names of what passes the instance", .ownThread)
struct ThreadNameTests {
    /// Declarations, and what runs them.
    private static let kinds: [(String, String)] = [
        (
            "struct Generic<T> { let t: T; func opens() { Screen(title: \"generic\").show() } }\nfinal class Quiet { func opens() {} }",
            "Generic<Int>(t: 1).opens(); let g: Generic<Int> = .init(t: 1); g.opens(); let h = Generic(t: \"\"); h.opens(); Quiet().opens()"
        ),
        (
            """
            struct Value { var n = 1; func values() { Screen(title: "value").show() } }
            final class Silent { func values() {} }
            final class Holder {
                let v = Value(); let s = Silent(); var w: Value?; var holder: Holder?
                static func make() -> Value { Value() }
                func make() -> Value? { w }
                func go(_ p: Value, _ all: [Value]) {
                    v.values(); self.v.values(); s.values(); w?.values(); holder?.v.values(); p.values()
                    Holder.make().values(); make()?.values()
                    if let w { w.values() }
                    if let q = w { q.values() }
                    guard let q = make() else { return }
                    q.values()
                }
            }
            """, "let holder = Holder(); holder.w = Value(); holder.holder = Holder(); holder.go(Value(), [])"
        ),
        (
            "typealias Wall = Screen\nfinal class Walls { typealias Own = Wall; func f() { Wall(title: \"wall\").show(); let w: Wall = .init(title: \"implied\"); w.show(); Own(title: \"own\").show() } }",
            "Walls().f(); Wall(title: \"root\").show()"
        ),
        (
            "extension Screen { static func own() -> Screen { Self(title: \"self\") }; func again() -> Screen { type(of: self).init(title: \"again\") } }",
            "Screen.own().again().show()"
        ),
        (
            "final class Asking { let s = Screen(title: \"asked\"); func f() { type(of: s).init(title: \"other\").show() } }",
            "Asking().f()"
        ),
        (
            "extension Screen { static func titled(_ t: String) -> Screen { .init(title: t) } }\nfinal class Implied { func f() -> Screen { .titled(\"implied\") }; func g() { let s: Screen = .titled(\"local\"); s.show() } }",
            "Implied().f().show(); Implied().g()"
        ),
        (
            """
            enum A { final class Inner { let store: Store; init(store: Store = .shared) { self.store = store }; func f() { print("A", store.go()) } }
                static func run() { Inner().f(); A.Inner().f() } }
            enum B { final class Inner { func f() { print("B") } }; static func run() { Inner().f(); A.Inner().f() } }
            """, "A.run(); B.run(); A.Inner().f(); B.Inner().f()"
        ),
        (
            "final class Values { func f() { let make = Screen.init; make(\"value\", Store.shared).show() } }",
            "Values().f(); Screen().show()"
        ),
        (
            "final class Overloaded { static func open() { Screen(title: \"a\").show() }; static func open(_ n: Int) { Screen(title: \"\\(n)\").show() }; static func open(at n: Int) {} }",
            "Overloaded.open(); Overloaded.open(1); Overloaded.open(at: 2)"
        ),
        (
            "final class Twice { func f(_ s: Screen = Screen(title: \"default\")) { s.show(); s.show() } }",
            "Twice().f(); Twice().f(Screen(title: \"passed\"))"
        ),
        (
            "final class Once { func f(_ s: Screen = .init(title: \"only\")) -> Int { s.show() } }", "print(Once().f())"
        ),
        (
            "func choose(_ n: Int, s: Screen = Screen(title: \"chosen\")) -> String {\n    if n > 0 { s.title } else { \"\" }\n}",
            "print(choose(1), choose(0, s: Screen()))"
        ),
        (
            "final class Reading { let s: Screen; let t: String; init(s: Screen = Screen(title: \"read\")) { self.s = s; t = s.title } }",
            "print(Reading().t)"
        ),
        (
            "typealias Done = (Int) -> Void\nfinal class Loader { let store: Store; init(store: Store = .shared, done: @escaping Done) { self.store = store; done(store.go()) } }",
            "_ = Loader { print($0) }"
        ),
        (
            "final class Around { let frame: Frame?; init(frame: Frame?) { self.frame = frame } }",
            "Around(frame: .init(screen: .init(title: \"nested\"))).frame?.screen.show(); let o: Screen? = .init(title: \"optional\"); o?.show()"
        ),
        (
            "final class Same: Hashable { static func == (a: Same, b: Same) -> Bool { a === b }; func hash(into hasher: inout Hasher) {}; let all = [Screen(title: \"one\"), Screen(title: \"two\")]; private var n = -1 as Double; private let m = 60 * 60 }",
            "Same().all.forEach { $0.show() }"
        ),
        (
            "protocol View {}\nstruct Press: View { let action: () -> Void; var screen: Screen { Screen(title: \"press\") } }",
            "Press { print(1) }.screen.show(); Press(action: { print(2) }).action()"
        ),
        (
            "final class Stored { let make: () -> Screen; init(make: @escaping () -> Screen = { Screen(title: \"stored\") }) { self.make = make } }",
            "Stored().make().show()"
        ),
        (
            "final class Sending: Sendable { func f() async { async let s = Screen(title: \"async\").show(); print(await s) } }",
            "await Sending().f()"
        ),
        (
            """
            protocol Shows { associatedtype Shown; func make() -> Shown }
            final class ShowsOne: Shows { typealias Shown = Screen; func make() -> Screen { Screen(title: "shown") } }
            struct ShowsTwo: Shows { typealias Shown = Int; func make() -> Int { 2 } }
            """, "ShowsOne().make().show(); print(ShowsTwo().make())"
        ),
        (
            """
            enum Outer { enum Inner { struct Row { let title: String } } }
            final class Making {
                func row() -> Outer.Inner.Row { return .init(title: "row") }
                func show(_ screen: Screen, second: Screen?) { screen.show(); second?.show() }
                func f() { show(.init(title: "argument"), second: .init(title: row().title)); self.show(.init(), second: nil) }
            }
            """, "Making().f()"
        ),
        (
            "protocol Made { init() }\nfinal class Only: Made { let n = 1 }\nfunc describe(_ type: Any.Type, _ made: any Made.Type) { print(type, made.init() is Only) }",
            "describe(Screen.self, Only.self)"
        ),
    ]

    @Test("Each of these passes the instance, and the program prints the same", .startsCompiler)
    func kinds() throws {
        let declarations = ThreadWayTests.screen + Self.kinds.map { $0.0 + "\n" }.joined()
        let calls = Self.kinds.map { "        do { \($0.1) }\n" }.joined()
        let text = declarations + "@main enum Program {\n    static func main() async {\n\(calls)    }\n}\n"
        let tree = try SourceTree(["App/Program.swift": text])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        #expect(before.errors.isEmpty, "\(before.errors)")
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(plan.calls.filter { $0.obstacle != nil }.map(\.explanation) == [], "\(plan.summary)")
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let written = try tree.text("App/Program.swift")
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(written)")
        #expect(after.output == before.output)
        #expect(try tree.plan("Store", options: Cut.Options(stage: .thread)).changes.isEmpty)
    }
}
