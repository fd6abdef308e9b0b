// swift-tools-version: 6.1
// The benchmarks have a package of their own, so that users and testers of the workspace don't fetch their dependencies.
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
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        // Links to the real sources, so that a benchmark can call the conversion alone.
        .target(name: "DataSupport", dependencies: [.product(name: "Domain", package: "SeamDomain")]),
        .target(
            name: "LegacyData",
            dependencies: [
                "DataSupport",
                .product(name: "Domain", package: "SeamDomain"),
                .product(name: "LegacyAccount", package: "SeamLegacyAccount"),
            ],
            swiftSettings: [.unsafeFlags(["-enable-testing"])]
        ),
        .target(
            name: "LocalData",
            dependencies: [
                "DataSupport",
                .product(name: "Domain", package: "SeamDomain"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: [.define("Account")]
        ),
        .target(name: "Strangler"),
        .target(
            name: "StranglerJournal",
            dependencies: ["Strangler", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: [.define("Journal")]
        ),
        .target(
            name: "StranglerMetrics",
            dependencies: ["Strangler", .product(name: "Metrics", package: "swift-metrics")],
            swiftSettings: [.define("Metrics")]
        ),
        .target(
            name: "StoreClient",
            dependencies: ["DataSupport", .product(name: "Domain", package: "SeamDomain")]
        ),
        .executableTarget(
            name: "HandoverFigures",
            dependencies: [
                "LegacyData", "StoreClient", "Strangler", "StranglerJournal", "StranglerMetrics",
                .product(name: "Domain", package: "SeamDomain"),
                .product(name: "Presentation", package: "SeamPresentation"),
                .product(name: "AccountSandbox", package: "SeamMocks"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            path: "Benchmarks/HandoverFigures",
            swiftSettings: [.define("Journal"), .define("Metrics")]
        ),
        .target(
            name: "Diagnostics",
            dependencies: ["DataSupport", .product(name: "Domain", package: "SeamDomain")]
        ),
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
        .executableTarget(
            name: "LocalDataFigures",
            dependencies: [
                "LocalData",
                .product(name: "Domain", package: "SeamDomain"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Benchmarks/LocalDataFigures"
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
