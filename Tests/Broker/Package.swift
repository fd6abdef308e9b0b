// swift-tools-version: 6.1
// News over a real broker. A package of its own, so that only these tests need Mosquitto and its library: .ci/servers mqtt.
import PackageDescription

let package = Package(
    name: "BrokerTests",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Seam", path: "../..", traits: ["MQTT"])],
    targets: [
        .testTarget(
            name: "BrokerNewsTests",
            dependencies: [
                "NewsReader",
                .product(name: "Domain", package: "Seam"),
                .product(name: "DomainContracts", package: "Seam"),
                .product(name: "StoreNews", package: "Seam"),
            ]
        ),
        // A process that is killed in the middle of its work.
        .executableTarget(
            name: "NewsReader",
            dependencies: [
                .product(name: "Domain", package: "Seam"), .product(name: "StoreNews", package: "Seam"),
            ]
        ),
        // Many subscribers in one process, measured: docs/performance.md.
        .executableTarget(
            name: "Crowd",
            dependencies: [
                .product(name: "Domain", package: "Seam"), .product(name: "StoreNews", package: "Seam"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
