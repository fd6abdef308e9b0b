// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Keys",
    targets: [
        .executableTarget(name: "Keys"),
        .testTarget(name: "KeysTests", dependencies: ["Keys"]),
    ]
)
