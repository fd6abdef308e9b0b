import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Plans of cuts", .ownThread)
struct PlanTests {
    private static let store = "public final class Store { public static let shared = Store(); public func go() {} }\n"

    /// The sources don't say which actor it belongs to.
    private static let unclear = "final class Store: Foreign { static let shared = Store(); func go() {} }"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var declaration: String
        var caller: String
        var reason: Reason

        init(_ reason: Reason, _ caller: String, declaration: String = PlanTests.store) {
            testDescription = reason.code
            self.reason = reason
            self.caller = caller
            self.declaration = declaration
        }
    }

    @Test(
        "What can't be rewritten is left with its reason, and nothing is edited",
        arguments: [
            Row(.macro, "struct A { func f() { #check(Store.shared) } }"),
            Row(.macro, "#Preview { Store.shared.go() }"),
            Row(.macro, "@AutoInit struct A { func f() { Store.shared.go() } }"),
            Row(.macro, "struct A { @Flag(Store.shared) func f() {} }"),
            Row(.inlinable, "public struct A { @inlinable func f() { Store.shared.go() } }"),
            Row(
                .effects,
                "struct A { func f() throws { try Store.shared().go() } }",
                declaration: "final class Store { private static let one = Store(); "
                    + "static func shared() throws -> Store { one }; func go() {} }"
            ),
            Row(
                .availability,
                "struct A { func f() { Store.shared.go() } }",
                declaration:
                    "@available(macOS, obsoleted: 20) final class Store { static let shared = Store(); func go() {} }"
            ),
            Row(
                .type,
                "struct A { func f() { Store.shared.go() } }",
                declaration: "final class Store { @Kept static var shared = Store(); func go() {} }"
            ),
            Row(
                .type,
                "struct A { func f() { Store.shared.go() } }",
                declaration: "final class Store { static let shared: some AnyObject = Store(); func go() { print(1) } }"
            ),
            Row(
                .type,
                "struct A { func f() { Store.shared.go() } }",
                declaration:
                    "struct Store: ~Copyable { static var shared = Store(); var n = 0; mutating func go() { n += 1 } }"
            ),
            Row(
                .effects,
                "struct A { func f() async { await Store.shared.go() } }",
                declaration: "final class Store { private static let one = Store(); "
                    + "static var shared: Store { get async { one } }; func go() { print(1) } }"
            ),
            Row(
                .availability,
                "struct A { func f() { Store.shared.go() } }",
                declaration: "final class Store { @available(*, noasync) static let shared = Store(); func go() {} }"
            ),
            Row(
                .noInstance,
                "struct A { func f() { Store.fire() } }",
                declaration: "enum Store { static var count = 0; static func fire() { count += 1 } }"
            ),
            Row(
                .noInstance,
                "struct A { func f() { Store.fire(1) } }",
                declaration: "enum Store { static var count = 0; static func fire(_ by: Int) { count += by } }"
            ),
            Row(
                .own,
                "let main = Store()\nextension Store { func f() { main.go() } }",
                declaration: "final class Store { var n = 0\nfunc go() { n += 1 } }"
            ),
            Row(.sending, "protocol A {}\nextension A { func f() { Task { Store.shared.go() } } }"),
            Row(
                .isolation,
                "struct A { func f() async { await Store.shared.go() } }",
                declaration: "final class Store: Foreign { static let shared = Store(); func go() {} }"
            ),
            Row(.own, "extension Store { struct A { func f() { Store.shared.go() } } }"),
            Row(.spelling, "struct A { func f() { Store/* one */.shared.go() } }"),
            Row(.own, "extension Store { static func f() { Self.shared.go() } }"),
            Row(.own, "extension Store { struct A { static func f() { shared.go() } } }"),
            Row(.propertyInitializer, "struct A { let store: Store = .shared }"),
            Row(.propertyInitializer, "struct A { static var store: Store = .shared }"),
            Row(.propertyInitializer, "struct A { static let store = Store.shared }"),
            Row(.held, "struct A { func f(_ store: Store = .shared) {} }"),
            Row(.held, "public struct A { public init(_ store: Store = Store.shared) {} }"),
            Row(
                .type,
                "final class A { func f() { main.go() } }",
                declaration: "let main = Store()\nfinal class Store { var n = 0\ninit?() {}\nfunc go() { n += 1 } }"
            ),
            Row(
                .type,
                "final class A { func f() { main.go() } }",
                declaration: "let main = Store()\nfinal class Store { var n = 0\ninit!() {}\nfunc go() { n += 1 } }"
            ),
            Row(
                .type,
                "final class A { func f() { main.go() } }",
                declaration: "import Kit\nlet main: Store<[Int: Key]> = .init()\n"
                    + "final class Store<T> { var n = 0\nfunc go() { n += 1 } }"
            ),
            Row(.spelling, "struct A { func f() -> Store { return.shared } }"),
            Row(
                .spelling,
                "func g(_ store: Store?) {}\nstruct A { func f() { g(.shared) } }",
                declaration: "final class Store { static let shared: Store? = Store(); func go() { print(1) } }"
            ),
            Row(
                .byName,
                "func g(_ store: Store) {}\nfunc g(_ other: Other) {}\nstruct A { func f() { g(.shared) } }",
                declaration: store + "struct Other { static let shared = Other() }"
            ),
            Row(.sending, "protocol P {}\nstruct A<T> where T: P { func f() { Task { Store.shared.go() } } }"),
            Row(.staticMember, "struct A { static let n = [Store.shared].count }\nenum B { struct A {} }"),
            Row(.defaultArgument, "public struct A { func f(_ n: Int = [Store.shared].count) {} }"),
            Row(.defaultArgument, "struct A { public func f(_ n: Int = [Store.shared].count) {} }"),
            Row(.isolation, "actor A { func f() { Store.shared.go() } }", declaration: Self.unclear),
            Row(.isolation, "actor A { static func f() { Store.shared.go() } }", declaration: Self.unclear),
            Row(.isolation, "struct A { nonisolated func f() { Store.shared.go() } }", declaration: Self.unclear),
            Row(
                .isolation,
                "struct A { static func f() async { await Store.shared.go() } }",
                declaration: Self.unclear
            ),
            Row(
                .isolation,
                "struct A { static func f() -> [() -> Void] { [{ Store.shared.go() }] } }",
                declaration: Self.unclear
            ),
            Row(
                .isolation,
                "struct A { func f() { [1].forEach { _ in Store.shared.go() } } }",
                declaration: Self.unclear
            ),
            Row(.propertyInitializer, "let n = [Store.shared].count", declaration: Self.unclear),
            Row(
                .value,
                "struct A { func f() { Store.shared.n = 1 } }",
                declaration: "private var one = Store()\nstruct Store { var n = 0\n"
                    + "static var shared: Store { get { one } set { one = newValue } } }"
            ),
            Row(
                .sending,
                "struct B<T> {}\nprotocol P {}\nextension B where T: P { struct A { func f() { Task { Store.shared.go() } } } }"
            ),
            Row(.macro, "final class A { func f() { print(#selector(Store.shared.go)) } }"),
            Row(.syntax, "struct A { func f() { Store.shared.go() }"),
            Row(
                .name,
                "struct A { let store = 1, sharedStore = 2, theStore = 3, storeInstance = 4\nfunc f() { Store.shared.go() } }"
            ),
        ]
    )
    func reasons(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": row.declaration, "App/A.swift": row.caller])
        let plan = try tree.plan("Store")
        #expect(plan.rows.filter { $0.use.file == "App/A.swift" }.map(\.outcome) == [.left(row.reason)])
        #expect(plan.changes.isEmpty)
    }

    @Test(
        "A use through something that has the instance, or may have another, is held, whatever the stage",
        arguments: [Stage.gather, .inject, .thread]
    )
    func holders(_ stage: Stage) throws {
        let caller = """
            final class A {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func f() { store.go() }
            }
            """
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": caller])
        let plan = try tree.plan("Store", options: Cut.Options(stage: stage))
        let rows = plan.rows.filter { $0.use.path == .parameter }
        #expect(rows.map(\.outcome) == [.left(.held), .left(.held)])
        #expect(rows.allSatisfy { $0.use.certainty == .possible })
        #expect(plan.changes.isEmpty)
        let line =
            "held already. Nothing: a property, a parameter or a local has the instance, and the use moves with that."
        #expect(plan.summary.contains(line), "\(plan.summary)")
        #expect(plan.json.contains("\"path\" : \"parameter\""))
    }

    @Test(
        "Where the type's name may mean another type, the use stays",
        arguments: [
            ("import A\nimport B\nfunc f() { A.Store.shared.go() }", Reason.type),
            ("import A\nfunc f() { A.Store.shared.go() }\nprivate class Store {}", .type),
            ("import A\nimport Other\nfunc f() { A.Store.shared.go() }", nil),
        ]
    )
    func twins(_ row: (text: String, reason: Reason?)) throws {
        let tree = try SourceTree([
            "A/Store.swift": Self.store, "B/Store.swift": "public struct Store {}", "C/Store.swift": "struct Store {}",
            "Use/Use.swift": row.text,
        ])
        let use = try #require(try tree.plan("Store").rows.first { $0.use.file == "Use/Use.swift" })
        #expect(use.outcome == (row.reason.map { .left($0) } ?? .rewritten(property: "store", static: .noCaller)))
    }

    private static let held = "private var store: Store { .shared }"

    @Test(
        "Where something else has the name of the property that is there, the use says self; where none can stand, it stays",
        arguments: [
            "struct A { \(held)\nfunc f(store: Store) { Store.shared.go() } }",
            "struct A { \(held)\nfunc f(_ store: Store) { Store.shared.go() } }",
            "struct A { \(held)\nfunc f() { let store = 1; Store.shared.go(); print(store) } }",
            "struct A { \(held)\nfunc f(_ n: Int?) { if let store = n { Store.shared.go(); print(store) } } }",
            "struct A { \(held)\nfunc f() { func store() {}; Store.shared.go(); store() } }",
            "struct A { \(held)\nfunc f(_ n: [Int]) { for store in n { Store.shared.go(); print(store) } } }",
            "struct A { \(held)\nvar all: [(Int) -> Void] { [{ store in Store.shared.go() }] } }",
            "struct A { \(held)\nvar all: [(Int) -> Void] { [{ (store: Int) in Store.shared.go() }] } }",
            "struct A { \(held)\nvar all: [() -> Void] { [{ [store = 1] in Store.shared.go(); print(store) }] } }",
            "enum A { private static var store: Store { .shared }\nstatic func f(store: Store) { Store.shared.go() } }",
        ],
        [Stage.gather, .inject]
    )
    func hidden(_ text: String, _ stage: Stage) throws {
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": text])
        let plan = try tree.plan("Store", options: Cut.Options(stage: stage))
        let use = try #require(plan.rows.last { $0.use.file == "App/A.swift" })
        let isMoved = text.hasPrefix("struct") && !text.contains("var all")
        #expect(use.outcome == (isMoved ? .rewritten(property: "store", static: nil) : .left(.name)), "\(plan.diff)")
        #expect(plan.diff.contains(" self.store.go()") == isMoved, "\(plan.diff)")
        #expect(isMoved || !plan.diff.contains("-func f"), "\(plan.diff)")
    }

    @Test(
        "A label, a member and a capture of the name hide nothing",
        arguments: [
            "struct A { \(held)\nfunc f(store other: Store) { Store.shared.go() } }",
            "struct A { \(held)\nfunc f(_ a: A) { a.store.go(); Store.shared.go() } }",
            "struct A { \(held)\nfunc f() { g(store: 1); Store.shared.go() }\nfunc g(store: Int) {} }",
            "struct A { \(held)\nvar all: [() -> Void] { [{ [store] in store.go(); Store.shared.go() }] } }",
        ]
    )
    func seen(_ text: String) throws {
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": text])
        let use = try #require(try tree.plan("Store").rows.last { $0.use.file == "App/A.swift" })
        #expect(use.outcome == .rewritten(property: "store", static: nil))
    }

    @Test("A comparison with the instance, and a use in a log message, are gathered")
    func gathered() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": "struct A { func f(_ store: Store) -> Bool { Store.shared === store } }",
            "App/B.swift": "import os\nfinal class B { func f() { log.info(\"\\(Store.shared)\") } }",
        ])
        try tree.cutAll()
        #expect(try tree.text("App/A.swift").contains("{ sharedStore === store }"))
        #expect(try tree.text("App/B.swift").contains("log.info(\"\\(self.store)\")"))
    }

    @Test("Uses in tests and uses that are known by name only stay")
    func testsAndNames() throws {
        let tree = try SourceTree([
            "A/Store.swift": Self.store, "B/Store.swift": Self.store,
            "C/A.swift": "struct A { func f() { Store.shared.go() } }",
            "ATests/T.swift": "@testable import A\nstruct T { func f() { Store.shared.go() } }",
        ])
        let planner = try tree.planner()
        let map = planner.map
        let outcomes = map.singletons.flatMap {
            planner.plan($0).rows.map(\.outcome)
        }
        #expect(outcomes == [.left(.test), .left(.byName)] || outcomes == [.left(.byName), .left(.test)])
    }

    @Test("A file that is gone or has changed since the map was made is left alone", arguments: [true, false])
    func gone(isChanged: Bool) throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store, "App/A.swift": "struct A { func f() { Store.shared.go() } }",
        ])
        let planner = try tree.planner()
        let map = planner.map
        if isChanged {
            try tree.write("App/A.swift", "// mine\nstruct A { func f() { Store.shared.go() } }")
        } else {
            try FileManager.default.removeItem(at: tree.root.appending(path: "App/A.swift"))
        }
        let plan = planner.plan(try #require(map.singletons.first))
        #expect(plan.rows.map(\.outcome) == [.left(.changed)])
    }

    private static let callers = """
        struct A { func f() { Store.shared.go(); Store.shared.go() } }
        struct B { func f() { Store.shared.go() } }
        struct C { func f() { Store.shared.go(); Store.shared.stop() } }

        """

    @Test(
        "A slice takes whole callers, and the rest is not in it",
        arguments: [
            (Slice(callers: ["B"]), ["1 outside", "1 outside", "2 store", "3 outside", "3 outside"]),
            (Slice(maxUses: 3), ["1 store", "1 store", "2 store", "3 outside", "3 outside"]),
            (Slice(maxUses: 1), ["1 outside", "1 outside", "2 store", "3 outside", "3 outside"]),
            (Slice(members: ["stop"]), ["1 outside", "1 outside", "2 outside", "3 outside", "3 store"]),
        ]
    )
    func slices(_ slice: Slice, outcomes: [String]) throws {
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/Callers.swift": Self.callers])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .gather, slice: slice))
        #expect(plan.outcomes == outcomes)
    }

    @Test("Slices one after the other end where a whole cut ends")
    func slicesAddUp() throws {
        let files = [
            "App/Store.swift": Self.store,
            "App/A.swift": "struct A {\n    func f() { Store.shared.go() }\n    func g() { Store.shared.stop() }\n}\n",
        ]
        let (sliced, whole) = (try SourceTree(files), try SourceTree(files))
        try sliced.cutAll(options: Cut.Options(stage: .gather, slice: Slice(members: ["stop"])))
        try sliced.cutAll(options: Cut.Options(stage: .gather, slice: Slice(members: ["go"])))
        try whole.cutAll()
        #expect(try sliced.text("App/A.swift") == whole.text("App/A.swift"))
    }

    @Test("Only what has to change changes: line ends, tabs and comments stay")
    func minimal() throws {
        let text = "// é\r\nstruct A { // a comment\r\n\tfunc  f( ) {Store.shared.go( )} // odd\r\n}\r\n"
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": text])
        try tree.cutAll()
        let expected =
            "// é\r\nstruct A { // a comment\r\n\tprivate var store: Store { .shared }\r\n\r\n"
            + "\tfunc  f( ) {store.go( )} // odd\r\n}\r\n"
        #expect(try tree.text("App/A.swift") == expected)
    }

    @Test("A type on one line gets both properties that it needs")
    func oneLine() throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(), other = Store(); var n = 0 }",
            "App/Log.swift": "final class Log { static let shared = Log(); var n = 0 }",
            "App/A.swift": "struct A { func f() { Store.shared.n = 1; Store.other.n = 2 } }\n",
        ])
        try tree.cutAll()
        let expected = """
            struct A {
                private var store: Store { .shared }
                private var sharedStore: Store { .other }
                func f() { store.n = 1; sharedStore.n = 2 } }

            """
        #expect(try tree.text("App/A.swift") == expected)
    }

    @Test("The property has the name that the code base uses")
    func usualName() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": "struct A { let depot = Store.shared; func f() { Store.shared.go() } }",
            "App/B.swift": "struct B { let depot = Store.shared; func f() { depot.go() } }",
            "App/C.swift": "struct C { func f() { Store.shared.go() } }",
        ])
        try tree.cutAll()
        #expect(try tree.text("App/C.swift").contains("private var depot: Store { .shared }"))
        try tree.write("App/D.swift", "struct D { func f() { Store.shared.go() } }")
        let plan = try tree.plan("Store", options: Cut.Options(stage: .gather, name: "chosen"))
        #expect(plan.diff.contains("+    private var chosen: Store { .shared }"))
    }

    @Test("The diff is one that git applies, and leads to what is written")
    func diff() throws {
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/Callers.swift": Self.callers])
        let plan = try tree.plan("Store")
        try tree.write("cut.diff", plan.diff)
        let root = tree.root.path
        let applied = try Compiler.launch("/usr/bin/env", ["git", "-C", root, "apply", "--unsafe-paths", "cut.diff"])
        #expect(applied.code == 0, "\(applied.error)")
        #expect(try tree.text("App/Callers.swift") == String(decoding: plan.changes[0].result, as: UTF8.self))
    }
}
