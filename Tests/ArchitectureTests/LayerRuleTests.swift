import Testing

@Suite("The layer rule")
struct LayerRuleTests {
    @Test("A tree in order passes")
    func unplanted() {
        #expect(LayerRule.violations(manifest: .sample()).isEmpty)
    }

    @Test(
        "A dependency on an upper layer or a third party is refused, with its line",
        arguments: [
            Manifest.Dependency(name: "Presentation"), Manifest.Dependency(name: "LegacyAccount"),
            Manifest.Dependency(name: "FlyingFox", package: "flyingfox"),
            Manifest.Dependency(name: "LegacyData", package: "SeamData"),
        ]
    )
    func planted(dependency: Manifest.Dependency) {
        let manifest = Manifest.sample(
            targets: [Manifest.Target.domain.changed { $0.dependencies = [dependency] }],
            text:
                "import PackageDescription\n.target(\n    name: \"Domain\",\n    dependencies: [\"\(dependency.name)\"]\n)"
        )
        #expect(
            LayerRule.violations(manifest: manifest).map(\.description) == [
                "Package.swift:4: target 'Domain' may not depend on '\(dependency.name)'"
            ]
        )
    }

    @Test("A module without a row is refused")
    func unknown() {
        let manifest = Manifest.sample(targets: [Manifest.Target(name: "Extra", path: "Modules/Extra")])
        #expect(
            LayerRule.violations(manifest: manifest).map(\.description) == [
                "Package.swift:2: target 'Extra' has no layer: give it a row in LayerRule"
            ]
        )
    }
}
