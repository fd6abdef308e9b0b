import Testing

@Suite("The rule for links")
struct LinkRuleTests {
    private func violations(_ path: String, _ text: String) -> [String] {
        let files: Set = ["docs/seam/map.md", "docs/install.md", ".ci/run"]
        return LinkRule.violations(pages: [.init(path: path, text: text)]) { files.contains($0) }.map(\.description)
    }

    @Test(
        "A link to a file that exists, to a section and to elsewhere passes",
        arguments: [
            "[a](../install.md)", "[a](map.md#modules)", "[a](#here)", "[a](https://example.org/a.md)",
            "`.ci/run --quick`",
        ]
    )
    func passes(text: String) {
        #expect(violations("docs/seam/check.md", text) == [])
    }

    @Test("A link to a file that is gone is refused, with file and line")
    func gone() {
        #expect(
            violations("docs/seam/check.md", "\n[a](install.md#b)") == [
                "docs/seam/check.md:2: there is no 'docs/seam/install.md'"
            ]
        )
        #expect(violations("README.md", "see `docs/gone.md`") == ["README.md:1: there is no 'docs/gone.md'"])
        #expect(violations("A.swift", "// `.ci/gone` runs it.") == ["A.swift:1: there is no '.ci/gone'"])
    }
}
