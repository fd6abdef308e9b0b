// swift-tools-version: 6.1
// Every target of the repository, by path. Others depend on this manifest, by URL and version or by path to this
// folder. The small manifests below Modules/ and in Mocks/ cover the same sources and prove that each layer stands
// alone; docs/adr/manifests-and-traits.md says why there are two kinds.
import PackageDescription

let package = Package(
    name: "Seam",
    platforms: [.macOS(.v15), .iOS(.v18)],
    // No program and no plugin: a package that runs a program of its own would then build ours too, without the packages that they
    // need. `.ci/reuse` sees that. `swift run account` needs no product, because this package is the root then.
    products: [
        .library(name: "Domain", targets: ["Domain"]),
        .library(name: "Presentation", targets: ["Presentation"]),
        .library(name: "Diagnostics", targets: ["Diagnostics"]),
        .library(name: "DomainMocks", targets: ["DomainMocks"]),
        .library(name: "DomainContracts", targets: ["DomainContracts"]),
        .library(name: "AccountSandbox", targets: ["AccountSandbox"]),
        .library(name: "StoreClient", targets: ["StoreClient"]),
        .library(name: "StoreClientNIO", targets: ["StoreClientNIO"]),
        .library(name: "StoreNews", targets: ["StoreNews"]),
        .library(name: "Strangler", targets: ["Strangler"]),
        .library(name: "StranglerJournal", targets: ["StranglerJournal"]),
        .library(name: "StranglerMetrics", targets: ["StranglerMetrics"]),
    ],
    traits: [
        .default(enabledTraits: ["Programs"]),
        // One trait: several reach the compiler in random order, and each order builds everything again (docs/adr/manifests-and-traits.md).
        .trait(
            name: "Programs",
            description: "What `account` and all tests need: the same as Account, Journal and Metrics."
        ),
        .trait(
            name: "Account",
            description: "What the `account` command needs: HTTP serving, argument parsing, colour, SQLite.",
            enabledTraits: ["Journal"]
        ),
        .trait(
            name: "AsyncHTTPClient",
            description: "What `StoreClientNIO` needs: AsyncHTTPClient, for services on Linux."
        ),
        .trait(name: "Journal", description: "What `StranglerJournal` needs: SQLite."),
        .trait(
            name: "MQTT",
            description: "News by MQTT: libmosquitto, which the system has to have (apt-get install libmosquitto-dev)."
        ),
        .trait(name: "Metrics", description: "What `StranglerMetrics` needs: the metrics interface of swift-metrics."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
        .package(url: "https://github.com/onevcat/Rainbow", from: "4.2.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.86.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.26.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    ],
    targets: [
        .target(name: "Domain", path: "Modules/Domain/Sources/Domain"),
        .target(name: "Presentation", dependencies: ["Domain"], path: "Modules/Presentation/Sources/Presentation"),
        .target(
            name: "LegacyData",
            dependencies: ["Domain", "LegacyAccount", "DataSupport"],
            path: "Modules/Data/Sources/LegacyData"
        ),
        .target(
            name: "StoreClient",
            dependencies: ["Domain", "DataSupport"],
            path: "Modules/Data/Sources/StoreClient"
        ),
        .target(
            name: "LocalData",
            dependencies: [
                "Domain",
                "DataSupport",
                .product(name: "GRDB", package: "GRDB.swift", condition: on("Account")),
            ],
            path: "Modules/Data/Sources/LocalData"
        ),
        .target(
            name: "StoreClientNIO",
            dependencies: [
                "StoreClient",
                "DataSupport",
                .product(
                    name: "AsyncHTTPClient",
                    package: "async-http-client",
                    condition: .when(traits: ["AsyncHTTPClient"])
                ),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
                .product(
                    name: "NIOHTTPCompression",
                    package: "swift-nio-extras",
                    condition: .when(traits: ["AsyncHTTPClient"])
                ),
            ],
            path: "Modules/Data/Sources/StoreClientNIO"
        ),
        .target(
            name: "StoreNews",
            dependencies: [
                "Domain", "DataSupport",
                .target(name: "CMosquitto", condition: .when(traits: ["MQTT"])),
            ],
            path: "Modules/Data/Sources/StoreNews"
        ),
        .systemLibrary(
            name: "CMosquitto",
            path: "Modules/Data/Sources/CMosquitto",
            pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"]), .brew(["mosquitto"])]
        ),
        .target(name: "DataSupport", dependencies: ["Domain"], path: "Modules/Data/Sources/DataSupport"),
        .target(
            name: "Diagnostics",
            dependencies: ["Domain", "DataSupport"],
            path: "Modules/Data/Sources/Diagnostics"
        ),
        .target(
            name: "LegacyAccount",
            path: "Modules/LegacyAccount/Sources/LegacyAccount",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .target(
            name: "DomainMocks",
            dependencies: ["Domain"],
            path: "Mocks/DomainMocks",
            resources: [.embedInCode("Samples/addresses.json"), .embedInCode("Samples/orders.json")]
        ),
        .target(name: "DomainContracts", dependencies: ["Domain", "DomainMocks"], path: "Mocks/DomainContracts"),
        .target(
            name: "LoopbackHTTP",
            dependencies: [
                .product(name: "FlyingSocks", package: "FlyingFox", condition: on("Account"))
            ],
            path: "Mocks/LoopbackHTTP"
        ),
        .target(
            name: "AccountSandbox",
            dependencies: [
                "LoopbackHTTP",
                .product(name: "FlyingSocks", package: "FlyingFox", condition: on("Account")),
            ],
            path: "Mocks/AccountSandbox",
            resources: [.embedInCode("Store/people.json")]
        ),
        .target(name: "Strangler", path: "Modules/Strangler/Sources/Strangler"),
        .target(
            name: "StranglerJournal",
            dependencies: ["Strangler", .product(name: "GRDB", package: "GRDB.swift", condition: on("Journal"))],
            path: "Modules/Strangler/Sources/StranglerJournal"
        ),
        .target(
            name: "StranglerMetrics",
            dependencies: [
                "Strangler",
                .product(name: "Metrics", package: "swift-metrics", condition: on("Metrics")),
            ],
            path: "Modules/Strangler/Sources/StranglerMetrics"
        ),
        .executableTarget(name: "CandidateVersionTool", path: "App/CandidateVersion/Tool"),
        .plugin(
            name: "CandidateVersionPlugin",
            capability: .buildTool(),
            dependencies: ["CandidateVersionTool"],
            path: "App/CandidateVersion/Plugin"
        ),
        .executableTarget(
            name: "account",
            dependencies: [
                "Domain", "Presentation", "DataSupport", "LegacyData", "StoreClient", "StoreNews", "LocalData",
                "Diagnostics", "DomainMocks", "AccountSandbox", "LoopbackHTTP", "Strangler", "StranglerJournal",
                .product(name: "FlyingSocks", package: "FlyingFox", condition: on("Account")),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: on("Account")),
                .product(name: "Rainbow", package: "Rainbow", condition: on("Account")),
                .product(name: "Logging", package: "swift-log", condition: on("Account")),
            ],
            path: "App/Account",
            resources: [.embedInCode("Web/page.css"), .embedInCode("Web/page.js")],
            plugins: ["CandidateVersionPlugin"]
        ),
        .target(
            name: "TestSupport",
            dependencies: ["Domain", "DomainContracts", "DomainMocks"],
            path: "Tests/TestSupport"
        ),
        .testTarget(name: "DomainTests", dependencies: ["TestSupport", "Domain"], path: "Tests/DomainTests"),
        .testTarget(
            name: "PresentationTests",
            dependencies: ["TestSupport", "Domain", "Presentation", "DomainMocks"],
            path: "Tests/PresentationTests"
        ),
        .testTarget(
            name: "LegacyAccountTests",
            dependencies: ["LegacyAccount", "AccountSandbox"],
            path: "Tests/LegacyAccountTests"
        ),
        .testTarget(
            name: "LegacyDataTests",
            dependencies: [
                "TestSupport", "Domain", "DataSupport", "LegacyData", "LegacyAccount", "DomainContracts",
                "AccountSandbox",
            ],
            path: "Tests/LegacyDataTests"
        ),
        .testTarget(
            name: "StoreClientTests",
            dependencies: [
                "TestSupport", "Domain", "DataSupport", "StoreClient", "StoreClientNIO", "DomainContracts",
                "AccountSandbox",
            ],
            path: "Tests/StoreClientTests"
        ),
        .testTarget(
            name: "StoreNewsTests",
            dependencies: ["Domain", "StoreNews", "StoreClient", "DomainContracts", "AccountSandbox"],
            path: "Tests/StoreNewsTests"
        ),
        .executableTarget(
            name: "LocalDataWriter",
            dependencies: ["Domain", "LocalData"],
            path: "Tests/LocalDataTests/Writer"
        ),
        .testTarget(
            name: "LocalDataTests",
            dependencies: [
                "TestSupport", "Domain", "DataSupport", "LocalData", "LocalDataWriter", "DomainContracts",
                .product(name: "GRDB", package: "GRDB.swift", condition: on("Account")),
            ],
            path: "Tests/LocalDataTests",
            exclude: ["Fixtures", "Writer"]
        ),
        .executableTarget(
            name: "DiagnosticsWriter",
            dependencies: ["Domain", "Diagnostics", "StoreClient"],
            path: "Tests/DiagnosticsTests/Writer"
        ),
        .testTarget(
            name: "DiagnosticsTests",
            dependencies: [
                "Domain", "DataSupport", "Diagnostics", "DiagnosticsWriter", "StoreClient", "AccountSandbox",
            ],
            path: "Tests/DiagnosticsTests",
            exclude: ["Writer"]
        ),
        .testTarget(
            name: "DataSupportTests",
            dependencies: ["TestSupport", "DataSupport", "Domain"],
            path: "Tests/DataSupportTests"
        ),
        .testTarget(
            name: "DomainMocksTests",
            dependencies: ["TestSupport", "Domain", "DomainMocks", "DomainContracts"],
            path: "Tests/DomainMocksTests"
        ),
        .testTarget(name: "AccountSandboxTests", dependencies: ["AccountSandbox"], path: "Tests/AccountSandboxTests"),
        .testTarget(
            name: "AccountAppTests",
            dependencies: [
                "TestSupport",
                "account", "Domain", "Presentation", "DomainMocks", "DomainContracts", "LegacyData", "StoreClient",
                "Diagnostics", "AccountSandbox", "LoopbackHTTP", "Strangler", "CandidateVersionTool",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: on("Account")),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: on("Account")),
                .product(name: "GRDB", package: "GRDB.swift", condition: on("Account")),
                .product(name: "Logging", package: "swift-log", condition: on("Account")),
            ],
            path: "Tests/AccountAppTests",
            // Read where it lies, beside the test that was exported with it.
            exclude: ["Migration/Exported/orders-d8df2dec27c56f6a.json"]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "TestSupport",
                "account", "AccountSandbox",
                .product(name: "GRDB", package: "GRDB.swift", condition: on("Account")),
                .product(name: "Subprocess", package: "swift-subprocess", condition: on("Account")),
            ],
            path: "Tests/EndToEndTests",
            exclude: ["Fixtures"]
        ),
        .testTarget(name: "StranglerTests", dependencies: ["Strangler", "TestSupport"], path: "Tests/StranglerTests"),
        .executableTarget(
            name: "StranglerJournalWriter",
            dependencies: ["Strangler", "StranglerJournal"],
            path: "Tests/StranglerJournalTests/Writer"
        ),
        .testTarget(
            name: "StranglerJournalTests",
            dependencies: [
                "TestSupport", "Strangler", "StranglerJournal", "StranglerJournalWriter",
                .product(name: "GRDB", package: "GRDB.swift", condition: on("Journal")),
            ],
            path: "Tests/StranglerJournalTests",
            exclude: ["Writer"]
        ),
        .executableTarget(
            name: "StranglerFleet",
            dependencies: [
                "Strangler", "StranglerJournal", "StranglerMetrics",
                .product(name: "Metrics", package: "swift-metrics", condition: on("Metrics")),
            ],
            path: "Tests/StranglerMetricsTests/Fleet"
        ),
        .testTarget(
            name: "StranglerMetricsTests",
            dependencies: [
                "Strangler", "StranglerMetrics",
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: on("Metrics")),
            ],
            path: "Tests/StranglerMetricsTests",
            exclude: ["Fleet"]
        ),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], path: "Tests/ArchitectureTests"),
    ],
    swiftLanguageModes: [.v6]
)

/// What is needed if a trait is enabled, or `Programs`, which includes it.
func on(_ trait: String) -> TargetDependencyCondition? { .when(traits: [trait, "Programs"]) }

// One set of rules for all of our targets; `LegacyAccount` is as found and keeps its own.
for target in package.targets where target.name != "LegacyAccount" && ![.plugin, .system].contains(target.type) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

// `Programs` includes other traits, and sources say `#if` with the name of the one that they need.
let included = [
    "Account": ["AccountSandbox", "LoopbackHTTP"],
    "Journal": ["StranglerFleet", "StranglerJournal", "StranglerJournalTests", "StranglerJournalWriter"],
    "Metrics": ["StranglerFleet", "StranglerMetrics", "StranglerMetricsTests"],
]
for (trait, names) in included {
    for target in package.targets where names.contains(target.name) {
        target.swiftSettings?.append(.define(trait, .when(traits: ["Programs"])))
    }
}
