// swift-tools-version: 6.1
// The tool `seam`, a package of its own. It depends on nothing of the workspace, whose manifest is the one at the root.
import PackageDescription

let package = Package(
    name: "SeamTool",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "seam", targets: ["seam"]),
        .plugin(name: "SeamPlugin", targets: ["SeamPlugin"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    ],
    targets: [
        .target(
            name: "SeamKit",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                "Yams",
            ]
        ),
        .target(name: "SeamCheck", dependencies: ["SeamKit", "Yams"]),
        .target(name: "SeamCut", dependencies: ["SeamKit"]),
        .target(name: "SeamProgress", dependencies: ["SeamKit", "SeamCheck"]),
        .target(name: "SeamGenerate", dependencies: ["SeamKit"]),
        .executableTarget(
            name: "seam",
            dependencies: [
                "SeamKit", "SeamCheck", "SeamCut", "SeamProgress", "SeamGenerate",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .plugin(
            name: "SeamPlugin",
            capability: .command(
                intent: .custom(verb: "seam", description: "See the coupling of a code base, and never let it grow.")
            ),
            dependencies: ["seam"]
        ),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "SeamKitTests", dependencies: ["SeamKit", "TestSupport"]),
        .testTarget(
            name: "SeamCheckTests",
            dependencies: ["SeamCheck", "SeamKit", "SeamCut", "seam", "TestSupport"]
        ),
        .testTarget(name: "SeamCutTests", dependencies: ["SeamCut", "SeamKit", "seam", "TestSupport"]),
        .testTarget(
            name: "SeamGenerateTests",
            dependencies: ["SeamGenerate", "SeamKit", "TestSupport"],
            // Compiled by the tests themselves, in both language modes.
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "SeamProgressTests",
            dependencies: ["SeamProgress", "SeamKit", "SeamCheck", "seam", "TestSupport"]
        ),
        .testTarget(name: "SeamToolTests", dependencies: ["SeamKit", "seam", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
