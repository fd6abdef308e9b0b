// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Names",
    targets: [
        .target(name: "Core"),
        .target(name: "App"),
        .target(name: "Shop", dependencies: ["Core"]),
    ]
)
