import Foundation
import Testing

@testable import SeamCut

@Suite("Diffs and the places of new lines")
struct DiffTests {
    private static let store = "final class Store { static let shared = Store(); func go() {} }\n"

    @Test(
        "git applies a diff of files with unusual names",
        arguments: ["A b.swift", "a\tb.swift", "\"a\\b\".swift", "Ä🎉.swift", "\u{1B}[31m.swift"]
    )
    func names(_ name: String) throws {
        let tree = try SourceTree([
            "Store.swift": Self.store, name: "final class A { func f() { Store.shared.go() } }\n",
        ])
        #expect(try Compiler.launch("/usr/bin/env", ["git", "-C", tree.root.path, "init", "-q"]).code == 0)
        let plan = try tree.plan("Store")
        let change = try #require(plan.changes.first { $0.path == name })
        try tree.write("plan.diff", plan.diff)
        let apply = try Compiler.launch("/usr/bin/env", ["git", "-C", tree.root.path, "apply", "plan.diff"])
        #expect(apply.code == 0, "\(apply.output)")
        #expect(try tree.text(name) == String(decoding: change.result, as: UTF8.self))
    }

    @Test(
        "What has to begin a file stays before the property of the file",
        arguments: [
            ("\u{FEFF}func f() { Store.shared.go() }\n", "\u{FEFF}private var store"),
            ("#!/usr/bin/swift\nfunc f() { Store.shared.go() }\n", "#!/usr/bin/swift\nprivate var store"),
            ("#!/usr/bin/swift\n\n// A\nfunc f() { Store.shared.go() }\n", "#!/usr/bin/swift\n\nprivate var store"),
            ("// A\n\nfunc f() { Store.shared.go() }\n", "// A\n\nprivate var store"),
        ]
    )
    func beginnings(_ row: (text: String, begin: String)) throws {
        let tree = try SourceTree(["Store.swift": Self.store, "A.swift": row.text])
        let change = try #require(try tree.plan("Store").changes.first)
        let result = String(decoding: change.result, as: UTF8.self)
        #expect(result.utf8.starts(with: row.begin.utf8), "\(result)")
    }
}
