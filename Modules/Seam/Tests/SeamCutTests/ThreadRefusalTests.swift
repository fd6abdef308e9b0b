import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// A row for each check of threading: without the check, the row fails.
@Suite("What threading leaves", .ownThread)
struct ThreadRefusalTests {
    static let store =
        "final class Store { static let shared = Store(); var n = 0; func go() -> Int { n += 1; return n } }\n"
    static let screen = "final class Screen { func show() { print(Store.shared.go()) } }\n"
    static let main = "enum Program { static func main() { Screen().show(); Other().f() } }\n"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var reason: Reason
        var message: String?
        var program: String
        var store = ThreadRefusalTests.store
        var files: [String: String] = [:]
        var roots = ["Program"]

        init(
            _ reason: Reason,
            _ message: String?,
            _ program: String,
            store: String = ThreadRefusalTests.store,
            files: [String: String] = [:],
            roots: [String] = ["Program"]
        ) {
            testDescription = "\(reason.code): \(program)"
            (self.reason, self.message, self.program) = (reason, message, program)
            (self.store, self.files, self.roots) = (store, files, roots)
        }

        init(
            _ reason: Reason,
            _ program: String,
            store: String = ThreadRefusalTests.store,
            files: [String: String] = [:],
            roots: [String] = ["Program"]
        ) {
            self.init(reason, nil, program, store: store, files: files, roots: roots)
        }
    }

    static func plan(_ row: Row, _ stage: Stage) throws -> (SourceTree, CutPlan) {
        let tree = try SourceTree(["App/Store.swift": row.store, "App/Program.swift": row.program])
        // Injecting would leave what a file with a syntax error names.
        let isBroken = row.reason == .syntax
        if !isBroken { for (path, text) in row.files { try tree.write(path, text) } }
        try tree.cutAll(options: Cut.Options(stage: .inject))
        if isBroken { for (path, text) in row.files { try tree.write(path, text) } }
        var options = Cut.Options(stage: stage)
        options.roots = Roots(row.roots)
        return (tree, try tree.plan("Store", options: options))
    }

    @Test(
        "A caller stays if something makes it that can't pass the instance, and the plan says what",
        arguments: [
            Row(
                .maker,
                "Other can't take an instance: struct",
                main + screen + "struct Other { var f: () -> Void { { Screen().show() } } }"
            ),
            Row(
                .maker,
                "made in Other, which is no class, actor or structure",
                main.replacing("Other()", with: "Other.one") + screen
                    + "enum Other { case one; var f: () -> Void { { Screen().show() } } }"
            ),
            Row(
                .maker,
                "made in a branch of #if in a closure",
                main + screen
                    + "final class Other { func f() { later {\n#if A\nScreen().show()\n#endif\n} } }"
            ),
            Row(.maker, "made in a macro", main + screen + "final class Other { func f() { #check(Screen()) } }"),
            Row(
                .maker,
                "made in a local function",
                main + screen + "final class Other { var f: () -> Void { func g() { Screen().show() }; return g } }"
            ),
            Row(
                .maker,
                "a closure that runs elsewhere makes it, and Store isn't Sendable",
                main + screen + "final class Other { init() { Task { Screen().show() } }; func f() {} }"
            ),
            Row(
                .maker,
                "made in a static member of Other",
                main + screen + "final class Other { func f() {}; static var g: Void { Screen().show() } }"
            ),
            Row(
                .maker,
                "made in the initial value of a property of Other",
                main + screen + "final class Other { @Wrapped var screen = Screen(); func f() {} }"
            ),
            Row(
                .maker,
                "made in a default argument",
                main + screen + "final class Other { func f(_ screen: Screen = Screen()) {} }"
            ),
            Row(
                .maker,
                "Other can't take an instance: no-initializer",
                main + screen
                    + "final class Other { init(n: Int) {}\ninit() { print(#function) }\nvar f: () -> Void { { Screen().show() } } }"
            ),
            Row(
                .maker,
                "several types are called Screen",
                "enum Program { static func main() { Screen().show() } }\n" + screen
                    + "enum Inner { func f() { final class Screen { func show() {} } } }"
            ),
            Row(
                .syntax,
                "App/Other.swift has a syntax error",
                "enum Program { static func main() { Screen().show() } }\n" + screen,
                files: ["App/Other.swift": "final class Other { func f() { Screen().show() }"]
            ),
            Row(
                .maker,
                "f() has no instance to pass: nothing calls f()",
                "enum Program { static func main() { Screen().show() } }\n" + screen
                    + "extension Int { func f() { Screen().show() } }"
            ),
            Row(
                .maker,
                "made in an extension of a type from elsewhere",
                "enum Program { static func main() { Screen().show() } }\n" + screen
                    + "extension Other { var f: Void { Screen().show() } }\nenum Inner { final class Other {} }"
            ),
            Row(
                .maker,
                "it isn't clear what this makes",
                "enum Program { static func main() { Screen().show() } }\n"
                    + "class Screen { static func make() -> Screen { Self() }\nfunc show() { print(Store.shared.go()) } }"
            ),
            Row(
                .maker,
                "it isn't clear what this makes",
                "enum Program { static func main() { Screen().show() } }\n" + screen
                    + "typealias Wall<T> = App.Screen\nfunc wall() { Wall<Int>().show() }"
            ),
            Row(
                .maker,
                "Other can't take an instance: storage",
                main + screen + "@MainActor final class Other { nonisolated var f: () -> Void { { Screen().show() } } }"
            ),
            Row(
                .maker,
                "Other has no instance to pass",
                main + screen + "final class Other { func f() { Screen().show() } }\nfunc make() { Other().f() }"
            ),
            Row(
                .maker,
                "the accessor belongs to another actor",
                "enum Program { static func main() async { await Screen().show() } }\n@MainActor " + screen,
                store: "@MainActor " + store
            ),
            Row(
                .maker,
                "the accessor belongs to another actor",
                "@MainActor enum Program { static func main() { let g = { Screen().show() }; g() } }\n@MainActor "
                    + screen,
                store: "@MainActor " + store
            ),
            Row(
                .maker,
                "it isn't clear which initializer is called",
                "enum Program { static func main() { Screen(1, 2).show() } }\n"
                    + "final class Screen { init(_ n: Int...) {}\nfunc show() { print(Store.shared.go()) } }"
            ),
            Row(
                .maker,
                "it isn't clear which initializer is called",
                "enum Program { static func main() { Screen(other: 1).show() } }\n"
                    + "final class Screen { init(title: String, other: Int) {}\nfunc show() { print(Store.shared.go()) } }"
            ),
            Row(
                .maker,
                "it isn't clear which initializer is called",
                "enum Program { static func main() { Screen(wrong: 1).show() } }\n"
                    + "final class Screen { init(title: String = \"\") {}\nfunc show() { print(Store.shared.go()) } }"
            ),
            Row(
                .maker,
                "it isn't clear which initializer is called",
                "enum Program { static func main() { Screen().show() } }\n"
                    + "final class Screen { init(title: String) {}\nfunc show() { print(Store.shared.go()) } }"
            ),
        ]
    )
    func makers(_ row: Row) throws {
        let (_, plan) = try Self.plan(row, .thread)
        #expect(plan.rows.contains { $0.outcome == .left(row.reason) }, "\(plan.outcomes)")
        let message = row.message ?? ""
        #expect(plan.failures.contains { $0.message.contains(message) }, "\(plan.failures)")
        #expect(plan.rewritten == 0, "\(plan.diff)")
    }

    @Test(
        "What only tests replace is threaded, unless a test has made the caller by then and nobody asks for it",
        arguments: [
            ("func testF() { Store.set(Store()); Screen().show() }", true),
            ("func testF() { let s = Screen(); Store.set(Store()); s.show() }", false),
            // Nothing calls what would replace it.
            ("func testF() {}", true),
        ],
        [true, false]
    )
    func tests(_ row: (test: String, isThreaded: Bool), isEarlyAllowed: Bool) throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            final class Store {
                private static var one = Store()
                static var shared: Store { one }
                static func set(_ store: Store) { one = store; print(1) }
                func go() {}
            }
            final class Screen {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func show() { store.go() }
            }
            @main enum Program { static func main() { Screen().show() } }
            """,
            "AppTests/T.swift": "import XCTest\n@testable import App\nclass T: XCTestCase { \(row.test) }",
        ])
        var options = Cut.Options(stage: .thread)
        options.isEarlyAllowed = isEarlyAllowed
        let plan = try tree.plan("Store", options: options)
        let isThreaded = row.isThreaded || isEarlyAllowed
        #expect(plan.calls.map(\.reason) == [isThreaded ? nil : .replaced], "\(plan.summary)")
        #expect(plan.summary.contains("--early") == !isThreaded)
    }

    @Test(
        "A use stays if no caller that takes the instance is around it",
        arguments: [
            Row(.test, "enum Program {}", files: ["AppTests/T.swift": "struct T { func f() { Store.shared.n = 1 } }"]),
            Row(.held, "final class Old { let kept = Store.shared; func f() { kept.n = 1 } }"),
            Row(.syntax, "final class Old { func f() { Store.shared.n = 1 }"),
            Row(.uninjected, "struct Old { func f(_ old: Store?) { let s = old ?? Store.shared; s.n = 1 } }"),
            Row(.root, "final class Program { func f() { Store.shared.n = 1 } }"),
            Row(.root, "enum Program { struct Inner { func f() { Store.shared.n = 1 } } }"),
            Row(
                .replaced,
                "enum Program { static func main() { Screen().show(); Store.reset() } }\n" + screen,
                store: "final class Store { private static var one = Store()\nstatic var shared: Store { one }\n"
                    + "static func reset() { one = Store() }\nvar n = 0; func go() -> Int { n += 1; return n } }"
            ),
            Row(
                .form,
                "final class Old { private let injectedStore: Store?\n"
                    + "private var store: Store { injectedStore ?? .shared }\n"
                    + "init(store injectedStore: Store? = Store()) { self.injectedStore = injectedStore } }"
            ),
            Row(
                .form,
                "final class Old { private let injectedStore: Store?\n"
                    + "private var store: Store { injectedStore ?? .shared }\n"
                    + "init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }\n"
                    + "var isInjected: Bool { injectedStore != nil } }\nenum Program { static func main() { _ = Old() } }"
            ),
            Row(
                .form,
                "final class Old { private let injectedStore: Store?\n"
                    + "private var store: Store { injectedStore ?? .shared }\n"
                    + "init(store other: Store? = nil) { self.injectedStore = other } }\n"
                    + "enum Program { static func main() { _ = Old() } }"
            ),
            Row(
                .form,
                screen + "final class Old { func f() { print(Store.other.go()) } }\n"
                    + "enum Program { static func main() { Screen().show(); Old().f() } }",
                store: store + "extension Store { static let other = Store() }\n"
            ),
        ]
    )
    func uses(_ row: Row) throws {
        let (_, plan) = try Self.plan(row, .thread)
        #expect(plan.rows.contains { $0.outcome == .left(row.reason) }, "\(plan.outcomes)")
    }

    @Test("Uses that are known by name only stay, in threading and in retiring", arguments: [Stage.thread, .retire])
    func names(_ stage: Stage) throws {
        let tree = try SourceTree([
            "A/Store.swift": Self.store, "B/Store.swift": Self.store,
            "C/Program.swift": "enum Program { static func main() { Store.shared.n = 1 } }",
        ])
        let planner = try tree.planner()
        let map = planner.map
        var options = Cut.Options(stage: stage)
        options.roots = Roots(["Program"])
        let outcomes = map.singletons.flatMap {
            planner.plan($0, options).rows.map(\.outcome)
        }
        #expect(outcomes.contains(.left(.byName)), "\(outcomes)")
    }

    struct Passing: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var program: String
        var after: [String]
    }

    @Test(
        "A maker passes the instance in the place where its call has room for it",
        arguments: [
            Passing(
                testDescription: "a call that passes an instance stays",
                program: "enum Program { static func main() { Screen(store: Store()).show() } }\n" + screen,
                after: ["main() { Screen(store: Store()).show() }"]
            ),
            Passing(
                testDescription: "behind a comma at the end",
                program: "enum Program { static func main() { Screen(title: 1,).show() } }\n"
                    + "final class Screen { init(title: Int) {}\nfunc show() { print(Store.shared.go()) } }",
                after: ["Screen(title: 1, store: Store.shared,).show()"]
            ),
            Passing(
                testDescription: "before a closure that is the only argument",
                program: "enum Program { static func main() { let s = Screen { 1 }; s.show() } }\n"
                    + "final class Screen { init(_ f: () -> Int) {}\nfunc show() { print(Store.shared.go()) } }",
                after: ["let s = Screen(store: Store.shared) { 1 }"]
            ),
            Passing(
                testDescription: "from an extension of the maker",
                program: main + screen + "final class Other {}\nextension Other { func f() { Screen().show() } }",
                after: ["func f() { Screen(store: store).show() }", "Other(store: Store.shared).f()"]
            ),
            Passing(
                testDescription: "from a maker that holds an instance that was passed",
                program: "enum Program { static func main() { Other(store: Store.shared).f() } }\n" + screen
                    + "final class Other { let store: Store\ninit(store: Store) { self.store = store }\n"
                    + "func f() { Screen().show() } }",
                after: ["func f() { Screen(store: store).show() }"]
            ),
            Passing(
                testDescription: "not the instance of a variable",
                program: "enum Program { static func main() { Other(store: Store.shared).f() } }\n" + screen
                    + "final class Other { var store: Store\ninit(store: Store) { self.store = store }\n"
                    + "func f() { Screen().show() } }",
                after: ["func f() { Screen(store: sharedStore).show() }"]
            ),
            Passing(
                testDescription: "not that of a static constant",
                program: main + screen
                    + "final class Other { static let store: Store = Store.shared\nfunc f() { Screen().show() } }",
                after: ["func f() { Screen(store: sharedStore).show() }"]
            ),
            Passing(
                testDescription: "not an instance that the maker made itself",
                program: main + screen
                    + "final class Other { let store: Store = Store()\nfunc f() { Screen().show() } }",
                after: ["func f() { Screen(store: sharedStore).show() }"]
            ),
        ]
    )
    func passing(_ row: Passing) throws {
        let (tree, plan) = try Self.plan(Row(.root, row.program), .thread)
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let text = try tree.text("App/Program.swift")
        for part in row.after { #expect(text.contains(part), "\(text)\n\(plan.failures)") }
    }
}
