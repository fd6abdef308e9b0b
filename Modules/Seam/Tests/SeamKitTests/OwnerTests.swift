import Foundation
import TestSupport
import Testing

@testable import SeamKit

@Suite("Owners", .ownThread)
struct OwnerTests {
    /// The rules that GitHub's documentation explains, and what follows from them.
    @Test(
        "Patterns match as GitHub documents",
        arguments: [
            ("*", "a.swift", true), ("*", "a/b/c.swift", true), ("*.js", "a/b.js", true), ("*.js", "b.ts", false),
            ("/build/logs/", "build/logs/a/b.txt", true), ("/build/logs/", "x/build/logs/a.txt", false),
            ("docs/*", "docs/getting-started.md", true), ("docs/*", "docs/build-app/troubleshooting.md", false),
            ("docs/*", "x/docs/a.md", false), ("apps/", "x/apps/y/a.swift", true), ("apps/", "apps", false),
            ("/docs/", "docs/a/b.md", true), ("/docs/", "a/docs/b.md", false), ("/apps/github", "apps/github/a", true),
            ("/apps/github", "apps/github", true), ("/apps/github", "apps/github2", false),
            ("**/logs", "logs/a", true), ("**/logs", "a/b/logs/c/d", true), ("**/logs", "a/blogs/c", false),
            ("a/**", "a/b/c", true), ("a/**", "a", false), ("a/**/z", "a/z", true), ("a/**/z", "a/b/c/z", true),
            ("a/*/z", "a/b/z", true), ("a/*/z", "a/b/c/z", false), ("A?.swift", "x/Ab.swift", true),
            ("A*B*C", "x/AxxBxBxC", true), ("A*B*C", "x/AxxBxBx", false), ("App", "app/a.swift", false),
            ("Sources/My\\ App/", "Sources/My App/a.swift", true), ("é*", "x/été.swift", true),
            ("é*", "x/ete.swift", false),
        ]
    )
    func patterns(pattern: String, path: String, matches: Bool) {
        #expect(CodeOwners(text: "\(pattern) @a").owners(of: path) == (matches ? ["@a"] : []))
    }

    @Test("The last rule that matches decides, also if it names nobody; comments and wrong lines are skipped")
    func order() {
        let owners = CodeOwners(
            text:
                "* @all me@example.com # @nobody\n\n# *.swift @nobody\r\n/a/ @a\n/a/b\n[x]/ @x\n!/a/ @x\n\\#a @x\n/ @x"
        )
        #expect(owners.owners(of: "x.swift") == ["@all", "me@example.com"])
        #expect(owners.owners(of: "a/x.swift") == ["@a"])
        #expect(owners.owners(of: "a/b/x.swift").isEmpty)
    }

    private static let sources = [
        "Core/Legacy.swift": "public class Legacy { public static let shared = Legacy(); public var n = 0 }",
        "App/A.swift": "import Core\nstruct A { func f() { Legacy.shared.n = 1; Legacy.shared.n = 2 } }",
        "App/B.swift": "import Core\nstruct B { func f() { Legacy.shared.n = 1 } }",
        "AppTests/T.swift": "import Core\nfunc test() { Legacy.shared.n = 1 }",
        "CODEOWNERS": "/App/ @app\n/App/A.swift @app @anna\n/Core/ @core",
    ]

    @Test("A map by owner has what each one's files declare and use; what nobody owns stands last")
    func ownership() throws {
        let parts = Ownership(of: try Tree(Self.sources).map()).parts
        #expect(parts.map(\.owner) == ["@app", "@anna", "@core", nil])
        #expect(parts.map(\.total) == [3, 2, 0, 0])
        #expect(parts.map(\.files) == [2, 1, 1, 1])
        #expect(parts.map(\.declares) == [[], [], ["Core.Legacy"], []])
        #expect(parts[0].uses.map(\.singleton) == ["Core.Legacy"])
    }

    @Test("Text, JSON and the page list owners if they are asked to")
    func reports() throws {
        let map = try Tree(Self.sources).map()
        let text = TextReport(width: 80, groupsByOwner: true).text(of: map)
        #expect(text.contains("\n@app         3         0      2  Legacy.shared 3"), "\(text)")
        #expect(text.contains("\n(nobody)     0         0      1"), "\(text)")
        #expect(!TextReport(width: 80).text(of: map).contains("@app"))
        #expect(HTMLReport(groupsByOwner: true).text(of: map, title: "a").contains("<h2>Owners</h2>"))
        #expect(!HTMLReport().text(of: map, title: "a").contains("<h2>Owners</h2>"))
        let json = try JSONSerialization.jsonObject(with: Data(JSONReport(groupsByOwner: true).text(of: map).utf8))
        let document = try #require(json as? [String: Any])
        let owners = try #require(document["owners"] as? [[String: Any]])
        #expect(owners.map { $0["owner"] as? String } == ["@app", "@anna", "@core", nil])
        let uses = try #require(document["uses"] as? [[String: Any]])
        #expect(uses.first?["owners"] as? [String] == ["@app", "@anna"])
        #expect(!JSONReport().text(of: map).contains("\"owners\" : [\n    {"))
    }

    @Test("An edit of CODEOWNERS counts in a map from the cache, and one that can't be read is a problem")
    func cache() throws {
        let tree = try Tree(Self.sources)
        let options = Analysis.Options(cache: ResultCache(folder: tree.root.path + "/.results", version: "1"))
        _ = try tree.map(options)
        try tree.write("CODEOWNERS", Data("* @new".utf8))
        let map = try tree.map(options)
        #expect(map.statistics.parsed == 0)
        #expect(Set(map.files.map(\.owners)) == [["@new"]])
        try tree.write(".github/CODEOWNERS/file", Data())
        #expect(try tree.map(options).problems.map(\.path) == [".github/CODEOWNERS"])
    }

    @Test("Of more rules than anybody can compare with each file, the last ones count")
    func tooMany() {
        let rules =
            "a.swift @first\nb.swift @second\n" + String(repeating: "c.swift @c\n", count: CodeOwners.ruleLimit - 1)
        #expect(CodeOwners(text: rules).owners(of: "a.swift").isEmpty)
        #expect(CodeOwners(text: rules).owners(of: "b.swift") == ["@second"])
    }
}
