import Domain
import Foundation

/// The offers that the rows use to check an implementation.
enum DealExample {
    static let all = ListExamples(
        ListOrder(
            "Offers come in the order in which they end, past ones among them",
            ordered,
            stored: [3, 5, 0, 4, 2, 1].map { ordered[$0] }
        ),
        others: [deal("E-1", end: nil)],
        repeated: deal("D-2", end: nil, title: "Again")
    )

    /// The offers in the order in which they end: a past one, one that ends with a day, two that end at the same moment, one
    /// before 1970 and one that never ends; without a subtitle, without terms, with long terms, in another script.
    private static let ordered = [
        deal("D-7", end: .moment(Date(timeIntervalSince1970: -86_400))),
        deal("D-2", end: .moment(Date(timeIntervalSince1970: 1_700_000_000.25)), subtitle: nil),
        deal("D-3", end: day("2026-11-30", over: 1_796_079_600), title: "تخفيض ٢٠٪", subtitle: "على النطاقات"),
        deal("D-1", end: .moment(Date(timeIntervalSince1970: 1_900_000_000)), terms: ""),
        deal("D-10", end: .moment(Date(timeIntervalSince1970: 1_900_000_000))),
        deal("D-0", end: nil, terms: (1...200).map { "Line \($0)." }.joined(separator: "\n")),
    ]

    static func deal(
        _ id: String,
        end: DealEnd?,
        title: String = "Two years for one",
        subtitle: String? = "Every new name",
        terms: String = "Once a customer."
    ) -> Deal {
        Deal(id: DealID(id), title: title, subtitle: subtitle, end: end, terms: terms)
    }

    static func day(_ text: String, over: TimeInterval) -> DealEnd {
        guard let day = CalendarDay(text) else { preconditionFailure("An example has to be valid: \(text)") }
        return .day(day, over: Date(timeIntervalSince1970: over))
    }
}
