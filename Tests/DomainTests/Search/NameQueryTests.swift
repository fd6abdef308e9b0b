import Domain
import Testing

@Suite("A query")
struct NameQueryTests {
    @Test(
        "Is what was typed, without what pasting brings along",
        arguments: [
            ("med", "med"), ("  med ", "med"), ("med buy", "med buy"), ("m", "m"), ("med\n", "med"),
            ("\r\nmed\r\nbuy\r\n", "medbuy"), ("\tmed\u{0}\u{1B}[31m", "med[31m"), ("med\u{2028}buy", "medbuy"),
            ("\u{FEFF}med\u{202E}buy\u{2069}", "medbuy"), ("\u{3000}日本\u{A0}", "日本"), ("\u{200F}دواء\u{200F}", "دواء"),
            ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("buecher\u{7F}", "buecher"), ("med\u{85}", "med"),
        ]
    )
    func text(typed: String, text: String) {
        #expect(NameQuery(typed)?.text == text)
    }

    @Test(
        "Is none where nothing is left",
        arguments: ["", " ", "\n", "\r\n", "\t \u{3000}", "\u{0}\u{1B}", "\u{202E}\u{200F}", "\u{FEFF}", " \u{200E} "]
    )
    func nothing(typed: String) {
        #expect(NameQuery(typed) == nil)
    }

    @Test("Has the form NFC, however its accents were typed")
    func normalForm() throws {
        let query = try #require(NameQuery("cafe\u{301}"))
        #expect(query.text.unicodeScalars.elementsEqual("caf\u{E9}".unicodeScalars))
    }

    @Test("May be as long as a name, without what is trimmed")
    func longest() {
        let longest = String(repeating: "a", count: 253)
        #expect(NameQuery("  \(longest)\n")?.text == longest)
    }

    @Test(
        "Is none where it is longer than a name",
        arguments: [
            String(repeating: "a", count: 254), String(repeating: "a", count: 10_000),
            String(repeating: "👩‍👩‍👧‍👦", count: 10_000), "e" + String(repeating: "\u{301}", count: 10_000),
        ]
    )
    func tooLong(typed: String) {
        #expect(NameQuery(typed) == nil)
    }
}
