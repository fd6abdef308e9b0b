import TestSupport
import Testing

@testable import SeamCut

/// Whether code says `self`, begins with a blank line, and stands below fitting headings, as the code around it does.
@Suite("The style of what is written", .ownThread)
struct SelfStyleTests {
    private static let store = "final class Store { static let shared = Store(); let n = 1; func go() {} }\n"

    private static func cut(_ text: String, _ files: [String: String] = [:]) throws -> String {
        let tree = try SourceTree(["App/Store.swift": store, "App/A.swift": text].merging(files) { $1 })
        try tree.cutAll(options: Cut.Options())
        return try tree.text("App/A.swift")
    }

    @Test(
        "A formatter that takes a needless self away has nothing to do",
        arguments: [
            ("--indent 4", true), ("--disable blankLines,redundantSelf", false), ("--self insert", false),
            ("--self init-only", false), ("--rules blankLines", false), ("--rules blankLines,redundantSelf", true),
        ]
    )
    func formatter(_ row: (line: String, isOmitted: Bool)) throws {
        let text = "final class A {\n    let n = Store.shared.n\n\n    func f() { Store.shared.go() }\n}\n"
        let after = try Self.cut(text, [".swiftformat": row.line + "\n"])
        #expect(after.contains("        self.store = store\n"), "\(after)")
        #expect(after.contains("        n = store.n\n") == row.isOmitted, "\(after)")
    }

    @Test(
        "A file that says self for what it inherits, calls, or reads in the closures of a view says it for the property",
        arguments: [
            ("final class A: UIViewController", "self.view.a(); self.view.b(); self.title = \"\"", true),
            ("final class A: UIViewController", "self.view.a(); self.view.b(); self.title = \"\"; view.c()", false),
            ("final class A: UIViewController", "self.g(); self.g(); self.g(); self.view.a()", true),
            ("struct A: View", "Row { self.n }; Row { self.n }; Row { self.n }", true),
            ("struct A: View", "Row { self.n }; Row { self.n }; Row { n }", false),
            // An observer says the name of its own property.
            (
                "final class A: UIViewController",
                "self.g(); self.g(); self.g() }; var m = 1 { didSet { if m != oldValue { m = 1 } } }; func h() { print(1)",
                true
            ),
        ]
    )
    func said(_ row: (head: String, code: String, isSaid: Bool)) throws {
        let text = "\(row.head) {\n    var n = 1\n    func g() {}\n    func f() { \(row.code); Store.shared.go() }\n}\n"
        let after = try Self.cut(text)
        #expect(after.contains(" self.store.go()") == row.isSaid, "\(after)")
        #expect(!after.contains("Store.shared.go()"), "\(after)")
    }

    @Test("A new initializer begins with a blank line where the bodies do", arguments: ["", "\n", "        \n"])
    func blankLine(gap: String) throws {
        let functions = ["f", "g"].map { "    func \($0)() {\n\(gap)        Store.shared.go()\n    }\n" }
        let line = gap.isEmpty ? "\n" : String(gap.dropFirst(4))
        let lines = line.isEmpty ? "\n" : line
        let after = try Self.cut("final class A {\n    let n = 1\n\(lines)\(functions.joined(separator: lines))}\n")
        #expect(after.contains("    init(store: Store = .shared) {\n\(gap)        self.store = store\n"), "\(after)")
    }

    @Test("The brace of a new initializer has a line of its own where those of the file do", arguments: [true, false])
    func brace(isAlone: Bool) throws {
        let gap = isAlone ? "\n    {" : " {"
        let after = try Self.cut(
            "final class A {\n    let n = 1\n\n    func f()\(gap)\n        Store.shared.go()\n    }\n}\n"
        )
        #expect(after.contains("    init(store: Store = .shared)\(gap)\n        self.store = store\n"), "\(after)")
    }

    @Test("The blank line with which a type begins stays its first line")
    func first() throws {
        let after = try Self.cut("class A: NSView {\n\n    override func f() {\n        Store.shared.go()\n    }\n}\n")
        #expect(
            after.hasPrefix("class A: NSView {\n\n    var store: Store = .shared\n\n    override func f()"),
            "\(after)"
        )
    }

    @Test(
        "A property doesn't stand among functions, below their heading",
        arguments: [("Overridden Methods", true), ("Methods and Properties", false), ("Colors", false)]
    )
    func heading(_ row: (mark: String, isFirst: Bool)) throws {
        let text = """
            class A: NSView {
                // MARK: \(row.mark)

                override var size: Int { didSet { print(1) } }

                override func f() {
                    Store.shared.go()
                }
            }

            """
        let after = try Self.cut(text)
        #expect(after.hasPrefix("class A: NSView {\n    var store: Store = .shared\n") == row.isFirst, "\(after)")
    }
}
