import Testing

@Suite("The module graph")
struct ModuleGraphTests {
    @Test("Our targets stand in their folders, products of others apart")
    func drawing() {
        let graph = ModuleGraph.mermaid(of: .sample())
        #expect(graph.contains("    subgraph Mocks\n        AccountSandbox\n    end\n"))
        #expect(graph.contains("    subgraph third [Other packages]\n        ArgumentParser([ArgumentParser])\n"))
        #expect(graph.contains("    LegacyData --> LegacyAccount\n"))
        #expect(graph.contains("    AccountSandbox -.-> FlyingFox\n"))
    }

    @Test("A dependency more is another graph, and the rest of the document stays")
    func update() throws {
        let manifest = Manifest.sample()
        let document = "# A\n\(ModuleGraph.begin)\nold\n\(ModuleGraph.end)\nB\n"
        let updated = try #require(ModuleGraph.updated(document, graph: ModuleGraph.mermaid(of: manifest)))
        #expect(updated.hasPrefix("# A\n<!-- graph:begin -->\n```mermaid\n"))
        #expect(updated.hasSuffix("\n```\n<!-- graph:end -->\nB\n"))

        var more = manifest
        more.targets[0].dependencies.append(.init(name: "LegacyAccount"))
        #expect(ModuleGraph.updated(updated, graph: ModuleGraph.mermaid(of: more)) != updated)
    }

    @Test("A document without the markers is not touched")
    func withoutMarkers() {
        #expect(ModuleGraph.updated("# A\n", graph: "g") == nil)
    }
}
