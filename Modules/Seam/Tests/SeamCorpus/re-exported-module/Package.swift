// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Kit",
    targets: [
        .target(name: "Core"),
        .target(name: "Kit", dependencies: ["Core"]),
        .target(name: "App", dependencies: ["Kit"]),
    ]
)
