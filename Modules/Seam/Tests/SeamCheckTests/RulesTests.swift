import SeamCheck
@testable import SeamKit
import TestSupport
import Testing

@Suite("Rules", .ownThread)
struct RulesTests {
    /// Returns the violations, as `rule file:line enclosing member`.
    private func found(_ tree: Tree) throws -> [String] {
        try tree.violations().map {
            "\($0.rule.id) \($0.file):\($0.line) \($0.enclosing.isEmpty ? "-" : $0.enclosing) \($0.member)"
        }
    }

    // MARK: Imports

    private static let layered = """
        layers:
          Domain: {modules: [Domain], imports: [], external: [Foundation]}
          UI: {modules: [Presentation, Widgets], imports: [Domain]}
          App: {modules: [App], imports: ["*"]}
        """

    private static let graph: [String: String] = [
        "Domain/A.swift": "import Foundation",
        "Presentation/A.swift": "import Domain\nimport Widgets\nimport UIKit",
        "Widgets/A.swift": "",
        "App/A.swift": "import Presentation\nimport Loose",
        "Loose/A.swift": "import App",
    ]

    @Test("Imports that layers allow pass")
    func allowedImports() throws {
        #expect(try found(Tree(Self.graph, yaml: Self.layered)).isEmpty)
    }

    @Test(
        "Imports that layers do not allow are found",
        arguments: [
            ("Domain/A.swift", "import Foundation\nimport Widgets", "layer-import Domain/A.swift:2 - Widgets"),
            ("Domain/A.swift", "import SQLite", "external-import Domain/A.swift:1 - SQLite"),
            ("Widgets/A.swift", "import Loose", "layer-import Widgets/A.swift:1 - Loose"),
            ("Widgets/A.swift", "@testable import App", "layer-import Widgets/A.swift:1 - App"),
            ("Widgets/A.swift", "import class App.Thing", "layer-import Widgets/A.swift:1 - App"),
        ]
    )
    func forbiddenImports(file: String, source: String, expected: String) throws {
        var graph = Self.graph
        graph[file] = source
        #expect(try found(Tree(graph, yaml: Self.layered)) == [expected])
    }

    @Test("An import that the manifest does not declare is found")
    func undeclaredImports() throws {
        var tree = Tree(
            ["A/A.swift": "import B\nimport C\nimport Foundation", "B/B.swift": "", "C/C.swift": ""],
            yaml: "declared-imports: true"
        )
        tree.dependencies = ["A": ["B"]]
        #expect(try found(tree) == ["undeclared-import A/A.swift:2 - C"])
    }

    @Test("Features may not import each other, their tests and the shared one apart")
    func features() throws {
        let tree = Tree(
            [
                "CartFeature/A.swift": "import OrdersFeature\nimport KitFeature",
                "OrdersFeature/A.swift": "import KitFeature\nimport Core",
                "KitFeature/A.swift": "",
                "Core/A.swift": "",
                "CartFeatureTests/A.swift": "import CartFeature\nimport OrdersFeature",
            ],
            yaml: "features:\n- modules: [\"*Feature*\"]\n  except: [KitFeature]"
        )
        #expect(try found(tree) == ["feature-import CartFeature/A.swift:1 - OrdersFeature"])
    }

    // MARK: Types

    @Test(
        "A restricted type is found wherever it is named",
        arguments: [
            ("let a: Legacy? = nil", "- Legacy"),
            ("struct S {\n  var a: [Legacy]\n}", "S Legacy"),
            ("func f(_ a: Legacy, b: Int) {}", "f(_:b:) Legacy"),
            ("struct S { func f() { Legacy.shared.fetch() } }", "S.f() Legacy.shared"),
            ("class C: Legacy {}", "C Legacy"),
            ("extension Legacy { }", "- Legacy"),
            ("extension S.T { init(a: Int) { _ = Legacy() } }", "S.T.init(a:) Legacy.init"),
            ("let t = Legacy.self", "- Legacy"),
            ("let k = \\Legacy.orders", "- Legacy.orders"),
            ("func f() { g(\"\\(Legacy.shared.name)\") }", "f() Legacy.shared"),
            ("func f() { #expect(Legacy.shared.name) }", "f() Legacy.shared"),
            ("#if DEBUG\nlet a = Core.Legacy.shared\n#endif", "- Legacy.shared"),
            ("struct S { func f(a: Int = Legacy.shared.count) {} }", "S.f(a:) Legacy.shared"),
            ("struct S { deinit { Legacy.shared.end() } }", "S.deinit Legacy.shared"),
            ("struct S { subscript(a: Int) -> Legacy { x } }", "S.subscript(_:) Legacy"),
            ("typealias L = Legacy", "- Legacy"),
            ("func f() { let a = `Legacy`.shared }", "f() Legacy.shared"),
        ]
    )
    func namedTypes(source: String, expected: String) throws {
        let found = try Tree.app(["App/A.swift": source]).violations()
        #expect(found.map { "\($0.enclosing.isEmpty ? "-" : $0.enclosing) \($0.member)" } == [expected])
    }

    @Test(
        "What only looks like the restricted type is not found",
        arguments: [
            "func f(Legacy: Int) {}", "// Legacy.shared", "let a = \"Legacy\"", "let a = LegacyCart.shared",
            "let a = x.Legacy", "enum E { case Legacy }", "let a = .Legacy", "f(Legacy: 1)",
            "import struct Core.Other", "struct Legacy { static let shared = Legacy() }\nlet a = Legacy.shared",
        ]
    )
    func lookalikes(source: String) throws {
        #expect(try found(Tree.app(["App/A.swift": source])).isEmpty)
    }

