// swift-tools-version: 6.1
// The proof that Data needs Domain alone, and LegacyData the legacy code besides. Depend on the repository's root
// manifest, not on this one (docs/adr/0001).
import PackageDescription

let package = Package(
    name: "SeamData",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "LegacyData", targets: ["LegacyData"]),
        .library(name: "StoreClient", targets: ["StoreClient"]),
        .library(name: "Diagnostics", targets: ["Diagnostics"]),
    ],
    dependencies: [
        .package(name: "SeamDomain", path: "../Domain"),
        .package(name: "SeamLegacyAccount", path: "../LegacyAccount"),
    ],
    targets: [
        .target(
            name: "LegacyData",
            dependencies: [
                .product(name: "Domain", package: "SeamDomain"),
                .product(name: "LegacyAccount", package: "SeamLegacyAccount"),
                "WireFormat",
            ]
        ),
        .target(
            name: "StoreClient",
            dependencies: [.product(name: "Domain", package: "SeamDomain"), "WireFormat"]
        ),
        .target(name: "WireFormat"),
        .target(name: "Diagnostics", dependencies: [.product(name: "Domain", package: "SeamDomain")]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
