// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Pocketbook",
    platforms: [.macOS(.v15)],
    targets: [
        .executableTarget(name: "Pocketbook"),
        .testTarget(name: "PocketbookTests", dependencies: ["Pocketbook"]),
    ],
    swiftLanguageModes: [.v5]
)
