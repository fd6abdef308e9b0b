// swift-tools-version: 6.1
// The package of a team whose own model is a module called Domain: it imports ours under another name.
import PackageDescription

let package = Package(
    name: "OwnDomain",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(name: "Seam", path: "../../..", traits: [])
    ],
    targets: [
        .target(name: "Domain"),
        .executableTarget(name: "clerk", dependencies: ["Domain"]),
        .testTarget(
            name: "OwnDomainTests",
            dependencies: [
                "Domain",
                .product(name: "Domain", package: "Seam", moduleAliases: ["Domain": "SeamDomain"]),
                .product(name: "Presentation", package: "Seam", moduleAliases: ["Domain": "SeamDomain"]),
                .product(name: "DomainMocks", package: "Seam", moduleAliases: ["Domain": "SeamDomain"]),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
