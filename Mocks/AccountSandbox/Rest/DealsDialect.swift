import Foundation

/// Responds to `GET /deals`.
struct DealsDialect: RestDialect {
    let store: Store
    let sessions: SessionStore
    let now: @Sendable () -> Date

    func methods(at request: DialectRequest) -> [String: Set<SandboxFault.Kind>]? {
        guard request.path == "/deals" else { return nil }
        return ["GET": SandboxFault.Kind.onLists.subtracting([.unknownStatus]).union([.unknownFormat])]
    }

    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer {
        _ = try await sessions.user(bearing: request)
        let now = now()
        let deals = ListedRecord.listed(store.deals(now: RestPayload.milliseconds(now)), Set(faults.compactMap(\.flaw)))
        let fields = JSONText.fields { text in
            text.field("time_zone", plain: StoreDeal.timeZone)
            text.field("deals", deals) { text, listed in
                let deal = listed.record
                text.field("id", deal.id)
                if !listed.lacksField { text.field("title", deal.title) }
                if let subtitle = deal.subtitle { text.field("subtitle", subtitle) }
                switch deal.end {
                case _ where listed.isFirst && faults.contains(.unknownFormat): text.field("ends", plain: "30/11/2026")
                case .day(let day)?: text.field("ends", plain: Timestamp.day(day))
                case .moment(let moment)?: text.field("ends", milliseconds: moment)
                case nil: text.field("ends", milliseconds: nil)
                }
                text.field("terms", deal.terms)
            }
        }
        return RestPayload.answer(fields, to: request, now: now, age: RestPayload.age(faults))
    }
}

extension Timestamp {
    /// Returns a text such as `2026-11-30` for the day that is this number of days after 1970-01-01.
    fileprivate static func day(_ day: Int) -> String {
        var moment: [UInt8] = []
        append(day * 86_400_000, to: &moment)
        return String(decoding: moment.prefix { $0 != UInt8(ascii: "T") }, as: UTF8.self)
    }
}
