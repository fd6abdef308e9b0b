@testable import SeamCheck
import TestSupport
import Testing

@Suite("Configuration", .ownThread)
struct ConfigurationTests {
    @Test("Every key is read")
    func everyKey() throws {
        let configuration = try Configuration(
            yaml: """
                version: 1
                baseline: known.yml
                include: [Vendor/Ours]
                exclude:
                - Tests/Fixtures
                layers:
                  Data:
                    modules: [LegacyData, "Store*"]
                    imports: [Domain]
                    external: Foundation
                declared-imports: true
                fallbacks: true
                types:
                  AccountService:
                    only: [LegacyData]
                    because: it goes away
                members:
                  AccountService.logOut: {}
                features:
                - modules: ["Feature*"]
                  except: [FeatureKit]
                stages:
                  default: strict
                  Cart: zero
                """
        )
        let expected = Configuration(
            baseline: "known.yml",
            include: ["Vendor/Ours"],
            exclude: ["Tests/Fixtures"],
            layers: [
                .init(
                    name: .init("Data", line: 7),
                    modules: [.init("LegacyData", line: 8), .init("Store*", line: 8)],
                    imports: [.init("Domain", line: 9)],
                    external: [.init("Foundation", line: 10)]
                )
            ],
            declaredImports: true,
            fallbacks: true,
            types: [
                .init(
                    subject: .init("AccountService", line: 14),
                    only: [.init("LegacyData", line: 15)],
                    because: "it goes away"
                )
            ],
            members: [.init(subject: .init("AccountService.logOut", line: 18))],
            features: [.init(modules: [.init("Feature*", line: 20)], except: [.init("FeatureKit", line: 21)])],
            defaultStage: .strict,
            stages: [.init(module: .init("Cart", line: 24), stage: .zero)]
        )
        #expect(configuration == expected)
    }

    @Test(
        "What is wrong is told with its line and what was probably meant",
        arguments: [
            ("layer:\n  A: {}", 1, "unknown key `layer` in seam.yml; did you mean `layers`?"),
            ("types:\n  Legacy:\n    olny: [A]", 3, "did you mean `only`?"),
            ("layers:\n  A:\n    imports: []", 2, "layer `A` does not say its `modules`"),
            ("layers:\n  A:\n    modules: [X]", 2, "layer `A` does not say what it `imports`"),
            ("stages:\n  Cart: frozn", 2, "did you mean `frozen`?"),
            ("members:\n  Legacy: {}", 2, "must name a type and a member"),
            ("version: 2", 1, "version 2 is not known"),
            ("version: one", 1, "must be a whole number"),
            ("layers: [A]", 1, "must be a list of `name: value`"),
            ("exclude: {a: b}", 1, "must be a list"),
            ("declared-imports: maybe", 1, "must be true or false"),
            ("exclude: [a\nlayers: {}", 2, "not YAML"),
            ("types: {}\ntypes: {}", 1, "written twice: types"),
            ("version: 1\n<<<<<<< ours\n", 2, "merge markers"),
        ]
    )
    func wrong(yaml: String, line: Int, message: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try Configuration(yaml: yaml) }
        #expect(error.problems.contains { $0.line == line && $0.message.contains(message) }, "\(error)")
    }

    @Test("All problems are told at once")
    func allAtOnce() throws {
        let error = try #require(throws: ConfigurationError.self) {
            try Configuration(yaml: "layer: {}\ntype: {}\nversion: 9\n")
        }
        #expect(error.problems.map(\.line) == [1, 2, 3])
    }

    @Test("Nesting without end is refused and does not crash", arguments: ["[", "{a: ", "- "])
    func nesting(opening: String) {
        #expect(throws: ConfigurationError.self) {
            try Configuration(yaml: "exclude: " + String(repeating: opening, count: 100_000))
        }
    }

    @Test("Line ends and byte order marks of other systems are read", arguments: ["\u{FEFF}", ""])
    func otherSystems(mark: String) throws {
        let configuration = try Configuration(yaml: mark + "version: 1\r\nexclude: [A]\r\n")
        #expect(configuration.exclude == ["A"])
    }

    @Test(
        "A name that nothing fits is an error with its line",
        arguments: [
            ("layers:\n  Data:\n    modules: [Dat]\n    imports: []", 3, "did you mean `Data`?"),
            ("layers:\n  Data:\n    modules: []\n    imports: []", 2, "matches nothing"),
            ("layers:\n  Data:\n    modules: [Data]\n    imports: [Cor]", 4, "did you mean `Core`?"),
            ("types:\n  Legacy:\n    only: [Nobody]", 3, "no layer or module is called `Nobody`"),
            ("types:\n  Legacy:\n    only: [App/Nowhere/]", 3, "no file of the tree fits"),
            ("stages:\n  Ap: off", 2, "stages: no module is called `Ap`"),
            ("features:\n- modules: [\"Feature*\"]", 2, "features: no module is called"),
            (
                "layers:\n  A: {modules: [App], imports: []}\n  B: {modules: [\"A*\"], imports: []}", 3,
                "`App` is in layer `A` already"
            ),
        ]
    )
    func unknownNames(yaml: String, line: Int, message: String) throws {
        let tree = Tree.app([:], yaml: yaml)
        let error = try #require(throws: ConfigurationError.self) { try tree.rules() }
        #expect(error.problems.contains { $0.line == line && $0.message.contains(message) }, "\(error)")
    }
}
