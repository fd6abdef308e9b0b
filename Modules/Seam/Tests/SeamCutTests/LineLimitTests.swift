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
}
