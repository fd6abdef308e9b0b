import Domain
import Foundation
import Presentation
import Testing

@Suite("Formats")
struct FormatsTests {
    @Test(
        "Amounts have the locale's symbols and the currency's own decimals",
        arguments: [
            ("en_US", "1234567.89", "USD", "$1,234,567.89"),
            ("en_US", "-12.50", "USD", "-$12.50"),
            ("en_US", "0", "EUR", "€0.00"),
            ("en_US", "1500", "JPY", "¥1,500"),
            ("en_US", "10.125", "KWD", "KWD\u{A0}10.125"),
            ("en_US", "10.5", "KWD", "KWD\u{A0}10.500"),
            ("en_US", "999999999999999.999", "KWD", "KWD\u{A0}999,999,999,999,999.999"),
            ("de_DE", "-1234567.89", "EUR", "-1.234.567,89\u{A0}€"),
            ("de_DE", "1500", "JPY", "1.500\u{A0}¥"),
            ("ja_JP", "-1500", "JPY", "-¥1,500"),
            ("ja_JP", "12.50", "EUR", "€12.50"),
            ("ar_EG", "1234.50", "EGP", "\u{200F}١٬٢٣٤٫٥٠\u{A0}ج.م.\u{200F}"),
        ]
    )
    func money(locale: String, amount: String, code: String, text: String) throws {
        let row = UserOrderRow(try .sample(total: amount, code), formats: try Formats(locale))
        #expect(row.total == text)
    }

    @Test("No amount is rounded where a locale's data knows fewer decimals than ISO 4217", arguments: ["RSD", "LBP"])
    func noRounding(code: String) throws {
        let row = UserOrderRow(try .sample(total: "12.75", code), formats: try Formats("en_US"))
        #expect(row.total.hasSuffix("12.75"))
    }

    @Test(
        "Days are written as the locale writes them",
        arguments: [
            ("en_US", "2026-11-19T09:14:00Z", "Nov 19, 2026"),
            ("en_GB", "2026-11-19T09:14:00Z", "19 Nov 2026"),
            ("de_DE", "2026-11-19T09:14:00Z", "19. Nov. 2026"),
            ("ja_JP", "2026-11-19T09:14:00Z", "2026年11月19日"),
            ("ar_EG", "2026-11-19T09:14:00Z", "١٩ نوفمبر، ٢٠٢٦"),
            ("en_US", "1969-12-31T23:59:59Z", "Dec 31, 1969"),
            ("en_US", "1900-01-01T00:00:00Z", "Jan 1, 1900"),
            ("th_TH", "2026-11-19T09:14:00Z", "19 พ.ย. 2569"),
        ]
    )
    func day(locale: String, date: String, text: String) throws {
        let row = UserOrderRow(try .sample(placedAt: date), formats: try Formats(locale))
        #expect(row.date == text)
    }

    @Test(
        "A day is that of the time zone",
        arguments: [
            ("GMT", "Nov 19, 2026"),
            ("Asia/Tokyo", "Nov 20, 2026"),
            ("America/New_York", "Nov 19, 2026"),
            ("Pacific/Kiritimati", "Nov 20, 2026"),
        ]
    )
    func timeZone(zone: String, text: String) throws {
        let row = UserOrderRow(try .sample(placedAt: "2026-11-19T23:30:00Z"), formats: try Formats("en_US", zone))
        #expect(row.date == text)
    }
}
