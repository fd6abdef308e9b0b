// swift-tools-version: 6.2
// The package of another team that adds a use case of its own with our libraries: invoices, their list, a fake and a
// contract. `swift test` works here without changes. CI runs it in each of the modes that its targets may have:
//
//     6             Swift 6 mode
//     5             Swift 5 mode; a method then counts as `@Sendable` by an upcoming feature alone
//     main-actor    Swift 6 mode, with the main actor as default isolation
import PackageDescription

let mode = "6"
let settings: [SwiftSetting] =
    switch mode {
    case "5": [.enableUpcomingFeature("InferSendableFromCaptures")]
    case "main-actor": [.defaultIsolation(MainActor.self)]
    default: []
    }

let package = Package(
    name: "Invoices",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "Invoices", targets: ["Invoices"])],
    dependencies: [
        .package(name: "Seam", path: "../../..", traits: [])
    ],
    targets: [
        .target(
            name: "Invoices",
            dependencies: [
                .product(name: "Domain", package: "Seam"),
                .product(name: "Presentation", package: "Seam"),
                .product(name: "Strangler", package: "Seam"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "bill",
            dependencies: ["Invoices", .product(name: "Domain", package: "Seam")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "InvoicesTests",
            dependencies: [
                "Invoices",
                .product(name: "Domain", package: "Seam"),
                .product(name: "Presentation", package: "Seam"),
                .product(name: "DomainMocks", package: "Seam"),
                .product(name: "DomainContracts", package: "Seam"),
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [mode == "5" ? .v5 : .v6]
)
