import Domain
import Foundation

/// The offers that the rows about news use.
enum NewsExample {
    /// Valid for a long time: one that ends at a moment, one that ends with a day, one without an end.
    static let current = [
        DealExample.deal("D-1", end: .moment(Date(timeIntervalSince1970: 4_102_444_800))),
        DealExample.deal(
            "D-2",
            end: DealExample.day("2099-11-30", over: 4_099_762_800),
            title: "تخفيض ٢٠٪",
            subtitle: "على النطاقات"
        ),
        DealExample.deal(
            "D-3",
            end: nil,
            subtitle: nil,
            terms: (1...200).map { "Line \($0)." }.joined(separator: "\n")
        ),
    ]
    /// An offer that ended long ago.
    static let past = DealExample.deal("D-0", end: .moment(Date(timeIntervalSince1970: 1_700_000_000)))
    /// An offer that the store publishes later.
    static let new = DealExample.deal("N 1/ä", end: nil, title: "🎃 Names", terms: "")
    /// An offer that shows that everything before it has arrived.
    static let marker = DealExample.deal("N-2", end: nil, title: "The last one")

    static func changed(_ deal: Deal) -> Deal {
        Deal(id: deal.id, title: deal.title + " (extended)", subtitle: deal.subtitle, end: deal.end, terms: deal.terms)
    }
}
