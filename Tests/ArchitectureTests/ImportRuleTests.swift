import Testing

@Suite("The import rule")
struct ImportRuleTests {
    @Test(
        "Every form of import is seen",
        arguments: [
            ("import Other", 1), ("public import Other", 1), ("internal import Other", 1),
            ("@testable import Other", 1), ("@preconcurrency import Other", 1), ("@testable\nimport Other", 2),
            ("@_spi(Inside) public import Other", 1), ("import struct Other.Thing", 1), ("import func Other.run", 1),
            ("import Other.Part", 1), ("#if canImport(Other)\nimport Other\n#endif", 2),
            ("/* why */ import Other", 1), ("/* a\n/* b */\n*/ import Other", 3),
            ("import Foundation; import Other", 1),
            ("import\n    Other", 1), ("let a = \"\"\"\n    \"\n    \"\"\"\nimport Other", 4),
            ("let a = \"\\\"\" // \"\nimport Other", 2), ("let a = #\"\\\"#\nimport Other", 2), ("import `Other`", 1),
            ("let a = \"\\(f(\")\"))\"\nimport Other", 2),
        ]
    )
    func seen(text: String, line: Int) {
        let imports = ImportRule.imports(in: Code(path: "A.swift", text: text)).filter { $0.module == "Other" }
        #expect(imports.map(\.line) == [line])
    }

    @Test(
        "What only looks like an import is not one",
        arguments: [
            "// import Other", "/* import Other */", "/*\nimport Other\n*/", "let a = \"import Other\"",
            "let a = \"\"\"\nimport Other\n\"\"\"", "#if canImport(Other)\n#endif",
            "let important = Other()", "f(\n    import: Other\n)", "func f(\n    import Other: Int\n) {}",
            "/// ```\n/// import Other\n/// ```", "let a = #\"\"\"\n\\\"\"\"\nimport Other\n\"\"\"#",
        ]
    )
    func notSeen(text: String) {
        #expect(ImportRule.imports(in: Code(path: "A.swift", text: text)).isEmpty)
    }

    @Test("An import in reach through another target is refused, with file and line")
    func planted() {
        let file = Code(path: "App/Account/Main.swift", text: "import LegacyData\n\nimport LegacyAccount\n")
        #expect(
            ImportRule.violations(manifest: .sample(), files: [file]).map(\.description) == [
                "App/Account/Main.swift:3: module 'LegacyAccount' is not declared by target 'account'"
            ]
        )
    }

    @Test("Declared targets, declared products and system modules are let through")
    func unplanted() {
        let file = Code(
            path: "App/Account/Main.swift",
            text: "import Domain\nimport LegacyData\nimport ArgumentParser\nimport Foundation\n"
        )
        #expect(ImportRule.violations(manifest: .sample(), files: [file]).isEmpty)
    }

    @Test("A file belongs to the target of its folder and to no other with the same beginning")
    func folders() {
        let file = Code(path: "Modules/Domain/Sources/DomainMore/A.swift", text: "import LegacyData")
        #expect(ImportRule.violations(manifest: .sample(), files: [file]).isEmpty)
    }
}
