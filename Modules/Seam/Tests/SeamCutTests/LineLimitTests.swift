import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// How long lines may be where a configuration doesn't say it, or not for all lines.
@Suite("The limit of lines", .ownThread)
struct LineLimitTests {
    @Test(
        "A limit that no file names, or that heads need not keep, is what the tree keeps",
        arguments: [
            ("excluded:\n  - Pods\n", 100, 120, nil), ("excluded:\n  - Pods\n", 160, 160, 160),
            ("line_length: 120\n", 160, 120, nil),
            ("line_length:\n  warning: 120\n  ignores_function_declarations: true\n", 160, 120, 160),
        ] as [(String, Int, Int, Int?)]
    )
    func kept(_ settings: String, width: Int, limit: Int, headLimit: Int?) throws {
        let head = { (name: String) in
            "    func \(name)(\(String(repeating: "a", count: width - 20 - name.count)): Int) {\n    }"
        }
        let lines = (100...300).map { head("f\($0)") }
        let text = "struct View {\n\(lines.joined(separator: "\n"))\n}\n"
        let tree = try SourceTree([".swiftlint.yml": settings, "App/View.swift": text])
        let (_, index) = try tree.mapped()
        let layout = House(index: index, learningFrom: ["App/View.swift"]).layout(of: "App/View.swift")
        #expect((limit - 5...limit).contains(layout.limit))
        #expect(layout.headLimit.map { (width - 5...width).contains($0) } == headLimit.map { _ in true })
    }

    @Test(
        "No line is broken in a text",
        arguments: [
            "let text = \"a ?? b\" + Store.shared.name",
            "let text = \"value: \\(Store.shared.go(1, 2, 3))\"",
            "let text = \"value: \\(all.map { Store.shared.n })\"",
        ]
    )
    func texts(_ line: String) throws {
        let tree = try SourceTree(["App/View.swift": line + "\n"])
        let (_, index) = try tree.mapped()
        try withExtendedLifetime(tree) {
            let file = try #require(index.file("App/View.swift"))
            let name = try #require(file.tokens("Store").first)
            let edit = file.replacement(name.offset..<name.offset + 12, with: "injectedStore")
            let edits = LongLines(file: file, layout: Layout(limit: line.count, indentation: "    ")).wrapped([edit])
            let result = FileChange(path: file.path, bytes: file.bytes, edits: edits).result
            #expect(
                String(decoding: result, as: UTF8.self) == line.replacing("Store.shared", with: "injectedStore") + "\n"
            )
        }
    }
}
