import SeamKit
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

    @Test("The graph as it stands is written down, with what the manifest does not declare")
    func layers() throws {
        let proposal = Proposal(tree.map)
        let layers = """
            layers:
              App:
                modules: [App]
                imports: [Core, Data]  # not declared: Core
              Core:
                modules: [Core]
                imports: []
              Data:
                modules: [Data]
                imports: [Core]

            """
        #expect(proposal.yaml.contains(layers), "\(proposal.yaml)")
        #expect(
            proposal.guesses.contains("allowed though no manifest declares it: 1 import; see the comments")
        )
    }

    @Test("What is written reads back, and the first check passes")
    func readsBack() throws {
        var tree = tree
        tree.uses = [use("Data", "Data/Orders.swift")]
        tree.yaml = Proposal(tree.map).yaml
        #expect(tree.yaml.contains("types:\n  Legacy:\n    only: [Data]\n"))
        #expect(try tree.report().outcome(isStrict: true) == .clean)
        tree.sources["App/B.swift"] = "import Core\nlet a = Legacy.shared"
        #expect(try tree.report().outcome() == .violations)
    }

    @Test(
        "Modules that only name a singleton's type may go on too, and users in tests alone are no reason for a rule"
    )
    func namedTypes() throws {
        let naming = tree.sources.merging(["App/B.swift": "import Core\nlet a: Legacy? = nil"]) { $1 }
        var tree = tree
        tree.sources = naming
        tree.uses = [use("Data", "Data/Orders.swift")]
        let map = tree.map
        let types = Proposal.inspectedTypes(map)
        let inspections = naming.mapValues { FileInspection(parsing: $0, directives: [], types: types) }
        tree.yaml = Proposal(map, inspections: inspections).yaml
        #expect(tree.yaml.contains("types:\n  Legacy:\n    only: [App, Data]\n"), "\(tree.yaml)")
        #expect(try tree.report().outcome() == .clean)

        tree.uses = [use("AppTests", "AppTests/T.swift")]
        tree.uses[0].isTest = true
        #expect(Proposal.inspectedTypes(tree.map).isEmpty)
    }

    @Test("Two singletons of one name are told apart by their modules")
    func singletonsOfOneName() throws {
        var tree = tree
        tree.singletons.append(Singleton(name: "Legacy", module: "Data", shape: .instance, accessors: []))
        tree.uses = [use("Data", "Data/Orders.swift")]
        tree.yaml = Proposal(tree.map).yaml
        #expect(tree.yaml.contains("  Core.Legacy:\n    only: [Data]\n"), "\(tree.yaml)")
        #expect(try tree.report().outcome() == .clean)
    }

    @Test("A singleton that its own module uses is frozen, member by member")
    func members() throws {
        var tree = tree
        tree.uses = [use("Core", "Core/A.swift"), use("Core", "Core/B.swift")]
        let proposal = Proposal(tree.map)
        #expect(proposal.yaml.contains("members:\n  \"Legacy.*\": {}\n"), "\(proposal.yaml)")
        #expect(proposal.guesses.contains { $0.contains("seam baseline update --accept-new") })
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
        #expect(Proposal(tree.map).yaml.contains("- modules: [\"*Feature\"]") != isCrossing)
    }

    @Test("Two modules of one name are one layer")
    func sameName() throws {
        var map = tree.map
        map.modules.append(
            Module(name: "Data", origin: .package, manifest: "Other/Package.swift", dependencies: ["App"])
        )
        let proposal = Proposal(map)
        #expect(proposal.yaml.contains("modules: [Data]\n    imports: [App, Core]"))
        #expect(throws: Never.self) { try Configuration(yaml: proposal.yaml) }
    }

    @Test("Names that mean something else in YAML are put in quotes")
    func quoting() throws {
        var tree = Tree(["No/A.swift": "import On", "On/A.swift": "", "3D/A.swift": ""])
        tree.dependencies = [:]
        tree.yaml = Proposal(tree.map).yaml
        #expect(try tree.report().outcome() == .clean)
    }
}
