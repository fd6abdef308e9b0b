import Domain
import Testing

@Suite("Currency")
struct CurrencyTests {
    @Test(
        "A currency knows the number of its decimals",
        arguments: [("JPY", 0), ("KRW", 0), ("EUR", 2), ("USD", 2), ("KWD", 3), ("TND", 3), ("CLF", 4), ("UYW", 4)]
    )
    func minorUnits(_ code: String, _ minorUnits: Int) {
        #expect(Currency(code: code)?.minorUnits == minorUnits)
    }

    @Test(
        "A code that is not listed, or has no minor unit, is no currency",
        arguments: ["", "eur", "EU", "EURO", " EUR", "€", "XAU", "XXX", "XTS", "ABC", "ＥＵＲ"]
    )
    func unknown(_ code: String) {
        #expect(Currency(code: code) == nil)
    }

    @Test("It is written as its code")
    func description() throws {
        #expect("\(try #require(Currency(code: "EUR")))" == "EUR")
    }
}
