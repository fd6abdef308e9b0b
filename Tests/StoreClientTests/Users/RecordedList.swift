import Domain
import Foundation
import StoreClient

/// Bytes as the store's API sends them (docs/workspace/store-api.md).
enum RecordedList {
    /// 2026-11-21T09:30:00.125Z
    static let generatedAt = Date(timeIntervalSince1970: 1_795_253_400.125)

    static let order = [
        "number": #""S-1""#, "placed_at": #""2026-10-30T14:03:00Z""#, "status": #""paid""#, "total": money("24.98"),
        "lines": "[\(line())]",
    ]

    static let address = [
        "id": #""A-1""#, "label": #""Home""#, "recipient": #""Ada Example""#, "street": #"["Beispielweg 1"]"#,
        "postal_code": #""10115""#, "locality": #""Berlin""#, "region": "null", "country": #""DE""#,
        "is_default": "true",
    ]

    static func money(_ amount: String, _ currency: String = "EUR") -> String {
        #"{"amount":"\#(amount)","currency":"\#(currency)"}"#
    }

    static func line(_ changes: [String: String?] = [:]) -> String {
        let line = [
            "name": #""example.com""#, "service": #""registration""#, "years": "2", "price": money("24.98"),
        ]
        return record(line, changes)
    }

    /// Returns a record with some fields changed (to JSON text) or left out (`nil`).
    static func record(_ fields: [String: String], _ changes: [String: String?] = [:]) -> String {
        var fields: [String: String?] = fields
        fields.merge(changes) { $1 }
        return "{" + fields.compactMap { name, json in json.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
    }

    static func order(_ changes: [String: String?]) -> String { record(order, changes) }

    static func address(_ changes: [String: String?]) -> String { record(address, changes) }

    static func body(
        _ list: String,
        _ records: [String],
        generatedAt: String? = #""2026-11-21T09:30:00.125Z""#,
        total: Int? = nil,
        next: String? = nil
    ) -> String {
        let time = generatedAt.map { "\"generated_at\":\($0)," } ?? ""
        let total = total.map { ",\"total_count\":\($0)" } ?? ""
        let next = next.map { ",\"next_page_token\":\($0)" } ?? ""
        return "{\(time)\"\(list)\":[\(records.joined(separator: ","))]\(total)\(next)}"
    }

    static func answer(_ body: String, headers: [String: String] = [:], isRevalidated: Bool = false) -> HTTPAnswer {
        HTTPAnswer(
            status: 200,
            headers: headers.merging(["Content-Type": "application/json"]) { first, _ in first },
            body: Data(body.utf8),
            isRevalidated: isRevalidated
        )
    }

    static func problem(_ status: Int, _ code: String) -> HTTPAnswer {
        HTTPAnswer(
            status: status,
            headers: ["Content-Type": "application/problem+json"],
            body: Data(#"{"type":"about:blank","status":\#(status),"code":"\#(code)","title":"-"}"#.utf8)
        )
    }

    static func json(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }

    static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension ScriptedTransport {
    /// Returns a transport with a body for each page token; the first page has the empty one.
    static func pages(_ pages: [String: String]) -> ScriptedTransport {
        ScriptedTransport { request throws(HTTPTransportError) in
            let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
            let token = items?.first { $0.name == "page_token" }?.value ?? ""
            guard let body = pages[token] else { return RecordedList.problem(400, "invalid_page_token") }
            return RecordedList.answer(body)
        }
    }

    func orders(base: String = "http://store.example") -> StoreFetchUserOrder {
        StoreFetchUserOrder(StoreAPI(baseURL: URL(string: base)!, transport: self, now: { RecordedList.generatedAt }))
    }

    func addresses() -> StoreFetchUserAddresses {
        StoreFetchUserAddresses(
            StoreAPI(baseURL: URL(string: "http://store.example")!, transport: self, now: { RecordedList.generatedAt })
        )
    }
}
