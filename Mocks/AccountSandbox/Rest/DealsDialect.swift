import Foundation

/// Answers `GET /deals` (docs/store-api.md).
struct DealsDialect: SandboxDialect {
    let store: Store
    let sessions: SessionStore
    let now: @Sendable () -> Date

    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>? {
        guard request.path == "/deals" else { return nil }
        guard request.method == "GET" else { return [] }
        return SandboxFault.Kind.onLists.subtracting([.unknownStatus]).union([.unknownFormat])
    }

    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer {
        guard request.method == "GET" else { return Problem.method(allowed: "GET").answer }
        do throws(Problem) {
            _ = try await sessions.user(bearing: request)
            let now = now()
            let deals = ListedRecord.listed(
                store.deals(now: RestPayload.milliseconds(now)),
                Set(faults.compactMap(\.flaw))
            )
            var text = JSONText()
            text.append(json: #""time_zone":"#)
            text.append(plain: StoreDeal.timeZone)
            text.append(json: #","deals":"#)
            text.append(deals) { text, listed in
                let isOdd = listed.isFirst && faults.contains(.unknownFormat)
                Self.append(listed.record, lacksTitle: listed.lacksField, hasOddEnd: isOdd, to: &text)
            }
            return RestPayload.answer(text.bytes, to: request, now: now, age: RestPayload.age(faults))
        } catch {
            return error.answer
        }
    }

    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer { Problem(fault).answer }

    func malformed() -> SandboxAnswer { SandboxAnswer(body: Data("[1,2,3]".utf8)) }

    private static func append(_ deal: StoreDeal, lacksTitle: Bool, hasOddEnd: Bool, to text: inout JSONText) {
        text.append(json: #"{"id":"#)
        text.append(deal.id)
        if !lacksTitle {
            text.append(json: #","title":"#)
            text.append(deal.title)
        }
        if let subtitle = deal.subtitle {
            text.append(json: #","subtitle":"#)
            text.append(subtitle)
        }
        text.append(json: #","ends":"#)
        switch deal.end {
        case _ where hasOddEnd: text.append(plain: "30/11/2026")
        case .moment(let moment)?: text.append(milliseconds: moment)
        case .day(let day)?: text.append(day: day)
        case nil: text.append(json: "null")
        }
        text.append(json: #","terms":"#)
        text.append(deal.terms)
        text.append(json: "}")
    }
}

extension JSONText {
    /// A day in quotes: `"2026-11-30"`.
    fileprivate mutating func append(day: Int) {
        var moment: [UInt8] = []
        Timestamp.append(day * 86_400_000, to: &moment)
        append(plain: String(decoding: moment.prefix { $0 != UInt8(ascii: "T") }, as: UTF8.self))
    }
}
