import Foundation
import TestSupport
import Testing

/// Checks the rules in this tree.
@Suite("The tree", .ownThread)
struct TreeTests {
    @Test("Every file imports only what its target declares")
    func imports() async throws {
        let tree = try await Checkout.current()
        report(ImportRule.violations(manifest: tree.manifest, files: tree.files))
    }

    @Test("No module depends on one above it")
    func layers() async throws {
        let tree = try await Checkout.current()
        for manifest in [tree.manifest] + tree.nested { report(LayerRule.violations(manifest: manifest)) }
    }

    @Test("The small manifests say the same as the root's", arguments: Checkout.nestedFolders)
    func twins(folder: String) async throws {
        let tree = try await Checkout.current()
        let nested = try #require(tree.nested.first { $0.folder == folder })
        report(TwinRule.violations(root: tree.manifest, nested: nested))
    }

    @Test("No module gives another module's type another module's protocol")
    func conformances() async throws {
        let tree = try await Checkout.current()
        report(ConformanceRule.violations(manifest: tree.manifest, files: tree.files))
    }

    @Test("The legacy singleton is named on one line")
    func singleton() async throws {
        let tree = try await Checkout.current()
        report(SingletonRule.violations(files: tree.files))
        let exists = tree.files.contains { TypeNames.declarations(in: $0).contains { $0.name == "AccountService" } }
        #expect(SingletonRule.mentions(in: tree.files).count == (exists ? 1 : 0))
    }

    @Test("Only the composition names what stands behind a use case")
    func composition() async throws {
        let tree = try await Checkout.current()
        report(CompositionRule.violations(files: tree.files))
    }

    @Test("Only one place opens connections")
    func connections() async throws {
        let tree = try await Checkout.current()
        report(ConnectionRule.violations(files: tree.files))
    }

    @Test("Files have at most 400 lines, functions at most 60")
    func sizes() async throws {
        let tree = try await Checkout.current()
        report(SizeRule.violations(files: tree.files))
    }

    @Test("Types are named after their role")
    func names() async throws {
        let tree = try await Checkout.current()
        report(TypeNames.violations(files: tree.files))
    }

    @Test("Each decision record is named where it governs, and each that is named exists")
    func records() throws {
        report(RecordRule.violations(pages: try RecordRule.pages(below: Checkout.root)))
    }

    @Test("Pages and comments name files that exist")
    func links() throws {
        let root = Checkout.root
        let pages = try RecordRule.pages(below: root).filter { !$0.path.hasPrefix("Tests/ArchitectureTests/") }
        report(
            LinkRule.violations(pages: pages) {
                FileManager.default.fileExists(atPath: root.appending(path: $0).path)
            }
        )
    }

    @Test("Each promise of the page about security names a test that exists")
    func promises() async throws {
        let tree = try await Checkout.current()
        let text = try String(contentsOf: tree.root.appending(path: PromiseRule.page), encoding: .utf8)
        report(PromiseRule.violations(text: text, files: tree.files))
    }

    @Test("The documentation that is hosted is that of all libraries")
    func hosted() throws {
        let root = Checkout.root
        let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let hosted = try String(contentsOf: root.appending(path: ".spi.yml"), encoding: .utf8)
        let libraries = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
        let list = try #require(hosted.firstMatch(of: /\[([^\]]*)\]/)).1
        #expect(list.matches(of: /\w+/).map { String($0.0) } == libraries)
    }

    @Test("The graph in the documentation is the manifests' own")
    func graph() async throws {
        let tree = try await Checkout.current()
        let place = tree.root.appending(path: ModuleGraph.document)
        let document = try String(contentsOf: place, encoding: .utf8)
        let updated = try #require(ModuleGraph.updated(document, graph: ModuleGraph.mermaid(of: tree.manifest)))
        if Effort.updates {
            if updated != document { try updated.write(to: place, atomically: true, encoding: .utf8) }
        } else {
            #expect(
                updated == document,
                "\(ModuleGraph.document) is out of date: SEAM_UPDATE=1 swift test --filter ArchitectureTests"
            )
        }
    }

    private func report(_ violations: [Violation]) {
        for violation in violations { Issue.record("\(violation)") }
    }
}
