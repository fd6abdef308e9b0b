import Foundation
import Testing

@Suite("Reading a manifest")
struct ManifestTests {
    @Test("SwiftPM's own reading of a planted manifest carries every part that is compared")
    func reading() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "seam-plant-\(UUID().uuidString)")
            .standardizedFileURL
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        let text = """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "Planted",
                platforms: [.macOS(.v15)],
                traits: [.default(enabledTraits: ["Net"]), .trait(name: "Net")],
                dependencies: [.package(url: "https://example.org/Web", from: "1.2.0")],
                targets: [
                    .target(name: "A", swiftSettings: [.swiftLanguageMode(.v5), .enableUpcomingFeature("ExistentialAny")]),
                    .testTarget(
                        name: "ATests",
                        dependencies: ["A", .product(name: "Web", package: "Web", condition: .when(traits: ["Net"]))],
                        path: "Checks",
                        exclude: ["Old"]
                    ),
                ],
                swiftLanguageModes: [.v6]
            )
            """
        try text.write(to: root.appending(path: "Package.swift"), atomically: true, encoding: .utf8)

        let manifest = try await Checkout.manifest(in: "", of: root)

        #expect(manifest.platforms == ["macos 15.0"])
        #expect(manifest.languageModes == ["6"])
        #expect(
            manifest.packages == [.init(name: "web", source: "https://example.org/Web 1.2.0..<2.0.0", isInTree: false)]
        )
        let library = try #require(manifest.target("A"))
        #expect(library.path == "Sources/A")
        #expect(library.settings == ["swiftLanguageMode(5)", "enableUpcomingFeature(ExistentialAny)"])
        let tests = try #require(manifest.target("ATests"))
        #expect(tests.isTest)
        #expect(tests.path == "Checks")
        #expect(tests.exclude == ["Old"])
        #expect(tests.dependencies == [.init(name: "A"), .init(name: "Web", package: "Web", traits: ["Net"])])
        #expect(manifest.line(ofTarget: "A") == 9)
        #expect(manifest.line(ofTarget: "ATests") == 11)
        #expect(manifest.line(ofTarget: "ATests", dependency: "Web") == 12)
    }
}
