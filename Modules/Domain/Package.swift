// swift-tools-version: 6.1
// This manifest proves that Domain has no dependencies. Depend on the repository's root manifest, not on this one
// (docs/adr/manifests-and-traits.md).
import PackageDescription

let package = Package(
    name: "SeamDomain",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "Domain", targets: ["Domain"])],
    targets: [
        .target(
            name: "Domain",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
