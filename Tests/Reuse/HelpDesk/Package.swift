// swift-tools-version: 6.1
// The package of another team that has copied the slice: layers of its own with one use case, by docs/workspace/own-screen.md alone.
// `swift run desk` and `swift test` work here without changes.
import PackageDescription

let domain = Target.Dependency.product(name: "Domain", package: "Seam")
let presentation = Target.Dependency.product(name: "Presentation", package: "Seam")

let package = Package(
    name: "HelpDesk",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(name: "Seam", path: "../../..", traits: [])
    ],
    targets: [
        .target(name: "HelpDeskDomain", dependencies: [domain]),
        .target(name: "HelpDeskPresentation", dependencies: ["HelpDeskDomain", domain, presentation]),
        .target(name: "HelpDeskData", dependencies: ["HelpDeskDomain", domain]),
        .executableTarget(
            name: "desk",
            dependencies: ["HelpDeskData", "HelpDeskPresentation", "HelpDeskDomain", domain, presentation]
        ),
        .testTarget(
            name: "HelpDeskTests",
            dependencies: [
                "HelpDeskData", "HelpDeskPresentation", "HelpDeskDomain", domain, presentation,
                .product(name: "DomainMocks", package: "Seam"),
                .product(name: "DomainContracts", package: "Seam"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
