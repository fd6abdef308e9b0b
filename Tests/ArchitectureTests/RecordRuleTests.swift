import Testing

@Suite("The rule for decision records")
struct RecordRuleTests {
    private let record = RecordRule.Page(path: "docs/adr/typed-errors.md", text: "# Typed errors\n")
    private let page = RecordRule.Page(path: "docs/flow.md", text: "See [reasons](adr/typed-errors.md).\n")

    private func violations(_ pages: RecordRule.Page...) -> [String] {
        RecordRule.violations(pages: pages).map(\.description)
    }

    @Test("A record that a page or a comment names passes")
    func named() {
        #expect(violations(record, page) == [])
        #expect(violations(record, .init(path: "A.swift", text: "/// Reasons: docs/adr/typed-errors.md.\n")) == [])
    }

    @Test("A record that nothing names is refused, also if another record names it")
    func unnamed() {
        let refused = ["docs/adr/typed-errors.md:1: no code and no page names this record"]
        #expect(violations(record) == refused)
        #expect(
            violations(record, page, .init(path: "docs/adr/b.md", text: "[a](../adr/typed-errors.md)"))
                == ["docs/adr/b.md:1: no code and no page names this record"]
        )
    }

    @Test(
        "A reference to a record that doesn't exist is refused, with file and line",
        arguments: [
            ("\n(docs/adr/gone.md)", "no record 'gone.md'"), ("\n// docs/adr/0001", "no record '0001'"),
            ("\n// ADR 150", "records have names, no numbers"),
        ]
    )
    func gone(text: String, message: String) {
        #expect(violations(record, page, .init(path: "A.swift", text: text)) == ["A.swift:2: \(message)"])
    }

    @Test("A record of more than a page is refused, and so is one more than 30 records")
    func sizes() {
        let long = RecordRule.Page(path: record.path, text: String(repeating: "a\n", count: 60))
        #expect(violations(long, page) == ["docs/adr/typed-errors.md:1: a record is at most a page"])

        let records = (0...30).map { RecordRule.Page(path: "docs/adr/r\($0).md", text: "") }
        let index = RecordRule.Page(path: "README.md", text: records.map(\.path).joined(separator: "\n"))
        #expect(
            RecordRule.violations(pages: records + [index]).map(\.description)
                == ["docs/adr/:1: there are more than 30 records"]
        )
    }
}
