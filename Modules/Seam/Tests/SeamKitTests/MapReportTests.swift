import Foundation
import TestSupport
import Testing

@testable import SeamKit

/// The output of `seam map`, in each of its formats.
@Suite("Map reports", .ownThread)
struct MapReportTests {
    private static let sources = [
        "Core/Legacy.swift": """
        final class Legacy { static let shared = Legacy(); var name = ""; func fetch() { print(name) } }
        """,
        "App/<Screen>.swift": """
        import Foundation
        struct Screen {
            func show() { Legacy.shared.fetch(); Legacy.shared.fetch() }
            func rename() { Legacy.shared.name = UserDefaults.standard.string(forKey: "a") ?? "" }
        }
        """,
        "AppTests/T.swift": "func test() { Legacy.shared.fetch() }",
        "Pods/A.swift": "let a = 1", "App/Broken.swift": "func f( { Legacy.shared",
    ]

    private func map() throws -> CodeMap { try Tree(Self.sources).map() }

    @Test("Text answers where to start, on a screen of any width")
    func text() throws {
        let map = try map()
        let text = TextReport(width: 60, isColoured: false, limit: 12).text(of: map)
        #expect(text.contains("1 singleton, "))
        #expect(text.contains("Legacy.shared"))
        #expect(text.contains("Where to start\nFirst "))
        #expect(text.contains("Skipped: 1 vendored"))
        #expect(text.contains("App/Broken.swift:1: does not parse"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
        #expect(!text.contains("\u{1B}"))
        #expect(TextReport(width: 80, isColoured: true, limit: 12).text(of: map).contains("\u{1B}[1m"))
    }

    @Test("What the uses of one singleton have in common is in its text and its JSON")
    func shapes() throws {
        let map = try map()
        let shapes = [
            "Core.Legacy": UseShape.grouped(["Legacy.shared.name", "Legacy.shared.fetch()", "Legacy.shared.fetch()"])
        ]
        let text = try #require(TextReport(shapes: shapes).text(of: map, singleton: "Core.Legacy"))
        #expect(text.contains("\nShapes of uses\n2  Legacy.shared.fetch()\n1  Legacy.shared.name\n"))
        #expect(JSONReport(shapes: shapes).text(of: map).contains("\"code\" : \"Legacy.shared.fetch()\""))
        #expect(!JSONReport().text(of: map).contains("\"shapes\""))
    }

    @Test("Uses that can be moved are in the text, the JSON and the page, if they were counted")
    func movable() throws {
        let map = try map()
        let counts = ["Core.Legacy": 2]
        for width in [40, 60, 80] {
            let lines = TextReport(width: width, movable: counts).text(of: map).split(separator: "\n").map {
                $0.split(separator: " ")
            }
            let head = try #require(lines.first { $0.first == "Singleton" })
            let row = try #require(lines.first { $0.first?.hasPrefix("Legacy.") == true })
            #expect(head.firstIndex(of: "Movable").map { row[$0] } == "2")
        }
        let details = try #require(TextReport(movable: counts).text(of: map, singleton: "Core.Legacy"))
        #expect(details.contains("\n2 of 4 uses can be moved by seam cut\n"))
        #expect(JSONReport(movable: counts).text(of: map).contains("\"movable\" : 2"))
        #expect(HTMLReport(movable: counts).text(of: map, title: "App").contains("4 uses, 2 movable, "))
        #expect(!TextReport().text(of: map).contains("Movable"))
        #expect(!JSONReport().text(of: map).contains("movable"))
        #expect(!HTMLReport().text(of: map, title: "App").contains("2 movable"))
    }

    @Test("Singletons of one label stand in the table with what tells them apart")
    func labels() throws {
        let map = try Tree([
            "App/A.swift": "class A { var n = 0 }\nlet only = A()",
            "App/Left.swift": "private let log = A()\nfunc f() { log.n = 1 }",
            "App/Right.swift": "private let log = A()\nfunc g() { log.n = 1 }",
            "App/B.swift": "class B { static let it = B(); var n = 0 }\nfunc h() { B.it.n = 1 }",
            "Shop/B.swift": "class B { static let it = B(); var n = 0 }\nfunc h() { B.it.n = 1 }",
        ]).map()
        let text = TextReport(width: 100, isColoured: false, limit: 12).text(of: map)
        for name in ["App.log@App/Left.swift", "App.log@App/Right.swift", "only", "B.it (App)", "B.it (Shop)"] {
            #expect(text.contains("\n\(name) "), "\(text)")
        }
    }

