// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Account",
    targets: [
        .target(name: "LegacyAccount"),
        .target(name: "Screens", dependencies: ["LegacyAccount"]),
        .executableTarget(name: "App", dependencies: ["Screens", "LegacyAccount"]),
        .testTarget(name: "ScreensTests", dependencies: ["Screens", "LegacyAccount"]),
    ]
)
