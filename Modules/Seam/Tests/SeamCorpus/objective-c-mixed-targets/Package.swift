// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Mixed",
    targets: [
        .target(name: "Core"),
        .target(name: "Legacy", dependencies: ["Core"]),
        .target(name: "App", dependencies: ["Core", "Legacy"]),
        .testTarget(name: "LegacyTests", dependencies: ["Legacy"]),
    ]
)
