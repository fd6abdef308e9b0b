// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Stores",
    targets: [
        .target(name: "ModuleA"),
        .target(name: "ModuleB"),
        .target(name: "Feature", dependencies: ["ModuleA", "ModuleB"]),
    ]
)
