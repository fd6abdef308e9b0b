import ProjectDescription
import ShopHelpers

let name = "Shop"
let project = Project(
    name: name,
    targets: [
        .target(
            name: name,
            destinations: .iOS,
            product: .app,
            bundleId: "app.shop",
            sources: ["\(name)/Sources/**"],
            dependencies: [.target(name: "Core"), .external(name: "Nuke")]
        ),
        .target(
            name: "Core",
            destinations: .iOS,
            product: .framework,
            productName: "CoreKit",
            bundleId: "app.shop.core",
            sources: .sourceFilesList(globs: [.glob("Core/Sources/**", excluding: ["Core/Sources/**/*Old*"])])
        ),
        Target(
            name: "ShopTests",
            destinations: .iOS,
            product: .unitTests,
            bundleId: "app.shop.tests",
            sources: "Shop/Tests/**",
            dependencies: [.target(name: "Shop")]
        ),
        .target(name: "Feature", destinations: .iOS, product: .framework, bundleId: "f", sources: featureSources()),
    ]
)
