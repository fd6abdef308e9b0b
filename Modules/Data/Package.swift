// swift-tools-version: 6.1
// This manifest proves that Data needs only Domain, and LegacyData also the legacy code. Depend on the repository's root
// manifest, not on this one (docs/adr/manifests-and-traits.md).
import PackageDescription

let package = Package(
    name: "SeamData",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "LegacyData", targets: ["LegacyData"]),
        .library(name: "StoreClient", targets: ["StoreClient"]),
        .library(name: "LocalData", targets: ["LocalData"]),
        .library(name: "StoreClientNIO", targets: ["StoreClientNIO"]),
        .library(name: "StoreNews", targets: ["StoreNews"]),
        .library(name: "Diagnostics", targets: ["Diagnostics"]),
    ],
    traits: [
        .default(enabledTraits: ["Programs"]),
        .trait(name: "Programs", description: "The same as Account here."),
        .trait(name: "Account", description: "SQLite for LocalData."),
        .trait(name: "AsyncHTTPClient", description: "What `StoreClientNIO` needs."),
        .trait(name: "MQTT", description: "News by MQTT: libmosquitto, which the system has to have."),
    ],
    dependencies: [
        .package(name: "SeamDomain", path: "../Domain"),
        .package(name: "SeamLegacyAccount", path: "../LegacyAccount"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.86.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.26.0"),
    ],
    targets: [
        .target(
            name: "LegacyData",
            dependencies: [
                .product(name: "Domain", package: "SeamDomain"),
                .product(name: "LegacyAccount", package: "SeamLegacyAccount"),
                "DataSupport",
            ]
        ),
        .target(
            name: "StoreClient",
            dependencies: [.product(name: "Domain", package: "SeamDomain"), "DataSupport"]
        ),
        .target(
            name: "LocalData",
            dependencies: [
                .product(name: "Domain", package: "SeamDomain"),
                "DataSupport",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Account", "Programs"])),
            ]
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
            ]
        ),
        .target(
            name: "StoreNews",
            dependencies: [
                .product(name: "Domain", package: "SeamDomain"), "DataSupport",
                .target(name: "CMosquitto", condition: .when(traits: ["MQTT"])),
            ]
        ),
        .systemLibrary(
            name: "CMosquitto",
            pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"]), .brew(["mosquitto"])]
        ),
        .target(name: "DataSupport", dependencies: [.product(name: "Domain", package: "SeamDomain")]),
        .target(
            name: "Diagnostics",
            dependencies: [.product(name: "Domain", package: "SeamDomain"), "DataSupport"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
