// swift-tools-version: 6.1
// This manifest proves that the mocks and contracts need only Domain, and the sandbox none of our modules. Depend on the
// repository's root manifest, not on this one (docs/adr/manifests-and-traits.md).
import PackageDescription

let package = Package(
    name: "SeamMocks",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "DomainMocks", targets: ["DomainMocks"]),
        .library(name: "DomainContracts", targets: ["DomainContracts"]),
        .library(name: "AccountSandbox", targets: ["AccountSandbox"]),
    ],
    traits: [
        .default(enabledTraits: ["Programs"]),
        .trait(name: "Programs", description: "The same as Account here."),
        .trait(name: "Account", description: "HTTP serving for the sandbox."),
    ],
    dependencies: [
        .package(name: "SeamDomain", path: "../Modules/Domain"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    ],
    targets: [
        .target(
            name: "DomainMocks",
            dependencies: [.product(name: "Domain", package: "SeamDomain")],
            path: "DomainMocks",
            resources: [.embedInCode("Samples/addresses.json"), .embedInCode("Samples/orders.json")]
        ),
        .target(
            name: "DomainContracts",
            dependencies: ["DomainMocks", .product(name: "Domain", package: "SeamDomain")],
            path: "DomainContracts"
        ),
        .target(
            name: "LoopbackHTTP",
            dependencies: [
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Account", "Programs"]))
            ],
            path: "LoopbackHTTP"
        ),
        .target(
            name: "AccountSandbox",
            dependencies: [
                "LoopbackHTTP",
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Account", "Programs"])),
            ],
            path: "AccountSandbox",
            resources: [.embedInCode("Store/people.json")]
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
    if ["AccountSandbox", "LoopbackHTTP"].contains(target.name) {
        target.swiftSettings?.append(.define("Account", .when(traits: ["Programs"])))
    }
}
