package import Domain
package import Foundation

extension Deal {
    /// Reads an offer as the store sends it (docs/store-api.md).
    ///
    /// - Parameter zone: The time zone of ends that are days. Without it, they can't be read.
    package init(store record: WireRecord, _ zone: TimeZone?) throws(Unreadable) {
        self.init(
            id: DealID(try record.word("id")),
            title: try record.word("title"),
            subtitle: try record.optionalText("subtitle").flatMap { $0.isEmpty ? nil : $0 },
            end: try record.optional("ends", as: "end") { DealEnd(store: $0, zone) },
            terms: try record.text("terms")
        )
    }
}

extension DealEnd {
    fileprivate init?(store text: String, _ zone: TimeZone?) {
        if let moment = Date(iso8601: text) {
            self = .moment(moment)
        } else if let day = CalendarDay(text), let over = zone.flatMap(day.end(in:)) {
            self = .day(day, over: over)
        } else {
            return nil
        }
    }
}
