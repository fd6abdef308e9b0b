import Foundation
import LoopbackHTTP

/// Responds to `GET /deals`.
struct DealsDialect: RestDialect {
    let news: NewsDesk
    let sessions: SessionStore
    let now: @Sendable () -> Date

    func methods(at request: DialectRequest) -> [String: Set<SandboxFault.Kind>]? {
        guard request.path == "/deals" else { return nil }
        return ["GET": SandboxFault.Kind.onLists.subtracting([.unknownStatus]).union([.unknownFormat])]
    }

    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer {
        _ = try await sessions.user(bearing: request)
        let now = now()
        let deals = ListedRecord.listed(news.deals, Set(faults.compactMap(\.flaw)))
        let fields = JSONText.fields { text in
            text.field("time_zone", plain: StoreDeal.timeZone)
            text.field("deals", deals) { text, listed in
                let deal = listed.record
                let hasOddEnd = listed.isFirst && faults.contains(.unknownFormat)
                deal.write(to: &text, withoutTitle: listed.lacksField, oddEnd: hasOddEnd ? "30/11/2026" : nil)
            }
        }
        return RestPayload.answer(fields, to: request, now: now, age: RestPayload.age(faults))
    }
}

extension StoreDeal {
    /// Appends the fields of the offer.
    ///
    /// - Parameter oddEnd: A text in place of the end.
    func write(to text: inout JSONText, withoutTitle: Bool = false, oddEnd: String? = nil) {
        text.field("id", id)
        if !withoutTitle { text.field("title", title) }
        if let subtitle { text.field("subtitle", subtitle) }
        switch end {
        case _ where oddEnd != nil: text.field("ends", oddEnd)
        case .day(let day)?: text.field("ends", plain: Timestamp.day(day))
        case .moment(let moment)?: text.field("ends", milliseconds: moment)
        case nil: text.field("ends", milliseconds: nil)
        }
        text.field("terms", terms)
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
