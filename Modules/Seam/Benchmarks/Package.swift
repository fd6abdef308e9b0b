// swift-tools-version: 6.1
// For `seam-speed`: sources to measure with, and the cost of parsing alone. docs/performance.md has the figures and the commands.
import PackageDescription

let package = Package(
    name: "SeamToolBenchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")
    ],
    targets: [
        .executableTarget(name: "generate-sources", path: "Sources/GenerateSources"),
        .executableTarget(
            name: "parse-everything",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
            ],
            path: "Sources/ParseEverything"
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
