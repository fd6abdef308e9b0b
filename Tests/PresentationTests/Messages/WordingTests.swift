import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@Suite("Wording")
struct WordingTests {
    @Test("Another wording is given key and arguments and has the last word")
    @MainActor
    func translation() async throws {
        let german = Wording { message, arguments in
            switch (message, arguments.first) {
            case (Noun.orders.unreadable, .count(1, _)?): "1 Bestellung ist unlesbar."
            case (Noun.orders.unreadable, .count(_, let text)?): "\(text) Bestellungen sind unlesbar."
            case (.contentCached, .text(let date)?): "Stand: \(date)"
            default: message.key
            }
        }
        let formats = Formats(locale: Locale(identifier: "de_DE"), timeZone: .gmt, wording: german)
        let fetch = MockFetchUserOrder(
            orders: [ada: [try .sample(status: .completed)]],
            freshness: .cached(asOf: try .at("2026-11-19T09:14:00Z")),
            unreadable: (0..<1_234).map { FieldPath([.field("orders"), .index($0)]) }
        )
        let list = UserOrderListViewModel(user: ada, fetchOrders: fetch, formats: formats, now: { .distantPast })
        await list.load()

        #expect(list.title == "orders.title")
        #expect(list.content?.unreadableNote == "1.234 Bestellungen sind unlesbar.")
        #expect(list.content?.freshnessNote == "Stand: 19. Nov. 2026, 9:14")
        #expect(list.content?.rows.map(\.status) == ["order.status.completed"])
    }

    @Test(
        "Right-to-left arguments are isolated from the sentence, others are left as they are",
        arguments: [
            ("مثال.إختبار", "Account \u{2068}مثال.إختبار\u{2069}"),
            ("דוגמה", "Account \u{2068}דוגמה\u{2069}"),
            ("a\u{202E}b", "Account \u{2068}a\u{202E}b\u{2069}"),
            ("٢٠٢٦", "Account ٢٠٢٦"),
            ("bücher.example", "Account bücher.example"),
            ("例え.テスト", "Account 例え.テスト"),
            ("👩🏽‍💻", "Account 👩🏽‍💻"),
        ]
    )
    func isolation(argument: String, text: String) {
        #expect(Wording.english(.accountTitle, .text(argument)) == text)
    }
}
