import Testing

@Suite("The two kinds of manifest")
struct TwinRuleTests {
    private let root = Manifest.sample()

    private func nested(_ change: (inout Manifest) -> Void = { _ in }) -> Manifest {
        var manifest = Manifest.sample(folder: "Modules/Domain", targets: [.domain])
        change(&manifest)
        return manifest
    }

    @Test("Two that say the same pass")
    func same() {
        #expect(TwinRule.violations(root: root, nested: nested()).isEmpty)
    }

    struct Difference: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let message: String
        let plant: @Sendable (inout Manifest) -> Void
    }

    static let differences = [
        Difference(testDescription: "tools version", message: ":1: tools version: [6.2.0]") {
            $0.toolsVersion = "6.2.0"
        },
        Difference(testDescription: "platforms", message: ":1: platforms: [macos 15.0]") {
            $0.platforms = ["macos 15.0"]
        },
        Difference(testDescription: "language mode", message: ":1: language modes: [5]") { $0.languageModes = ["5"] },
        Difference(testDescription: "package", message: ":1: package 'flyingfox': [elsewhere 2.0.0]") {
            $0.packages = [.init(name: "flyingfox", source: "elsewhere 2.0.0", isInTree: false)]
        },
        Difference(testDescription: "sources", message: ":2: sources of 'Domain': [Modules/Domain/Other]") {
            $0.targets[0].path = "Modules/Domain/Other"
        },
        Difference(testDescription: "exclusions", message: ":2: exclusions of 'Domain': [Orders]") {
            $0.targets[0].exclude = ["Orders"]
        },
        Difference(testDescription: "dependencies", message: ":2: dependencies of 'Domain': [Extra]") {
            $0.targets[0].dependencies = [.init(name: "Extra", package: "extra")]
        },
        Difference(testDescription: "settings", message: ":2: settings of 'Domain': []") {
            $0.targets[0].settings = []
        },
        Difference(testDescription: "one target more", message: ":1: targets: [Domain, Extra]") {
            $0.targets.append(.init(name: "Extra", path: "Modules/Domain/Sources/Extra"))
        },
        Difference(testDescription: "one target less", message: ":1: targets: []") { $0.targets = [] },
    ]

    @Test("One difference is told once, with its line", arguments: differences)
    func planted(difference: Difference) throws {
        let violations = TwinRule.violations(root: root, nested: nested(difference.plant))
        #expect(violations.count == 1)
        let told = try #require(violations.first).description
        #expect(told.hasPrefix("Modules/Domain/Package.swift" + difference.message + ", but ["))
    }
}
