// swift-tools-version: 6.1
// Benchmarks, apart from the rest: nobody who uses or tests the workspace fetches what they need.
// docs/performance.md has the figures and the commands.
import PackageDescription

let package = Package(
    name: "SeamBenchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "SeamDomain", path: "../../Modules/Domain"),
        .package(name: "SeamPresentation", path: "../../Modules/Presentation"),
        .package(name: "SeamLegacyAccount", path: "../../Modules/LegacyAccount"),
        .package(name: "SeamMocks", path: "../../Mocks"),
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        // Links to the real sources, built so that a benchmark can call the translator alone.
        .target(name: "WireFormat"),
        .target(
            name: "LegacyData",
            dependencies: [
                "WireFormat",
                .product(name: "Domain", package: "SeamDomain"),
                .product(name: "LegacyAccount", package: "SeamLegacyAccount"),
                "WireFormat",
            ],
            swiftSettings: [.unsafeFlags(["-enable-testing"])]
        ),
        .target(name: "Diagnostics", dependencies: [.product(name: "Domain", package: "SeamDomain")]),
        .executableTarget(
            name: "FlowBenchmarks",
            dependencies: [
                "Diagnostics",
                .product(name: "Domain", package: "SeamDomain"),
                .product(name: "Presentation", package: "SeamPresentation"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/FlowBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "AccountBenchmarks",
            dependencies: [
                "LegacyData",
                .product(name: "Domain", package: "SeamDomain"),
                .product(name: "Presentation", package: "SeamPresentation"),
                .product(name: "LegacyAccount", package: "SeamLegacyAccount"),
                .product(name: "AccountSandbox", package: "SeamMocks"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/AccountBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
}
