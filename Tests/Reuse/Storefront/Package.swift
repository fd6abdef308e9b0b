// swift-tools-version: 6.1
// The package of another team: it has its own source of orders and reuses Domain, Presentation and the contracts.
// `swift run shop` and `swift test` work here without changes. CI edits, runs and tests each of these packages in a folder of its
// own, by path and by URL and version: `.ci/reuse`.
import PackageDescription

let package = Package(
    name: "Storefront",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "Storefront", targets: ["Storefront"])],
    dependencies: [
        .package(name: "Seam", path: "../../..", traits: [])
    ],
    targets: [
        .target(
            name: "Storefront",
            dependencies: [
                .product(name: "Domain", package: "Seam"),
                .product(name: "Presentation", package: "Seam"),
            ]
        ),
        .executableTarget(
            name: "shop",
            dependencies: ["Storefront", .product(name: "Domain", package: "Seam")]
        ),
        .testTarget(
            name: "StorefrontTests",
            dependencies: [
                "Storefront",
                .product(name: "Domain", package: "Seam"),
                .product(name: "DomainContracts", package: "Seam"),
                .product(name: "DomainMocks", package: "Seam"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
