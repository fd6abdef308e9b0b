// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Browser",
    targets: [
        .executableTarget(name: "Browser"),
        .testTarget(name: "BrowserTests", dependencies: ["Browser"]),
    ]
)
