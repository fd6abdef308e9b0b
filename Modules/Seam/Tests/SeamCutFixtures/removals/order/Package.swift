// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Tunnel",
    targets: [
        .executableTarget(name: "Tunnel"),
        .testTarget(name: "TunnelTests", dependencies: ["Tunnel"]),
    ]
)