    @Test("Text of one singleton lists its members and every use, tests too")
    func details() throws {
        let map = try map()
        let report = TextReport(width: 100, isColoured: false, limit: 12)
        let text = try #require(report.text(of: map, singleton: "Core.Legacy"))
        #expect(text.contains("Core/Legacy.swift:1"))
        let fetch = try #require(text.split(separator: "\n").first { $0.hasPrefix("fetch") })
        #expect(fetch.split(separator: " ") == ["fetch", "2", "0", "0", "Screen"])
        #expect(text.contains("AppTests/T.swift:1"))
        #expect(report.text(of: map, singleton: "Nobody") == nil)
    }

    @Test("SARIF has a note for each singleton of the tree and for each use, at its line")
    func sarif() throws {
        let map = try map()
        let text = SARIFReport(toolVersion: "1.2.3").text(of: map)
        let log = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count { $0["ruleId"] as? String == "singleton" } == 1)
        #expect(results.count { $0["ruleId"] as? String == "singleton-use" } == map.uses.count)
        let messages = results.compactMap { ($0["message"] as? [String: Any])?["text"] as? String }
        #expect(messages.contains("call of Core.Legacy.fetch (by name)"))
        // Names are percent-encoded, and files that do not parse are reported.
        #expect(text.contains("App/%3CScreen%3E.swift"))
        #expect(text.contains("\"startLine\" : 3"))
        #expect(text.contains("App/Broken.swift"))
        #expect(SARIFReport(toolVersion: "1.2.3").text(of: map) == text)
    }

    @Test("JSON says its format and version, and the same numbers as the map")
    func json() throws {
        let map = try map()
        let data = Data(JSONReport().text(of: map).utf8)
        let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(document["format"] as? String == "seam-map")
        #expect(document["version"] as? Int == JSONReport.version)
        #expect((document["uses"] as? [Any])?.count == map.uses.count)
        let keys = [
            "cuts", "format", "modules", "problems", "singletons", "skipped", "summary", "uncompiled", "uses",
            "version",
        ]
        #expect(document.keys.sorted() == keys)
        let singletons = try #require(document["singletons"] as? [[String: Any]])
        let legacy = try #require(singletons.first { $0["id"] as? String == "Core.Legacy" })
        #expect(legacy["writes"] as? Int == 1)
        #expect(legacy["testUses"] as? Int == 1)
        let members = try #require(legacy["members"] as? [[String: Any]])
        #expect(members.first { $0["name"] as? String == "fetch" }?["calls"] as? Int == 2)
    }

    @Test("Mermaid draws a module's uses as one arrow, thick where it writes, and escapes names")
    func mermaid() throws {
        let lines = MermaidReport().text(of: try map()).split(separator: "\n").map(String.init)
        #expect(lines.first == "flowchart LR")
        let app = try #require(lines.first { $0.contains("[\"App\"]") }?.split(separator: "[").first)
        let legacy = try #require(lines.first { $0.contains("Legacy") }?.split(separator: "(").first)
        let node = (app.trimmingCharacters(in: .whitespaces), legacy.trimmingCharacters(in: .whitespaces))
        #expect(lines.contains { $0.hasPrefix("    \(node.0) ==>|") && $0.hasSuffix("| \(node.1)") })

        let odd = Singleton(name: "A<\"B#\">", module: "M", shape: .instance, accessors: [], file: "a", line: 1)
        let text = MermaidReport().text(of: CodeMap(singletons: [odd], uses: [oddUse(odd)]))
        #expect(text.contains("A#lt;#quot;B#35;#quot;#gt;"))
    }

    @Test("SVG is one element that opens and closes, with the names escaped")
    func svg() throws {
        let text = SVGReport().text(of: try map())
        #expect(text.contains("<svg ") && text.hasSuffix("</svg>\n"))
        #expect(text.contains("xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(text.contains("Legacy.shared"))
        try #require(Self.unbalanced(text) == nil)
        // Programs that draw SVG outside a browser don't support variables, and would draw black on black.
        #expect(!text.contains("var(") && text.contains("@media (prefers-color-scheme:dark)"))

        let odd = Singleton(name: "A<\"B\">&", module: "M", shape: .instance, accessors: [], file: "a", line: 1)
        let escaped = SVGReport().text(of: CodeMap(singletons: [odd], uses: [oddUse(odd)]))
        #expect(!escaped.contains("A<\"B\""))
        #expect(Self.unbalanced(escaped) == nil)
    }

    @Test("HTML is one file that asks the network for nothing and can be read without its script")
    func html() throws {
        let text = HTMLReport().text(of: try map(), title: "Shop <&>")
        #expect(text.hasPrefix("<!doctype html>") || text.hasPrefix("<!DOCTYPE html>"))
        #expect(text.contains("<title>") && text.contains("Shop &lt;&amp;&gt;"))
        #expect(!text.contains("Shop <&>"))
        for reference in ["src=", "@import", "url(http", "<link ", "fetch(", "XMLHttpRequest"] {
            #expect(!text.contains(reference), "\(reference)")
        }
        #expect(text.contains("<svg "))
        #expect(text.contains("Where to start"))
        #expect(text.contains("@media print"))
        // The picture's buttons are accessible to screen readers; the role of an image would hide them.
        #expect(!text.contains("role=\"img\"") && text.contains("role=\"button\""))
        #expect(text.contains("var(--ground)") && text.contains("--ground:"))
    }

    @Test("Two reports on one map are the same, byte for byte")
    func same() throws {
        let (first, second) = (try map(), try map())
        #expect(JSONReport().text(of: first) == JSONReport().text(of: second))
        #expect(SVGReport().text(of: first) == SVGReport().text(of: second))
        #expect(HTMLReport().text(of: first, title: "a") == HTMLReport().text(of: second, title: "a"))
        #expect(MermaidReport().text(of: first) == MermaidReport().text(of: second))
    }

    private func oddUse(_ singleton: Singleton) -> Use {
        Use(
            singleton: singleton.id,
            type: singleton.name,
            member: "a",
            kind: .read,
            certainty: .resolved,
            file: "a.swift",
            line: 1,
            column: 1,
            module: "M",
            enclosingType: "B",
            enclosingFunction: ""
        )
    }

    /// Returns the first tag that closes an element that isn't open; nil if all are closed in order.
    private static func unbalanced(_ text: String) -> String? {
        var open: [Substring] = []
        for match in text.matches(of: #/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/#) {
            let (_, closes, name, isEmpty) = match.output
            if closes.isEmpty {
                if isEmpty.isEmpty { open.append(name) }
            } else if open.popLast() != name {
                return String(name)
            }
        }
        return open.last.map(String.init)
    }

    @Test("A text for a terminal keeps its lines and tabs, and nothing that a terminal obeys")
    func terminal() {
        #expect(Printable.lines("+\tä\r\n-b\n") == "+\tä\r\n-b\n")
        #expect(Printable.lines("\ta\u{1B}[2J\r\nb\rc\u{202E}\n") == "\ta\\u{1B}[2J\r\nb c\\u{202E}\n")
    }

    @Test("A name is no command of a line of CI")
    func continuousIntegration() {
        #expect(Printable.line("::add-mask::a::b") == "\\u{3A}:add-mask::a::b")
        #expect(Printable.line("\n ::error::a") == "  \\u{3A}:error::a")
        #expect(Printable.line("a##[set-output name=a;]b") == "a#\\u{23}[set-output name=a;]b")
        #expect(Printable.line("A::b.swift #1 ## a") == "A::b.swift #1 ## a")
        #expect(Printable.json("{\"a\": \"##[error]\"}") == "{\"a\": \"#\\u0023[error]\"}")
    }
}
