#if Account
    import Domain
    import Foundation
    import GRDB

    /// Translates offers from entities to rows and back. The way there and back changes nothing, but that an end that is
    /// infinitely far, or no number, is none.
    enum DealTranslator {
        static func record(_ deal: Deal) -> DealRecord {
            let over = deal.end?.over.column ?? .infinity
            return DealRecord(
                id: deal.id.key.databaseValue,
                title: deal.title.column,
                subtitle: deal.subtitle?.column ?? .null,
                day: deal.end.flatMap(day),
                over: over.isNaN ? .infinity : over,
                terms: deal.terms.column
            )
        }

        /// Nil for a row that can't have come from an offer.
        static func deal(_ record: DealRecord) -> Deal? {
            guard let id = DealID(key: record.id), let title = String(column: record.title),
                let terms = String(column: record.terms), !record.over.isNaN
            else { return nil }
            let over = Date(timeIntervalSinceReferenceDate: record.over)
            let end: DealEnd?
            if let number = record.day {
                guard let day = CalendarDay(year: number / 10_000, month: number / 100 % 100, day: number % 100) else {
                    return nil
                }
                end = .day(day, over: over)
            } else {
                end = record.over == .infinity ? nil : .moment(over)
            }
            return Deal(id: id, title: title, subtitle: String(column: record.subtitle), end: end, terms: terms)
        }

        private static func day(_ end: DealEnd) -> Int? {
            guard case .day(let day, _) = end else { return nil }
            return day.year * 10_000 + day.month * 100 + day.day
        }
    }
#endif
