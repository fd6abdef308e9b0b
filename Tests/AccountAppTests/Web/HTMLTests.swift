import Testing

@testable import account

@Suite("Markup")
struct HTMLTests {
    @Test("Text can't become markup, between tags or in an attribute")
    func escaped() {
        let nasty = "</bdi><script>alert('1')</script>\" onload=\"x&"
        let html: HTML = "<p title=\"\(attribute: nasty)\">\(nasty)</p>"
        let escaped =
            "&lt;/bdi&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot; onload=&quot;x&amp;"
        #expect(html.markup == "<p title=\"\(escaped)\"><bdi>\(escaped)</bdi></p>")
    }

    @Test("Markup in markup stays as it is, and nothing stays nothing")
    func nested() {
        let rows = ["a", "b"].map { text -> HTML in "<li>\(text)</li>" }
        let html: HTML = "<ul>\(rows)</ul>\(nil as HTML?)\(7)"
        #expect(html.markup == "<ul><li><bdi>a</bdi></li><li><bdi>b</bdi></li></ul>7")
    }

    @Test(
        "The direction of a text ends with the text",
        arguments: [
            ("\u{202E}evil", "\u{FFFD}evil"), ("a\u{2067}b", "a\u{2067}b\u{2069}"), ("a\u{2069}b", "a\u{FFFD}b"),
            ("\u{2068}شراء\u{2069}", "\u{2068}شراء\u{2069}"), ("a\u{0}\u{1B}[31m\nb", "a\u{FFFD}\u{FFFD}[31m\u{FFFD}b"),
        ]
    )
    func direction(text: String, shown: String) {
        let html: HTML = "\(text)"
        #expect(html.markup == "<bdi>\(shown)</bdi>")
    }
}
