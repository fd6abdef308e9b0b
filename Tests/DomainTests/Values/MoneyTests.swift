import Domain
import Foundation
import TestSupport
import Testing

private func currency(_ code: String) throws -> Currency {
    try #require(Currency(code: code))
}

@Suite("Money")
struct MoneyTests {
    @Test(
        "Text that is read is written with all decimals of its currency",
        arguments: [
            ("EUR", "12.50", "12.50"),
            ("EUR", "12.5", "12.50"),
            ("EUR", "12", "12.00"),
            ("EUR", "0", "0.00"),
            ("EUR", "-0.00", "0.00"),
            ("EUR", "0.05", "0.05"),
            ("EUR", "-0.05", "-0.05"),
            ("EUR", "-12.5", "-12.50"),
            ("EUR", "007.10", "7.10"),
            ("JPY", "1500", "1500"),
            ("JPY", "-1500", "-1500"),
            ("JPY", "0", "0"),
            ("JPY", "1000000", "1000000"),
            ("KWD", "3.125", "3.125"),
            ("KWD", "3.1", "3.100"),
            ("CLF", "0.0001", "0.0001"),
            ("CLF", "41", "41.0000"),
        ]
    )
    func written(_ code: String, _ read: String, _ written: String) throws {
        #expect(try Money(text: read, currency: currency(code))?.text == written)
    }

    @Test(
        "What the wire may not write is not read",
        arguments: [
            "", "-", ".", "-.", ".5", "5.", "+5", "--5", "1.2.3", "1,50", "1 000", " 1", "1 ", "1e3", "0x10", "NaN",
            "inf",
            "１２", "12.50€", "12.505", "−5", "1\u{0}", "1\u{301}",
        ]
    )
    func garbage(_ text: String) throws {
        #expect(try Money(text: text, currency: currency("EUR")) == nil)
    }

    @Test(
        "An amount may have the decimals of its currency and no more",
        arguments: [("JPY", 0), ("EUR", 2), ("KWD", 3), ("CLF", 4)]
    )
    func scale(_ code: String, _ decimals: Int) throws {
        let currency = try currency(code)
        let smallest = Decimal(sign: .plus, exponent: -decimals, significand: 1)
        #expect(Money(smallest, currency)?.amount == smallest)
        #expect(Money(smallest / 10, currency) == nil)
        #expect(Money(text: "1." + String(repeating: "0", count: decimals + 1), currency: currency) == nil)
    }

    @Test("The largest amount has 18 digits", arguments: ["EUR", "JPY", "KWD", "CLF"])
    func largest(_ code: String) throws {
        let currency = try currency(code)
        let whole = String(repeating: "9", count: 18 - currency.minorUnits)
        let decimals = currency.minorUnits == 0 ? "" : "." + String(repeating: "9", count: currency.minorUnits)
        for sign in ["", "-"] {
            let largest = try #require(Money(text: sign + whole + decimals, currency: currency))
            #expect(largest.text == sign + whole + decimals)
            #expect(Money(largest.amount, currency) == largest)
        }
    }

    @Test("A larger amount than text may write is not read", arguments: ["EUR", "JPY", "KWD", "CLF"])
    func tooLargeText(_ code: String) throws {
        let currency = try currency(code)
        let tooLarge = "1" + String(repeating: "0", count: 18 - currency.minorUnits)
        #expect(Money(text: tooLarge, currency: currency) == nil)
        #expect(Money(text: "-" + tooLarge, currency: currency) == nil)
        #expect(Money(text: String(repeating: "9", count: 400), currency: currency) == nil)
    }

    @Test(
        "An amount that text can't write exactly does not exist",
        arguments: [
            "10000000000000000", "-10000000000000000", "99999999999999999999999999999999999.99",
            "340282366920938463463374607431768211455", "0.00000000000000000000000000000000000001", "0.005", "-0.005",
        ]
    )
    func inexact(_ amount: String) throws {
        let amount = try #require(Decimal(string: amount))
        #expect(try Money(amount, currency("EUR")) == nil)
    }

    @Test(
        "What is no number, or beyond all measure, is no amount",
        arguments: [
            Decimal.nan, .quietNaN, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
        ]
    )
    func noNumber(_ amount: Decimal) throws {
        #expect(try Money(amount, currency("EUR")) == nil)
    }

    @Test("An amount with a binary fraction's error is not rounded silently")
    func binaryError() throws {
        #expect(try Money(Decimal(0.1 + 0.2), currency("EUR")) == nil)
    }

    @Test("Amounts that differ in their zeros alone are equal, also as keys")
    func zeros() throws {
        let short = try #require(Money(text: "12.5", currency: currency("EUR")))
        let long = try #require(Money(text: "12.50", currency: currency("EUR")))
        #expect(short == long)
        #expect(Set([short, long]).count == 1)
    }

    @Test("Zero with a minus is zero")
    func negativeZero() throws {
        let zero = try #require(Money(text: "0", currency: currency("EUR")))
        #expect(try Money(text: "-0.00", currency: currency("EUR")) == zero)
    }

    @Test("The same number of two currencies is not the same")
    func currencies() throws {
        #expect(try Money(5, currency("EUR")) != Money(5, currency("USD")))
    }

    @Test("Whatever can be held reads back from its text", arguments: ["JPY", "EUR", "KWD", "CLF"])
    func roundTrip(_ code: String) throws {
        let currency = try currency(code)
        var random = SplitMix(state: 7)
        for _ in 0..<500 {
            let significand = Int64.random(in: -999_999_999_999_999_999...999_999_999_999_999_999, using: &random)
            let shortened = significand / Int64(pow(10, Double(Int.random(in: 0...17, using: &random))))
            let amount = Decimal(shortened) * Decimal(sign: .plus, exponent: -currency.minorUnits, significand: 1)
            let money = try #require(Money(amount, currency))
            #expect(Money(text: money.text, currency: currency) == money)
        }
    }
}
