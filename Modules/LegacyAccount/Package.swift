// swift-tools-version: 6.1
// The legacy code alone, in Swift 5 mode as found. Depend on the repository's root manifest, not on this one
// (docs/adr/0001).
import PackageDescription

let package = Package(
    name: "SeamLegacyAccount",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "LegacyAccount", targets: ["LegacyAccount"])],
    targets: [.target(name: "LegacyAccount", swiftSettings: [.swiftLanguageMode(.v5)])],
    swiftLanguageModes: [.v6]
)
