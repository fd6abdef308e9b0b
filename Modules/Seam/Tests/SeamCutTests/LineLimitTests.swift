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
            "let text = \"a ?? b\" + Store.shared",
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

    @Test(
        "A line that all edits together make too long is wrapped: before `??`, in a body, or in a call",
        arguments: [
            (
                "_ = m.map { Row(n: $0) } ?? Row(n: 1)",
                "_ = m.map { Row(n: $0, store: store) }\n            ?? Row(n: 1, store: store)\n"
            ),
            (
                "run { Row(n: 100000000000).f() }",
                "run { [store] in\n            Row(n: 100000000000, store: store).f()\n        }\n"
            ),
            (
                "print(Row(n: 1), Row(n: 2), m ?? 1)",
                "print(\n            Row(n: 1, store: store),\n            Row(n: 2, store: store),\n            m ?? 1\n"
            ),
            ("_ = Row(n: 1)", "_ = Row(n: 1, store: store)\n"),
        ]
    )
    func wrapped(_ before: String, _ after: String) throws {
        let tree = try SourceTree([
            ".editorconfig": "[*]\nmax_line_length = 50\n",
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            final class Row {
                init(n: Int) {}
                func f() { Store.shared.go() }
            }
            final class A {
                let m: Int?
                init(m: Int?) { self.m = m }
                func f() {
                    \(before)
                    Store.shared.go()
                }
            }
            func run(_ body: @escaping () -> Void) {}

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains(after), "\(text)")
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test(
        "A line that a longer name makes too long is broken before operators, a member, or what a closure captures",
        arguments: [
            (
                "let a = Store.shared.on ? 100000 : 1000000",
                "let a = storeOfTheProgram.on\n            ? 100000\n            : 1000000\n"
            ),
            (
                "let a = Store.shared.on && n == 1 || false",
                "let a = storeOfTheProgram.on && n == 1\n            || false\n"
            ),
            (
                "let a = Store.shared.name.text.description",
                "let a = storeOfTheProgram.name.text\n            .description\n"
            ),
            (
                "if n > 1, Store.shared.name.text.isEmpty {\n        }",
                "if n > 1, storeOfTheProgram.name.text\n            .isEmpty {\n        }\n"
            ),
            (
                "run(100000, 200000) {\n            Store.shared.go()\n        }",
                "run(\n            100000,\n            200000\n        ) { [storeOfTheProgram] in\n"
                    + "            storeOfTheProgram.go()\n        }\n"
            ),
            (
                "all.whenItIsNotReady {\n            Store.shared.go()\n        }",
                "all.whenItIsNotReady {\n            [storeOfTheProgram] in\n            storeOfTheProgram.go()\n        }\n"
            ),
        ]
    )
    func broken(_ before: String, _ after: String) throws {
        let tree = try SourceTree([
            ".editorconfig": "[*]\nmax_line_length = 50\n",
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            final class A {
                let n: Int
                init(n: Int) { self.n = n }
                func f() {
                    \(before)
                    Store.shared.go()
                }
            }
            func run(_ a: Int, _ b: Int, _ body: @escaping () -> Void) {}

            """,
        ])
        var options = Cut.Options()
        options.name = "storeOfTheProgram"
        try tree.cutAll(options: options)
        let text = try tree.text("App/A.swift")
        #expect(text.contains(after), "\(text)")
        #expect(try tree.cutAll(options: options) == 0)
    }

    @Test("A line isn't broken in what an edit replaces")
    func replaced() throws {
        let line = "print(one, two) ?? 1"
        let tree = try SourceTree(["App/View.swift": line + "\n"])
        let (_, index) = try tree.mapped()
        try withExtendedLifetime(tree) {
            let file = try #require(index.file("App/View.swift"))
            let edits = [file.replacement(10..<14, with: " three"), file.replacement(15..<20, with: " ?? 12")]
            let lines = LongLines(file: file, layout: Layout(limit: line.count, indentation: "    "))
            let change = FileChange(path: file.path, bytes: file.bytes, edits: lines.wrapped(edits))
            #expect(String(decoding: change.result, as: UTF8.self) == "print(one, three) ?? 12\n")
        }
    }
}
