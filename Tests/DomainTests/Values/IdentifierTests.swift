import Domain
import Testing

@Suite("Identifiers and codes")
struct IdentifierTests {
    @Test("An identifier is written as it was given", arguments: ["S-100042", "", " padded ", "日本", "a/b?c%20"])
    func verbatim(_ text: String) {
        #expect(UserID(text).rawValue == text)
        #expect("\(UserID(text))" == text)
    }

    @Test("Texts that Unicode calls the same name the same thing")
    func canonicalEquivalence() {
        #expect(UserID("caf\u{E9}") == UserID("cafe\u{301}"))
        #expect(Set([UserID("caf\u{E9}"), UserID("cafe\u{301}")]).count == 1)
    }

    @Test("Case and spaces make a difference", arguments: ["ADA", "ada ", "Ada"])
    func opaque(_ text: String) {
        #expect(UserID(text) != UserID("ada"))
    }

    @Test("Identifiers are ordered by their text")
    func ordered() {
        #expect(["S-9", "S-10", "R-1"].map(OrderNumber.init).sorted().map(\.rawValue) == ["R-1", "S-10", "S-9"])
    }

    @Test("A country code is two upper-case ASCII letters", arguments: ["DE", "JP", "ZZ"])
    func countryCode(_ code: String) {
        #expect(CountryCode(code)?.code == code)
    }

    @Test("Anything else is no country code", arguments: ["", "D", "de", "De", "DEU", "D1", "D ", "ÄÖ", "ＤＥ", "🇩🇪"])
    func noCountryCode(_ code: String) {
        #expect(CountryCode(code) == nil)
    }

    @Test("A name is kept as the store writes it", arguments: ["example.com", "bücher.example", "EXAMPLE.", ""])
    func internetName(_ text: String) {
        #expect(InternetName(text).description == text)
    }
}
