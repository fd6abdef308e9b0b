// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Tables",
    targets: [
        .executableTarget(name: "Tables"),
        .testTarget(name: "TablesTests", dependencies: ["Tables"]),
    ]
)
