// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Options",
    targets: [
        .executableTarget(name: "Options"),
        .testTarget(name: "OptionsTests", dependencies: ["Options"]),
    ]
)
