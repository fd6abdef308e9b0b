package import Domain
package import Foundation

extension Deal {
    /// Reads an offer as the store sends it (docs/workspace/store-api.md).
    ///
    /// - Parameter zone: The time zone of ends that are days. Without it, they can't be read.
    package init(store record: WireRecord, _ zone: TimeZone?) throws(Unreadable) {
        var fields = FieldReader()
        let id = fields.read(try record.word("id") { DealID($0) })
        let title = fields.read(try record.word("title"))
        let subtitle = fields.read(try record.optionalWord("subtitle"))
        let end = fields.read(try record.optional("ends", as: "end") { DealEnd(store: $0, zone) })
        let terms = fields.read(try record.text("terms"))
        guard let id, let title, let subtitle, let end, let terms else { throw fields.failure }
        self.init(id: id, title: title, subtitle: subtitle, end: end, terms: terms)
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
