import Testing

@testable import account

@Suite("A page of text")
struct PageTests {
    @Test(
        "Characters take the columns a terminal gives them",
        arguments: [
            ("plain", 5), ("€12.50", 6), ("bücher", 6), ("cafe\u{301}", 4), ("東京都", 6), ("한국", 4), ("☕️", 2), ("👩‍👩‍👧‍👦", 2),
            ("🇩🇪", 2), ("سوق", 3), ("\u{2068}a\u{2069}", 1), ("", 0),
        ]
    )
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(
        "What a terminal would act on never reaches it",
        arguments: [
            ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"), ("a\nb", "a\u{FFFD}b"), ("a\u{9B}31mb", "a\u{FFFD}31mb"),
            ("\u{202E}moc.elpmaxe", "\u{FFFD}moc.elpmaxe"), ("a\u{0}b", "a\u{FFFD}b"), ("a\u{2028}b", "a\u{FFFD}b"),
            ("\u{2068}سوق\u{2069}", "\u{2068}سوق\u{2069}"), ("bücher €", "bücher €"),
        ]
    )
    func printable(text: String, shown: String) {
        #expect(Page.printable(text) == shown)
    }

    @Test(
        "Text is broken between words, and inside them only where a word is too wide",
        arguments: [
            ("one two three", 7, ["one two", "three"]),
            ("one two three", 13, ["one two three"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("a bcdefgh", 4, ["a", "bcde", "fgh"]),
            ("東京都千代田区", 5, ["東京", "都千", "代田", "区"]),
            ("", 10, [""]),
        ]
    )
    func wrapped(text: String, width: Int, lines: [String]) {
        #expect(Page.wrapped(text, to: width) == lines)
    }

    @Test("Paths and links are never wrapped, so that they can be copied", arguments: [20, 40])
    func paths(width: Int) {
        let path = "/home/ada/.local/state/" + String(repeating: "long-", count: 12) + "folder"
        var page = Page(Terminal(width: width, hasColour: false))
        page.line("It is in \(path) now.", indent: 2)
        page.path("chart  /home/ada lovelace/a file with spaces in its name.svg", indent: 2)
        let lines = page.text.split(separator: "\n")
        #expect(lines.contains("  \(path)"))
        #expect(lines.last == "  chart  /home/ada lovelace/a file with spaces in its name.svg")
    }

    @Test("A long page is passed on in parts while it is written, and no line is lost")
    func parts() {
        var parts: [String] = []
        var first: Int?
        var page = Page(Terminal(width: 80, hasColour: false)) { parts.append($0) }
        for number in 0..<5_000 {
            page.line("line \(number)")
            if first == nil, !parts.isEmpty { first = number }
        }
        page.finish()
        #expect((0..<1_000).contains(first ?? .max))
        #expect(parts.joined() == (0..<5_000).map { "line \($0)\n" }.joined())
    }

    @Test("Parts of a long list have columns at least as wide as those before")
    func partsOfLists() {
        var widths: [Int] = []
        #expect(Page.aligned([["abc", "x"]], atLeast: &widths) == ["abc  x"])
        #expect(Page.aligned([["a", "y"]], atLeast: &widths) == ["a    y"])
        #expect(Page.aligned([["abcd", "z"]], atLeast: &widths) == ["abcd  z"])
    }

    @Test("Columns stand under each other, whatever the script; an unusual cell does not widen them")
    func aligned() {
        var widths: [Int] = []
        let cells = [["a", "東京", "x"], ["bcd", "b", "y"], [String(repeating: "n", count: 40), "c", "z"]]
        let rows = Page.aligned(cells, atLeast: &widths)
        #expect(rows[0] == "a    東京  x")
        #expect(rows[1] == "bcd  b     y")
        #expect(rows[2] == String(repeating: "n", count: 40) + "  c     z")
    }

    @Test("An amount stands at the right, or on a line of its own where there is no room")
    func amounts() {
        var wide = Page(Terminal(width: 80, hasColour: false))
        wide.line("left", "€1.00", indent: 2)
        #expect(wide.text == "  left" + String(repeating: " ", count: 65) + "€1.00\n")

        var narrow = Page(Terminal(width: 20, hasColour: false))
        narrow.line("something longer", "€1.00", indent: 2)
        #expect(narrow.text == "  something longer\n    €1.00\n")
    }
}
