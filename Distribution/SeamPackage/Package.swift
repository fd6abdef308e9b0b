// swift-tools-version: 6.0
// `swift package seam ...` without building anything: the program is in the bundle beside this file.
import PackageDescription

let package = Package(
    name: "SeamPackage",
    products: [.plugin(name: "SeamPlugin", targets: ["SeamPlugin"])],
    targets: [
        .binaryTarget(name: "seam", path: "seam.artifactbundle"),
        .plugin(
            name: "SeamPlugin",
            capability: .command(
                intent: .custom(verb: "seam", description: "See the coupling of a code base, and never let it grow.")
            ),
            dependencies: ["seam"]
        ),
    ]
)
