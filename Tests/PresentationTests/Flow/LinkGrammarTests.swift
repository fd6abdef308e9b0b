import Domain
import Presentation
import Testing

@Suite("Links are parsed to values and printed from values")
struct LinkGrammarTests {
    private func parse(_ text: String) throws(LinkError) -> Link {
        try LinkGrammar.account.parse(text)
    }

    @Test("A link names a screen")
    func screen() throws {
        #expect(try parse("account://orders") == Link(.screen(ScreenID("orders"))))
    }

    @Test("A link names a command, its parameters and the screen that asks")
    func command() throws {
        let link = try parse("account://reservations/reserve?name=example.com&screen=search")
        #expect(link.target == .command(CommandID(FeatureID("reservations"), CommandName("reserve"))))
        #expect(link.parameters.names == ["name"])
        #expect(link.parameters["name"] == "example.com")
        #expect(link.asker == ScreenID("search"))
        #expect(link.description == "account://reservations/reserve?name=example.com&screen=search")
    }

    @Test(
        "What is encoded is decoded, and a plus sign is a plus sign",
        arguments: [
            ("%41", "A"), ("b%C3%BCcher", "bücher"), ("bücher", "bücher"), ("a+b", "a+b"), ("%26%3D%23%25", "&=#%"),
            ("a=b", "a=b"), ("", ""), ("%F0%9F%98%80", "😀"), ("a%2fb/?", "a/b/?"),
        ]
    )
    func decoded(written: String, value: String) throws {
        #expect(try parse("account://search?query=\(written)").parameters["query"] == value)
    }

    @Test("The scheme is read in any case; everything else is as it is written")
    func scheme() throws {
        #expect(try parse("ACCOUNT://Orders") == Link(.screen(ScreenID("Orders"))))
    }

    @Test(
        "What is not written as the grammar has it is refused",
        arguments: [
            "", "account", "account:", "account:/orders", "account://", "account:///", "account:///reserve",
            "account://orders/", "account://a/b/c", "account://orders?", "account://orders?a", "account://orders?=1",
            "account://orders?a=1&", "account://orders?&a=1", "account://orders#a", "account://orders?a=1#b",
            "account://a@orders", "account://orders:80", "account://or%64ers", "account://orders?%61=1",
            "account://orders?a=%", "account://orders?a=%4", "account://orders?a=%4G", "account://orders?a=%FF",
            "account://orders?a=%C3", "account://orders?a=%ED%A0%80", "account://orders?a=%00",
            "account://orders?a=%1B[31m",
            "account://orders?a=%C2%85", "account://orders?a=b c", "account://orders?a=\n", "account://orders?screen=",
            "account:\u{0F}/orders", "account:\u{0F}\u{0F}orders", "account\u{1A}//orders",
            "account://orders?screen=a.b", "account://örders", " account://orders", "account://orders ",
        ]
    )
    func malformed(text: String) {
        #expect(throws: LinkError.malformed) { try parse(text) }
    }

    @Test(
        "What is said twice is refused, whether it is said the same or not",
        arguments: [
            "account://a/b?id=1&id=1", "account://a/b?id=1&id=2", "account://a/b?screen=x&screen=y",
            "account://a/b?screen=x&id=1&screen=x",
        ]
    )
    func repeated(text: String) {
        #expect(throws: LinkError.repeatedParameter) { try parse(text) }
    }

    @Test("What is longer than any link is refused, what is as long is not")
    func long() throws {
        let value = String(repeating: "x", count: LinkParameters.maximumValueLength)
        #expect(try parse("account://a?b=\(value)").parameters["b"] == value)
        #expect(throws: LinkError.tooLong) { try parse("account://a?b=\(value)x") }
        let many = (0..<LinkParameters.maximumCount).map { "p\($0)=" }.joined(separator: "&")
        #expect(try parse("account://a?\(many)").parameters.names.count == LinkParameters.maximumCount)
        #expect(throws: LinkError.tooLong) { try parse("account://a?\(many)&more=") }
        let endless = "account://a?b=" + String(repeating: "%", count: LinkGrammar.maximumLength)
        #expect(throws: LinkError.tooLong) { try parse(endless) }
        #expect(throws: LinkError.malformed) { try parse("account://" + String(repeating: "x", count: 65)) }
    }

    @Test("The longest link there can be is printed and parsed")
    func longest() throws {
        let value = String(repeating: "é", count: LinkParameters.maximumValueLength / 2)
        let names = (0..<LinkParameters.maximumCount).map { String(repeating: "n", count: 62) + "\($0 + 10)" }
        let name = String(repeating: "x", count: 64)
        let command = CommandID(try #require(FeatureID(text: name)), try #require(CommandName(text: name)))
        let link = Link(
            .command(command),
            parameters: try LinkParameters(Dictionary(uniqueKeysWithValues: names.map { ($0, value) })),
            asker: ScreenID(text: name)
        )
        #expect(link.description.utf8.count <= LinkGrammar.maximumLength)
        #expect(try parse(link.description) == link)
    }

    @Test(
        "A value that no link can have is refused when the link is made",
        arguments: [
            (["a": "\u{1B}[31m"], LinkError.malformed), (["a": "\u{9B}"], .malformed), (["a b": ""], .malformed),
            (["": ""], .malformed), (["screen": "x"], .malformed),
            (["a": String(repeating: "x", count: 1025)], .tooLong),
        ]
    )
    func made(values: [String: String], error: LinkError) {
        #expect(throws: error) { try LinkParameters(values) }
    }

    @Test("Every link is parsed from what it prints")
    func roundTrip() throws {
        for seed in LinkFuzz.seeds {
            var fuzz = LinkFuzz(seed: seed)
            let link = fuzz.link()
            let read = try parse(link.description)
            if read != link { Issue.record("seed \(seed): \(link)") }
        }
    }

    @Test("No text is parsed to another link than the one it prints")
    func nearLinks() {
        var read = 0
        for seed in LinkFuzz.seeds {
            var fuzz = LinkFuzz(seed: seed)
            let text = fuzz.text(like: Self.pieces)
            guard let link = try? parse(text) else { continue }
            read += 1
            if (try? parse(link.description)) != link { Issue.record("seed \(seed): \(text)") }
        }
        // The test would prove nothing if none of the texts were links.
        #expect(read > LinkFuzz.seeds.count / 20)
    }

    private static let pieces = [
        "account://", "ACCOUNT://", "orders", "reservations", "/", "reserve", "?", "&", "=", "name", "screen", "%41",
        "%",
        "%00", "%C3%BC", "ü", "#", "@", "+", "account:", "//", ":", "..", "%2F", "%26", "name=example.com",
        "screen=search",
    ]
}
