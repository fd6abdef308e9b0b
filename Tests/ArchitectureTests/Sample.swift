/// A small tree in memory that fulfils every rule; a test changes the one thing it is about.
extension Manifest {
    static func sample(folder: String = "", targets: [Target] = Target.sample, text: String? = nil) -> Manifest {
        Manifest(
            folder: folder,
            text: text ?? targets.map { ".target(\n    name: \"\($0.name)\"\n)\n" }.joined(),
            toolsVersion: "6.1.0",
            platforms: ["ios 18.0", "macos 15.0"],
            languageModes: ["6"],
            packages: [
                Package(name: "flyingfox", source: "https://example.org/FlyingFox 1.0.0..<2.0.0", isInTree: false)
            ],
            targets: targets
        )
    }
}

extension Manifest.Target {
    static let domain = Manifest.Target(
        name: "Domain",
        path: "Modules/Domain/Sources/Domain",
        settings: ["enableUpcomingFeature(ExistentialAny)"]
    )
    static let sample = [
        domain,
        Manifest.Target(
            name: "LegacyData",
            path: "Modules/Data/Sources/LegacyData",
            dependencies: [Manifest.Dependency(name: "Domain"), Manifest.Dependency(name: "LegacyAccount")]
        ),
        Manifest.Target(name: "LegacyAccount", path: "Modules/LegacyAccount/Sources/LegacyAccount"),
        Manifest.Target(
            name: "AccountSandbox",
            path: "Mocks/AccountSandbox",
            dependencies: [Manifest.Dependency(name: "FlyingFox", package: "flyingfox", traits: ["Account"])]
        ),
        Manifest.Target(
            name: "account",
            path: "App/Account",
            isExecutable: true,
            dependencies: [
                Manifest.Dependency(name: "Domain"), Manifest.Dependency(name: "LegacyData"),
                Manifest.Dependency(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
    ]

    func changed(_ change: (inout Manifest.Target) -> Void) -> Manifest.Target {
        var copy = self
        change(&copy)
        return copy
    }
}
