import Foundation
import SeamKit
import Testing

@testable import SeamGenerate

/// What is stored of a run, so that the next one has nothing to do.
@Suite("Stored runs")
struct StoredRunTests {
    /// A source and a folder with what was generated from it, deleted with the object.
    private final class Tree {
        let root = FileManager.default.temporaryDirectory.appending(path: "seam-stored-\(UUID().uuidString)").path
        let generated = GeneratedFile(path: "Mock.swift", text: "// generated\n")
        let problem = GenerateProblem(path: "A.swift", line: 3, message: "no")

        init() throws {
            try FileManager.default.createDirectory(atPath: root + "/Out", withIntermediateDirectories: true)
            try write("A.swift", "a")
            try write("Out/Mock.swift", generated.text)
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        func write(_ path: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: root + "/" + path))
        }

        func run(_ options: String = "mocks", version: String = "1", inputs: [String] = ["A.swift"]) -> StoredRun {
            StoredRun(
                cache: ResultCache(folder: root + "/stored", version: version),
                options: options,
                inputs: inputs.map { root + "/" + $0 },
                folders: [root + "/Out"]
            )
        }

        func keep(_ run: StoredRun) { run.keep([root + "/Out/Mock.swift": generated], problems: [problem]) }
    }

    @Test("A run with the same files, options and tool has nothing to do and knows the problems")
    func same() throws {
        let tree = try Tree()
        #expect(tree.run().problems == nil)
        tree.keep(tree.run())
        for _ in 0..<3 { #expect(tree.run().problems == [tree.problem]) }
        #expect(tree.run("models").problems == nil)
        #expect(tree.run(version: "2").problems == nil)
        #expect(tree.run(inputs: []).problems == nil)
    }

    @Test("A changed source, another output and a damaged store are noticed")
    func changed() throws {
        let tree = try Tree()
        tree.keep(tree.run())
        try tree.write("A.swift", "b")
        #expect(tree.run().problems == nil)
        try tree.write("A.swift", "a")
        #expect(tree.run().problems == [tree.problem])
        try tree.write("Out/Mock.swift", "// by hand\n")
        #expect(tree.run().problems == nil)
        try tree.write("Out/Mock.swift", tree.generated.text)
        try tree.write("Out/Other.swift", "")
        #expect(tree.run().problems == nil)
        try FileManager.default.removeItem(atPath: tree.root + "/Out/Other.swift")
        #expect(tree.run().problems == [tree.problem])
        for file in try FileManager.default.contentsOfDirectory(atPath: tree.root + "/stored") {
            try tree.write("stored/" + file, "damaged")
        }
        #expect(tree.run().problems == nil)
    }

    @Test("Nothing is stored if a file was changed while the command ran")
    func meanwhile() throws {
        let tree = try Tree()
        let run = tree.run()
        try tree.write("Out/Mock.swift", "// by hand\n")
        tree.keep(run)
        #expect(tree.run().problems == nil)
        try tree.write("Out/Mock.swift", tree.generated.text)
        // A source that was changed after it was looked at belongs to the next run.
        let other = tree.run()
        try tree.write("A.swift", "b")
        tree.keep(other)
        #expect(tree.run().problems == nil)
    }
}
