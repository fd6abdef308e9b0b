// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Hidden",
    targets: [
        .target(name: "Legacy"),
        .target(name: "App", dependencies: ["Legacy"]),
        .testTarget(name: "AppTests", dependencies: ["App", "Legacy"]),
    ]
)
