import TestSupport
import Testing

@testable import SeamKit

@Suite("Uses", .ownThread)
struct UseTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var source: String
        var uses: [String]

        init(_ name: String, _ source: String, _ uses: [String]) {
            testDescription = name
            self.source = source
            self.uses = uses
        }
    }

    private static let legacy = """
        final class L { static let it = L(); var name = ""; var list: [Int] = []; func go() -> L { self } \
        subscript(n: Int) -> Int { get { n } set {} } }

        """

    @Test(
        "Each member is found with what happens to it",
        arguments: [
            Row("call", "func f() { L.it.go() }", ["2 call L.go"]),
            Row("read", "func f() { print(L.it.name) }", ["2 read L.name"]),
            Row("write", "func f() { L.it.name = \"a\" }", ["2 write L.name"]),
            Row("compound", "func f() { L.it.name += \"a\" }", ["2 write L.name"]),
            Row("below the member", "func f() { L.it.list[0] = 1 }", ["2 write L.list"]),
            Row("changed in place", "func f() { L.it.list.append(1) }", ["2 write L.list"]),
            Row("inout", "func f() { g(&L.it.name) }", ["2 write L.name"]),
            Row("subscript", "func f() { L.it[1] = 2 }", ["2 write L.subscript"]),
            Row("first member only", "func f() { L.it.go().go() }", ["2 call L.go"]),
            Row("instance", "func f() { g(L.it) }", ["2 read L.(instance)"]),
            Row("method not called", "let g = L.it.go", ["2 read L.go"]),
            Row("several lines", "func f() {\nL\n.it\n.go()\n}", ["3 call L.go"]),
            Row("try await", "func f() async throws { try await L.it.go() }", ["2 call L.go"]),
            Row("optional chain", "func f() { L.it?.go()?.name = \"a\" }", ["2 call L.go"]),
            Row("trailing closure", "func f() { L.it.list.forEach { print($0) } }", ["2 read L.list"]),
        ]
    )
    func kinds(_ row: Row) throws {
        #expect(try Tree.map(Self.legacy + row.source).list == row.uses)
    }

    @Test(
        "A singleton is followed under other names",
        arguments: [
            Row("local", "func f() { let l = L.it; l.go() }", ["2 read L.(instance)", "2 call L.go"]),
            Row("if let", "func f() { if let l = L.it { l.go() } }", ["2 read L.(instance)", "2 call L.go"]),
            Row(
                "capture",
                "func f() { let g = { [l = L.it] in l.go() } }",
                ["2 read L.(instance)", "2 call L.go"]
            ),
            Row(
                "property",
                "struct S { let l = L.it\nfunc f() { l.go() } }",
                ["2 read L.(instance)", "3 call L.go"]
            ),
            Row(
                "lazy",
                "class S { lazy var l = L.it\nfunc f() { self.l.go() } }",
                ["2 read L.(instance)", "3 call L.go"]
            ),
            Row(
                "computed",
                "struct S { var l: L { .it }\nfunc f() { l.go() } }",
                ["2 read L.(instance)", "3 call L.go"]
            ),
            Row(
                "assigned",
                "struct S { let l: L; init() { l = .it }\nfunc f() { l.go() } }",
                ["2 read L.(instance)", "3 call L.go"]
            ),
            Row(
                "extension",
                "struct S { let l = L.it }\nextension S { func f() { l.go() } }",
                ["2 read L.(instance)", "3 call L.go"]
            ),
            Row(
                "subclass",
                "class S { let l = L.it }\nclass T: S { func f() { l.go() } }",
                ["2 read L.(instance)", "3 call L.go"]
            ),
            Row("type alias", "typealias M = L\nfunc f() { M.it.go() }", ["3 call L.go"]),
            Row("metatype", "func f() { let t = L.self; t.it.go() }", ["2 call L.go"]),
            Row("Self", "extension L { func f() { Self.it.go() } }", ["2 call L.go"]),
            Row("interpolation", "func f() { print(\"a \\(L.it.name)\") }", ["2 read L.name"]),
            Row("nested interpolation", "func f() { print(\"\\(\"\\(L.it.name)\")\") }", ["2 read L.name"]),
            Row("macro", "func f() { #expect(L.it.name == \"a\") }", ["2 read L.name"]),
            Row("attribute", "@Test(.enabled(if: L.it.name == \"a\")) func f() {}", ["2 read L.name"]),
            Row(
                "every branch",
                "func f() {\n#if false\nL.it.go()\n#else\nL.it.go()\n#endif\n}",
                ["4 call L.go", "6 call L.go"]
            ),
            Row("key path", "let g = L.it[keyPath: \\.name]", ["2 read L.name"]),
            Row("default argument", "func f(l: L = .it) { l.go() }", ["2 read L.(instance)", "2 call L.go?"]),
            Row("implicit argument", "func g(_ l: L) {}\nfunc f() { g(.it) }", ["3 read L.(instance)"]),
            Row(
                "implicit argument of an overload",
                "func g(_ l: L) {}\nfunc g(_ m: M) {}\nstruct M { static let it = M() }\nfunc f() { g(.it) }",
                ["5 read L.(instance)?"]
            ),
            Row(
                "implicit argument, and an overload whose type has no such member",
                "func g(_ l: L) {}\nfunc g(_ m: M) {}\nstruct M {}\nfunc f() { g(.it) }",
                ["5 read L.(instance)"]
            ),
            Row(
                "implicit argument of an inherited overload",
                "class B { func g(_ m: M) {} }\nstruct M { static let it = M() }\n"
                    + "final class A: B { func g(_ l: L) {}; func f() { g(.it) } }",
                ["4 read L.(instance)?"]
            ),
            Row("implicit result", "func f() -> L { .it }", ["2 read L.(instance)"]),
            Row(
                "projected",
                "struct S { @ObservedObject var l = L.it\nfunc f() { g($l.name) } }",
                ["2 read L.(instance)", "3 write L.name"]
            ),
            Row("one of two", "func f(o: L?) { (o ?? L.it).go() }", ["2 call L.go?"]),
        ]
    )
    func aliases(_ row: Row) throws {
        #expect(try Tree.map(Self.legacy + row.source).list == row.uses)
    }

    @Test(
        "What has the same name and is something else is no use",
        arguments: [
            Row("parameter", "func f(it: Int) { print(it) }", []),
            Row(
                "local hides alias",
                "struct S { let l = L.it; func f() { let l = 1; print(l) } }",
                ["2 read L.(instance)"]
            ),
            Row("an instance of its own", "func f() { L().go() }", []),
            Row("parameter without default", "func f(l: L) { l.go() }", []),
            Row(
                "nested type hides",
                "enum E { enum L { static let it = \"\" }; static func f() { print(L.it.count) } }",
                []
            ),
            Row("generic parameter hides", "func f<L: P>(_ l: L) { L.it.go() }", []),
            Row("another accessor", "func f() { L.other.go() }", []),
            Row("own code", "extension L { func f() { self.go(); go() } }", []),
            Row("comment", "func f() { /* L.it.go() */ }", []),
        ]
    )
    func lookAlikes(_ row: Row) throws {
        #expect(try Tree.map(Self.legacy + row.source).list == row.uses)
    }

    @Test("The place of a use is told: file, module, type and function")
    func places() throws {
        let tree = try Tree([
            "App/L.swift": Self.legacy,
            "Home/Screen.swift":
                "import App\nclass Screen { struct Row {\nfunc show(_ n: Int, at m: Int) { L.it.go() } } }",
        ])
        let use = try #require(try tree.map().uses.first)
        #expect(use.file == "Home/Screen.swift")
        #expect(use.module == "Home")
        #expect(use.singleton == "App.L")
        #expect(use.enclosingType == "Screen.Row")
        #expect(use.enclosingFunction == "show(_:at:)")
        #expect(use.line == 3)
        #expect(use.column == 34)
    }

    @Test("With two types of one name, the import decides; without one it is by name")
    func modules() throws {
        let one = "public final class L { public static let it = L(); public var n = 0 }"
        let tree = try Tree([
            "A/L.swift": one, "B/L.swift": one,
            "C/Use.swift": "import B\nfunc f() { print(L.it.n) }",
            "D/Use.swift": "func f() { print(L.it.n) }",
            "A/Use.swift": "import B\nfunc f() { print(L.it.n) }",
        ])
        let uses = try tree.map().uses.map { "\($0.file) \($0.singleton) \($0.certainty.rawValue)" }
        #expect(uses == ["A/Use.swift A.L resolved", "C/Use.swift B.L resolved", "D/Use.swift A.L by name"])
    }

    @Test("An exported import is one of all files of its module, and of whoever imports that")
    func exports() throws {
        let one = "public final class L { public static let it = L(); public var n = 0 }"
        let tree = try Tree([
            "A/L.swift": one,
            "B/Exports.swift": "@_exported import A\nimport Other",
            "B/Use.swift": "func f() { print(L.it.n) }",
            "C/Exports.swift": "@_documentation(visibility: internal) @_exported public import B",
            "D/Use.swift": "import C\nfunc f() { print(L.it.n) }",
            "E/Use.swift": "import Other\nfunc f() { print(L.it.n) }",
        ])
        let uses = try tree.map().uses.map { "\($0.file) \($0.certainty.rawValue)" }
        #expect(uses == ["B/Use.swift resolved", "D/Use.swift resolved", "E/Use.swift by name"])
    }

    @Test("A type that a file imports is nearer than an alias of its name in a module that it doesn't import")
    func aliasElsewhere() throws {
        let map = try Tree([
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "App", targets: [
                .target(name: "Phone"), .target(name: "Desk"), .target(name: "App", dependencies: ["Phone"]),
            ])
            """,
            "Sources/Phone/Store.swift": "public final class Store { public static let shared = Store() }",
            "Sources/Desk/Store.swift": """
            typealias Store = DeskStore
            final class DeskStore { static let shared = DeskStore() }
            func f() { print(Store.shared) }
            """,
            "Sources/App/A.swift": "import Phone\nfunc g() { print(Store.shared) }",
        ]).map()
        let uses = map.uses.map { "\($0.module) \($0.singleton)" }
        #expect(uses.sorted() == ["App Phone.Store", "Desk Desk.DeskStore"], "\(uses)")
    }

    @Test("Uses in test modules are marked")
    func tests() throws {
        let tree = try Tree([
            "App/L.swift": Self.legacy, "AppTests/T.swift": "@testable import App\nfunc f() { L.it.go() }",
        ])
        #expect(try tree.map().uses.map(\.isTest) == [true])
    }

    @Test("Singletons of types that only a system framework has are left out with the frameworks")
    func withoutFrameworks() throws {
        let source =
            "import UIKit\nfunc f() { UIMenuController.shared.hide(); Kit.shared.go(); UserDefaults.standard.a() }"
        let tree = try Tree(["App/A.swift": source])
        #expect(try tree.map().singletons.map(\.id) == ["Kit", "UIKit.UIMenuController", "Foundation.UserDefaults"])
        #expect(try tree.map(.init(frameworks: false)).singletons.map(\.id) == ["Kit"])
    }

    @Test("A place that two modules read differently has a use for each")
    func disputed() throws {
        let manifest = "let p = Package(name: \"R\", targets: [])"
        let project = """
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T, U); };
              G = {isa = PBXGroup; children = (S, A, B); sourceTree = "<group>"; };
              S = {isa = PBXFileReference; path = S.swift; sourceTree = "<group>"; };
              A = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
              B = {isa = PBXFileReference; path = B.swift; sourceTree = "<group>"; };
              S1 = {fileRef = S; }; A1 = {fileRef = A; }; B1 = {fileRef = B; };
              C = {isa = PBXSourcesBuildPhase; files = (S1, A1); };
              D = {isa = PBXSourcesBuildPhase; files = (S1, B1); };
              T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
                   buildPhases = (C); };
              U = {isa = PBXNativeTarget; name = Share; productType = "com.apple.product-type.app-extension";
                   buildPhases = (D); };
            }; rootObject = P; }
            """
        let map = try Tree([
            "Package.swift": manifest, "X.xcodeproj/project.pbxproj": project, "A.swift": Self.legacy,
            "B.swift": Self.legacy, "S.swift": "func f() { L.it.go() }",
        ]).map()
        let uses = map.uses.filter { $0.file == "S.swift" }
        #expect(
            uses.map { "\($0.singleton) \($0.module) \($0.isDisputed)" } == ["App.L App true", "Share.L Share true"]
        )
        #expect(map.files.first { $0.path == "S.swift" }?.alsoIn == ["Share"])
    }
}
