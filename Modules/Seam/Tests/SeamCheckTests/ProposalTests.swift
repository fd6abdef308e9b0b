@testable import SeamKit
import TestSupport
import Testing

@testable import SeamCheck

@Suite("seam init", .ownThread)
struct ProposalTests {
    private func use(_ module: String, _ file: String, _ member: String = "fetch") -> Use {
        Use(
            singleton: "Core.Legacy",
            type: "Legacy",
            member: member,
            kind: .call,
            certainty: .resolved,
            file: file,
            line: 1,
            column: 1,
            module: module,
            enclosingType: "",
            enclosingFunction: "f()"
        )
    }

    private var tree: Tree {
        var tree = Tree.app(
            ["App/A.swift": "import Data\nimport Core", "App/B.swift": "", "AppTests/T.swift": "import App"]
        )
        tree.dependencies = ["App": ["Data"], "Data": ["Core"], "Core": [], "AppTests": ["App"]]
        tree.singletons = [
            Singleton(name: "Legacy", module: "Core", shape: .instance, accessors: [], file: "Core/Legacy.swift")
        ]
        return tree
    }

    @Test("Modules are layers by the depth of what they depend on, and no existing import breaks them")
    func layers() throws {
        var tree = tree
        let proposal = Proposal(for: tree.map)
        let layers = """
            layers:
              Level1:
                modules: [Core]
                imports: []
              Level2:
                modules: [Data]
                imports: [Level1]
              Level3:
                modules: [App]
                imports: [Level1, Level2]

            """
        #expect(proposal.yaml.contains(layers), "\(proposal.yaml)")
        tree.yaml = proposal.yaml
        #expect(try tree.report().new.map(\.violation.rule) == [.undeclaredImport])
        tree.sources["Core/B.swift"] = "import Data"
        #expect(try tree.report().new.map(\.violation.rule).contains(.layerImport))
    }

    @Test(
        "Modules that depend on each other share a level, as those do that nothing imports; test modules count if others import them"
    )
    func circles() {
        var tree = Tree(["A/A.swift": "import B", "B/B.swift": "import A\nimport CTests", "CTests/C.swift": ""])
        tree.dependencies = [:]
        #expect(ModuleLevels(of: tree.map).levels == [["CTests"], ["A", "B"]])
        tree.sources["D/D.swift"] = "import B"
        tree.sources["DTests/D.swift"] = "import D"
        tree.sources["Extension/E.swift"] = "import CTests"
        #expect(ModuleLevels(of: tree.map).levels == [["CTests"], ["A", "B"], ["D", "Extension"]])
    }

    @Test("A singleton that one other module uses stays that module's, and a new use elsewhere fails")
    func oneUser() throws {
        var tree = tree
        tree.uses = [use("Data", "Data/Orders.swift"), use("Data", "Data/Orders.swift", "name")]
        tree.dependencies?["App"] = ["Data", "Core"]
        tree.yaml = Proposal(for: tree.map).yaml
        #expect(tree.yaml.contains("types:\n  Legacy:\n    only: [Data]\n"), "\(tree.yaml)")
        #expect(try tree.report().outcome(isStrict: true) == .clean)
        tree.sources["App/B.swift"] = "import Core\nlet a = Legacy.shared"
        #expect(try tree.report().outcome() == .violations)
    }

    @Test("Users in tests alone are no reason for a rule")
    func testUsers() {
        var tree = tree
        tree.uses = [use("AppTests", "AppTests/T.swift"), use("AppTests", "AppTests/T.swift", "name")]
        for index in tree.uses.indices { tree.uses[index].isTest = true }
        #expect(!Proposal(for: tree.map).yaml.contains("Legacy"))
    }

    @Test("Two singletons of one name are told apart by their modules")
    func singletonsOfOneName() throws {
        var tree = tree
        tree.singletons.append(Singleton(name: "Legacy", module: "Data", shape: .instance, accessors: []))
        tree.uses = [use("Data", "Data/Orders.swift"), use("Data", "Data/Orders.swift", "name")]
        tree.dependencies?["App"] = ["Data", "Core"]
        tree.yaml = Proposal(for: tree.map).yaml
        #expect(tree.yaml.contains("  Core.Legacy:\n    only: [Data]\n"), "\(tree.yaml)")
        #expect(try tree.report().outcome() == .clean)
    }

    @Test(
        "A singleton with several users gets no new ones, member by member",
        arguments: [("Core/A.swift", "Core"), ("App/B.swift", "App")]
    )
    func members(file: String, module: String) throws {
        var tree = tree
        tree.uses = [use(module, file), use("Data", "Data/Orders.swift")]
        let proposal = Proposal(for: tree.map)
        #expect(proposal.yaml.contains("members:\n  \"Legacy.*\": {}\n"), "\(proposal.yaml)")
        #expect(proposal.guesses.contains("1 singleton may get no new uses"))
    }

    @Test("Five singletons get a rule at most: those whose cuts free most")
    func fewRules() throws {
        var tree = tree
        for name in ["A", "B", "C", "D", "E", "F", "G"] {
            tree.singletons.append(
                Singleton(name: name, module: "Core", shape: .instance, accessors: [], file: "Core/\(name).swift")
            )
            for module in ["App", "Data"] + (name == "G" ? [] : ["Core"]) {
                var use = use(module, "\(module)/User.swift")
                (use.type, use.singleton) = (name, "Core.\(name)")
                tree.uses.append(use)
            }
        }
        let configuration = try Configuration(yaml: Proposal(for: tree.map).yaml)
        #expect(configuration.members.count == 5)
        #expect(!configuration.members.contains { $0.subject.text == "G.*" })
    }

    @Test("Three modules of a kind that do not import each other are taken for features", arguments: [true, false])
    func features(isCrossing: Bool) {
        var tree = Tree(
            [
                "CartFeature/A.swift": isCrossing ? "import OrdersFeature" : "", "OrdersFeature/A.swift": "",
                "AccountFeature/A.swift": "",
            ]
        )
        tree.dependencies = [:]
        #expect(Proposal(for: tree.map).yaml.contains("- modules: [\"*Feature\"]") != isCrossing)
    }

    @Test("Two modules of one name are one")
    func sameName() throws {
        var map = tree.map
        map.modules.append(
            Module(name: "Data", origin: .package, manifest: "Other/Package.swift", dependencies: ["App"])
        )
        #expect(ModuleLevels(of: map).levels == [["Core"], ["App", "Data"]])
        #expect(throws: Never.self) { try Configuration(yaml: Proposal(for: map).yaml) }
    }

    @Test("Names that mean something else in YAML are put in quotes")
    func quoting() throws {
        var tree = Tree(["No/A.swift": "import On", "On/A.swift": "", "3D/A.swift": ""])
        tree.dependencies = [:]
        tree.yaml = Proposal(for: tree.map).yaml
        #expect(try tree.report().outcome() == .clean)
    }
}
