import Foundation
import TestSupport
import Testing

@testable import seam

/// What the commands that generate code store between runs.
@Suite("Stored runs of commands that generate code", .ownThread)
struct StoredRunTests {
    private static let commands = ["mocks", "models", "services"]

    /// A tree with something for each command, which has run already.
    private func generated(_ command: String) throws -> (folder: MapCommandTests.Folder, output: String) {
        let folder = try MapCommandTests.Folder([
            "Sources/Deals.swift": """
            /// @service
            protocol Deals: Sendable {
                /// @get /deals
                func deals() async throws -> [Deal]
            }

            """,
            "Sources/Deal.swift": "/// @model\nstruct Deal {\n    /// @json\n    let title: String\n}\n",
            "Sources/Bad.swift": "/// @service\n/// @model\nprotocol Bad {\n    static func < (a: Self, b: Self)\n}\n",
            "seam.yml": """
            version: 1
            mocks:
            - {sources: [Sources], output: Out}
            models:
            - {sources: [Sources], output: Out, kit: plain, database: false}
            services:
            - {sources: [Sources], output: Out}

            """,
        ])
        let first = try folder.seam([command])
        #expect(first.code == 0 && first.out.contains("write Out/"))
        let outputs = ["mocks": "Out/MockDeals.swift", "models": "Out/DealJSON.swift"]
        return (folder, outputs[command, default: "Out/HTTPDeals.swift"])
    }

    @Test("A run with nothing to do reports what can't be generated all the same", arguments: commands)
    func unchanged(command: String) throws {
        let (folder, _) = try generated(command)
        #expect(try folder.seam([command]).error.contains("Sources/Bad.swift"))
        #expect(try folder.seam([command, "--check"]).code == 0)
        #expect(try folder.seam([command, "--strict"]).code == 1)
        #expect(folder.results.count == 1)
    }

    @Test("A changed, new or deleted source is noticed", arguments: commands)
    func sources(command: String) throws {
        let (folder, _) = try generated(command)
        let tree = folder.root.appending(path: "tree/Sources")
        let text = try String(contentsOf: tree.appending(path: "Deals.swift"), encoding: .utf8)
        try folder.write("Sources/Deals.swift", Data(text.replacing("deals()", with: "offers()").utf8))
        let deal = "/// @model\nstruct Deal {\n    /// @json t\n    let title: String\n}\n"
        try folder.write("Sources/Deal.swift", Data(deal.utf8))
        for _ in 0..<2 { #expect(try folder.seam([command, "--check"]).code == 1) }
        #expect(try folder.seam([command]).code == 0)
        #expect(try folder.seam([command, "--check"]).code == 0)
        let service = "/// @service\nprotocol More {\n    /// @get /\n    func more() async throws\n}\n"
        let model = "/// @model\nstruct Other {\n    /// @json\n    let a: Int\n}\n"
        try folder.write("Sources/More.swift", Data((service + model).utf8))
        #expect(try folder.seam([command, "--check"]).code == 1)
        try FileManager.default.removeItem(at: tree.appending(path: "More.swift"))
        #expect(try folder.seam([command, "--check"]).code == 0)
        try FileManager.default.removeItem(at: tree.appending(path: "Deals.swift"))
        try FileManager.default.removeItem(at: tree.appending(path: "Deal.swift"))
        #expect(try folder.seam([command, "--check"]).code == 1)
    }

    @Test("A deleted, edited or additional output is noticed", arguments: commands)
    func outputs(command: String) throws {
        let (folder, output) = try generated(command)
        let file = folder.root.appending(path: "tree/\(output)")
        let text = try String(contentsOf: file, encoding: .utf8)
        for change in 0..<3 {
            switch change {
            case 0: try FileManager.default.removeItem(at: file)
            case 1: try Data((text + "// by hand\n").utf8).write(to: file)
            default: try Data(text.utf8).write(to: folder.root.appending(path: "tree/Out/Old.swift"))
            }
            #expect(try folder.seam([command, "--check"]).code == 1)
            #expect(try folder.seam([command]).code == 0)
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
            #expect(try folder.seam([command]).out.isEmpty)
        }
    }

    @Test("Other options and another .swift-format are noticed", arguments: commands)
    func options(command: String) throws {
        let (folder, _) = try generated(command)
        try folder.write(".swift-format", Data(#"{"version": 1, "indentation": {"spaces": 3}}"#.utf8))
        #expect(try folder.seam([command, "--check"]).code == 1)
        #expect(try folder.seam([command]).code == 0)
        try folder.write(".swift-format", Data(#"{"version": 1, "indentation": {"spaces": 8}}"#.utf8))
        #expect(try folder.seam([command, "--check"]).code == 1)
        #expect(try folder.seam([command]).code == 0)
        let rules = try String(contentsOf: folder.root.appending(path: "tree/seam.yml"), encoding: .utf8)
        try folder.write("seam.yml", Data(rules.replacing("output: Out", with: "output: Out, imports: [Core]").utf8))
        #expect(try folder.seam([command, "--check"]).code == 1)
    }
}