    @Test("A type of the same name in a module that is imported instead is not meant")
    func sameNameElsewhere() throws {
        var tree = Tree.app([
            "App/A.swift": "import Other\nlet a = Legacy()", "Other/L.swift": "public class Legacy {}",
        ])
        tree.yaml = "types:\n  Core.Legacy:\n    only: [Data]"
        #expect(try found(tree).isEmpty)
        tree.sources["App/A.swift"] = "import Core\nlet a = Legacy()"
        #expect(try found(tree) == ["restricted-type App/A.swift:2 - Legacy.init"])
    }

    @Test(
        "What a name means is what Swift's lookup finds",
        arguments: [
            ("private class Legacy {}", true), ("class Legacy {}", false), ("enum Box { class Legacy {} }", true),
        ]
    )
    func lookup(beside: String, isFound: Bool) throws {
        let yaml = "types:\n  Core.Legacy:\n    only: [Data]"
        let tree = Tree.app(["App/A.swift": "import Core\nlet a = Legacy()", "App/B.swift": beside], yaml: yaml)
        #expect(try found(tree) == (isFound ? ["restricted-type App/A.swift:2 - Legacy.init"] : []))
    }

    @Test("A type inside another is found by its path")
    func nestedType() throws {
        let yaml = "types:\n  Network.Client:\n    only: [Data]"
        let source = "let a = Network.Client.shared\nlet b = Other.Client.shared\nlet c = Client.shared"
        let sources = [
            "App/A.swift": source, "Core/N.swift": "enum Network { class Client {} }", "Data/A.swift": "",
        ]
        #expect(try found(Tree(sources, yaml: yaml)) == ["restricted-type App/A.swift:1 - Network.Client.shared"])
    }

    @Test("Uses that the map follows count by their members, and the accessor is not counted twice")
    func followedUses() throws {
        var tree = Tree.app([
            "App/A.swift": "struct Cart {\n  func load() {\n    let l = Legacy.shared; l.fetch()\n  }\n}"
        ])
        let accessors = [Singleton.Accessor(name: "shared")]
        tree.singletons = [Singleton(name: "Legacy", module: "Core", shape: .instance, accessors: accessors)]
        tree.uses = [use("fetch", line: 3, enclosing: ("Cart", "load()"))]
        tree.uses[0].path = .alias
        #expect(try found(tree) == ["restricted-type App/A.swift:3 Cart.load() Legacy.fetch"])
    }

    @Test("A use and the name at its place are one violation, and a static member beside it another")
    func placesCountOnce() throws {
        var tree = Tree.app(["App/A.swift": "Legacy.shared.fetch()\nCore.Legacy.shared.fetch()\nLegacy.configure()"]
        )
        tree.uses = [use("fetch", line: 1), use("fetch", line: 2)]
        let expected = ["1 - Legacy.fetch", "2 - Legacy.fetch", "3 - Legacy.configure"]
        #expect(try found(tree) == expected.map { "restricted-type App/A.swift:\($0)" })
    }

    @Test(
        "Folders can be named where modules are too large",
        arguments: [("App/Old/A.swift", false), ("App/New/A.swift", true)]
    )
    func folders(file: String, isFound: Bool) throws {
        let tree = Tree(
            ["App/Old/Legacy.swift": "class Legacy {}", "App/Old/B.swift": "", file: "let a = Legacy()"],
            yaml: "types:\n  Legacy:\n    only: [App/Old/]"
        )
        #expect(try found(tree).isEmpty != isFound)
    }

    // MARK: Members

    private func use(_ member: String, line: Int, enclosing: (String, String) = ("", "")) -> Use {
        Use(
            singleton: "Core.Legacy",
            type: "Legacy",
            member: member,
            kind: .call,
            certainty: .resolved,
            file: "App/A.swift",
            line: line,
            column: 1,
            module: "App",
            enclosingType: enclosing.0,
            enclosingFunction: enclosing.1
        )
    }

    @Test(
        "A restricted member is found, and no other",
        arguments: [("Legacy.logOut", [1]), ("Legacy.*", [1, 2]), ("Core.Legacy.log*", [1]), ("Other.logOut", [])]
    )
    func members(pattern: String, lines: [Int]) throws {
        var tree = Tree.app(["App/A.swift": "import Core"], yaml: "members:\n  \"\(pattern)\": {}")
        tree.uses = [use("logOut", line: 1), use("fetch", line: 2)]
        #expect(try tree.violations().map(\.line) == lines)
    }

    @Test("A message says who may, and why")
    func message() throws {
        var tree = Tree.app(["App/A.swift": "import Core"])
        tree.yaml = "members:\n  Legacy.logOut:\n    only: [Data]\n    because: it forgets the cart"
        tree.uses = [use("logOut", line: 1, enclosing: ("Cart", "end()"))]
        let message = "Legacy.logOut is called in Cart.end(); only Data may touch it: it forgets the cart"
        #expect(try tree.violations().map(\.message) == [message])
    }

    @Test("A restriction on something that is nowhere is told")
    func unknownName() throws {
        let tree = Tree.app([:], yaml: "types:\n  Legcy:\n    only: [Data]\n  Legacy:\n    only: [Data]")
        #expect(try tree.report().unknownNames.map(\.text) == ["Legcy"])
    }
}
