import Domain
import DomainMocks
import Foundation
import Presentation
import Synchronization
import Testing

@MainActor
@Suite("What must be known about a list's content")
struct ListContentTests {
    @Test(
        "Content that is not live says so, with its age in the reader's time zone",
        arguments: [
            (Freshness.live, "en_GB", "GMT", nil),
            (.unknown, "en_GB", "GMT", "As of an unknown time - may be out of date."),
            (kept, "en_GB", "GMT", "As of 19 Nov 2026 at 23:30 - may be out of date."),
            (kept, "en_GB", "Asia/Tokyo", "As of 20 Nov 2026 at 8:30 - may be out of date."),
            (kept, "en_US", "GMT", "As of Nov 19, 2026 at 11:30\u{202F}PM - may be out of date."),
            (kept, "de_DE", "GMT", "As of 19. Nov. 2026, 23:30 - may be out of date."),
            (kept, "ja_JP", "GMT", "As of 2026年11月19日 23:30 - may be out of date."),
            (kept, "ar_EG", "GMT", "As of \u{2068}١٩ نوفمبر، ٢٠٢٦، ١١:٣٠\u{A0}م\u{2069} - may be out of date."),
        ]
    )
    func freshness(freshness: Freshness, locale: String, zone: String, note: String?) async throws {
        let content = try #require(
            await shown([try .sample()], freshness: freshness, formats: try Formats(locale, zone))
        )
        #expect(content.freshnessNote == note)
        #expect(content.freshness == freshness)
    }

    @Test(
        "Unreadable records are counted once each, and named by their places",
        arguments: [
            ([], 0, nil),
            ([place(3, "total")], 1, "1 order could not be read and is not shown."),
            ([place(3, "total"), place(3, "created")], 1, "1 order could not be read and is not shown."),
            ([place(3, "total"), place(4, "total")], 2, "2 orders could not be read and are not shown."),
            ([FieldPath([.field("generated_at")])], 0, "Part of what the store sent could not be read."),
            ([FieldPath([])], 0, "Part of what the store sent could not be read."),
        ] as [([FieldPath], Int, String?)]
    )
    func unreadable(places: [FieldPath], count: Int, note: String?) async throws {
        let content = try #require(await shown([try .sample()], unreadable: places))
        #expect(content.unreadable == places)
        #expect(content.unreadableCount == count)
        #expect(content.unreadableNote == note)
    }

    @Test("A large count is written as the locale writes numbers")
    func largeCount() async throws {
        let content = try #require(await shown([], unreadable: (0..<1_234).map { place($0, "total") }))
        #expect(content.unreadableNote == "1,234 orders could not be read and are not shown.")
    }

    @Test("An empty list says so, unless there would be rows if they could be read")
    func empty() async throws {
        #expect(await shown([])?.emptyNote == "No orders yet.")
        #expect(await shown([], unreadable: [place(0, "total")])?.emptyNote == nil)
        #expect(await shown([try .sample()])?.emptyNote == nil)
    }

    @Test("Showing a page of 50,000 orders formats that page and nothing else")
    func formatsOnlyWhatIsLookedAt() async throws {
        let asked = Mutex(0)
        let counting = Wording { message, arguments in
            asked.withLock { $0 += 1 }
            return message.english(arguments)
        }
        let formats = Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: counting)
        let order = try UserOrder.sample()
        let orders = (0..<50_000).map { index in
            UserOrder(
                number: OrderNumber("\(index)"),
                placedAt: order.placedAt,
                status: order.status,
                lines: order.lines,
                total: order.total
            )
        }
        let fetch = MockFetchUserOrder(orders: [:])
        fetch.calls.stub(.success(Snapshot(orders, freshness: .live)))
        let list = UserOrderListViewModel(user: ada, fetchOrders: fetch, formats: formats, now: { .distantPast })
        await list.load()
        let rows = try #require(list.content?.rows)
        let page = rows[25_000..<25_050].map(\.status)

        #expect(rows.count == 50_000)
        #expect(rows.last?.number == "49999")
        #expect(page.count == 50)
        #expect(asked.withLock { $0 } == 50)
    }

    private func shown(
        _ orders: [UserOrder],
        freshness: Freshness = .live,
        unreadable: [FieldPath] = [],
        formats: Formats = .british
    ) async -> ListContent<UserOrder>? {
        let fetch = MockFetchUserOrder(orders: [ada: orders], freshness: freshness, unreadable: unreadable)
        let list = UserOrderListViewModel(user: ada, fetchOrders: fetch, formats: formats, now: { .distantPast })
        await list.load()
        return list.content
    }
}

/// 19 November 2026, 23:30 in Greenwich.
private let kept = Freshness.cached(asOf: Date(timeIntervalSince1970: 1_795_131_000))

private func place(_ index: Int, _ field: String) -> FieldPath {
    FieldPath([.field("orders"), .index(index), .field(field)])
}
