// swift-tools-version: 6.1
// Only the legacy code, in Swift 5 mode. Depend on the repository's root manifest, not on this one
// (docs/adr/manifests-and-traits.md).
import PackageDescription

let package = Package(
    name: "SeamLegacyAccount",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "LegacyAccount", targets: ["LegacyAccount"])],
    targets: [.target(name: "LegacyAccount", swiftSettings: [.swiftLanguageMode(.v5)])],
    swiftLanguageModes: [.v6]
)
