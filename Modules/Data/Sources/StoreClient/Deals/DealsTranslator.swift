import Domain
import Foundation
import WireFormat

/// Translates the answer to `GET /deals` (docs/store-api.md), from bytes to offers.
///
/// | What is read | Becomes |
/// | --- | --- |
/// | not JSON from the first byte to the last, or no object | an error without a path |
/// | no list | an error with its path |
/// | a record without a mandatory field, or with a field that can't be read | left out, told by field |
/// | an end that is a day, where the time zone is missing or unknown | left out, told |
/// | a record of an identifier that came before | left out, told |
/// | `subtitle` or `ends` that is `null` or missing, a subtitle that is empty | none |
enum DealsTranslator {
    /// Offers in the order in which they end, and what the answer says besides.
    struct Answer {
        let deals: [Deal]
        let generatedAt: Date?
        let unreadable: [FieldPath]
    }

    static func translate(_ answer: HTTPAnswer) throws(UnreadableField) -> Answer {
        guard let list = try? JSONDecoder().decode(DealRecord.List.self, from: answer.body) else {
            throw UnreadableField([])
        }
        let records = try list.deals.readable(as: "deals")
        let zone = list.timeZone.flatMap(TimeZone.init(identifier:))
        var deals: [Deal] = []
        var unreadable: [FieldPath] = []
        var seen: Set<DealID> = []
        deals.reserveCapacity(records.count)
        for (index, record) in records.enumerated() {
            do throws(UnreadableField) {
                guard let record else { throw UnreadableField([]) }
                let deal = try deal(record, zone)
                guard seen.insert(deal.id).inserted else { throw UnreadableField("id") }
                deals.append(deal)
            } catch {
                unreadable.append(FieldPath([.field("deals"), .index(index)] + error.path))
            }
        }
        return Answer(
            deals: deals.sorted(by: Deal.endingFirst),
            generatedAt: list.generatedAt.flatMap { Date(iso8601: $0) },
            unreadable: unreadable
        )
    }

    private static func deal(_ record: DealRecord, _ zone: TimeZone?) throws(UnreadableField) -> Deal {
        Deal(
            id: DealID(try record.id.flatMap { $0.isEmpty ? nil : $0 }.readable(as: "id")),
            title: try record.title.flatMap { $0.isEmpty ? nil : $0 }.readable(as: "title"),
            subtitle: try record.subtitle.readable(as: "subtitle").flatMap { $0.isEmpty ? nil : $0 },
            end: try end(try record.ends.readable(as: "end"), zone),
            terms: try record.terms.readable(as: "terms")
        )
    }

    private static func end(_ text: String?, _ zone: TimeZone?) throws(UnreadableField) -> DealEnd? {
        guard let text else { return nil }
        if let moment = Date(iso8601: text) { return .moment(moment) }
        guard let day = CalendarDay(text), let over = zone.flatMap(day.end(in:)) else { throw UnreadableField("end") }
        return .day(day, over: over)
    }
}
