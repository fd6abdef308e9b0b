import Domain
import Foundation

/// The offers that the rows about news use.
enum NewsExample {
    /// Valid for a long time: one that ends at a moment, one that ends with a day, one without an end.
    static let current = [
        deal("D-1", end: .moment(Date(timeIntervalSince1970: 4_102_444_800))),
        deal("D-2", end: day("2099-11-30", over: 4_099_762_800), title: "تخفيض ٢٠٪", subtitle: "على النطاقات"),
        deal("D-3", end: nil, subtitle: nil, terms: (1...200).map { "Line \($0)." }.joined(separator: "\n")),
    ]
    /// An offer that ended long ago.
    static let past = deal("D-0", end: .moment(Date(timeIntervalSince1970: 1_700_000_000)))
    /// An offer that the store publishes later.
    static let new = deal("N 1/ä", end: nil, title: "🎃 Names", terms: "")
    /// An offer that shows that everything before it has arrived.
    static let marker = deal("N-2", end: nil, title: "The last one")

    static func changed(_ deal: Deal) -> Deal {
        Deal(id: deal.id, title: deal.title + " (extended)", subtitle: deal.subtitle, end: deal.end, terms: deal.terms)
    }

    private static func deal(
        _ id: String,
        end: DealEnd?,
        title: String = "Two years for one",
        subtitle: String? = "Every new name",
        terms: String = "Once a customer."
    ) -> Deal {
        Deal(id: DealID(id), title: title, subtitle: subtitle, end: end, terms: terms)
    }

    private static func day(_ text: String, over: TimeInterval) -> DealEnd {
        guard let day = CalendarDay(text) else { preconditionFailure("An example has to be valid: \(text)") }
        return .day(day, over: Date(timeIntervalSince1970: over))
    }
}
