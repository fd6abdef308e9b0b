// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Feature",
    dependencies: [.package(path: "../Core")],
    targets: [.target(name: "Feature", dependencies: ["Core"])]
)
