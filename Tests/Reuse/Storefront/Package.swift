// swift-tools-version: 6.1
// The package of another team: it has its own source of orders and reuses Domain, Presentation and the contracts.
// `swift test` works here without changes; CI also tries it in a folder of its own, by path and by URL and version.
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
        .testTarget(
            name: "StorefrontTests",
            dependencies: [
                "Storefront",
                .product(name: "Domain", package: "Seam"),
                .product(name: "DomainContracts", package: "Seam"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
