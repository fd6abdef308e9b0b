// swift-tools-version: 6.1
// This manifest proves that Presentation needs only Domain. Depend on the repository's root manifest, not on this one
// (docs/adr/manifests-and-traits.md).
import PackageDescription

let package = Package(
    name: "SeamPresentation",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "Presentation", targets: ["Presentation"])],
    dependencies: [.package(name: "SeamDomain", path: "../Domain")],
    targets: [
        .target(
            name: "Presentation",
            dependencies: [.product(name: "Domain", package: "SeamDomain")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
