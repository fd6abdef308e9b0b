import Foundation

/// Bytes as the store sends them (docs/workspace/legacy-dialect.md).
enum Wire {
    /// 2026-11-21T09:30:00.125Z
    static let generatedAt = Date(timeIntervalSince1970: 1_795_253_400.125)

    static let order = [
        "order_no": #""S-1""#, "created": #""2026-10-30T14:03:00Z""#, "state": #""PAID""#, "currency": #""EUR""#,
        "sum": #""24.98""#, "items": "[\(item())]",
    ]

    static func item(_ changes: [String: String?] = [:]) -> String {
        let item = [
            "name": #""example.com""#, "kind": #""REGISTRATION""#, "years": "2", "price": #""24.98""#,
        ]
        return record(item, changes)
    }

    static let address = [
        "id": #""A-1""#, "label": #""Home""#, "recipient": #""Ada Example""#, "street": #"["Beispielweg 1"]"#,
        "zip": #""10115""#, "city": #""Berlin""#, "region": "null", "country": #""DE""#, "is_default": "true",
    ]

    /// Returns a record with some fields changed (to JSON text) or left out (`nil`).
    static func record(_ fields: [String: String], _ changes: [String: String?] = [:]) -> String {
        var fields: [String: String?] = fields
        fields.merge(changes) { $1 }
        return "{" + fields.compactMap { name, json in json.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
    }

    static func order(_ changes: [String: String?]) -> String { record(order, changes) }

    static func address(_ changes: [String: String?]) -> String { record(address, changes) }

    static func answer(
        _ list: String,
        _ records: [String],
        generatedAt: String? = #""2026-11-21T09:30:00.125Z""#
    ) -> Data {
        let time = generatedAt.map { "\"generated_at\":\($0)," } ?? ""
        let records = records.joined(separator: ",")
        return Data("{\"status\":\"OK\",\(time)\"data\":{\"\(list)\":[\(records)]}}".utf8)
    }

    static func orders(_ records: [String] = [record(order)]) -> Data { answer("orders", records) }

    static func addresses(_ records: [String] = [record(address)]) -> Data { answer("addresses", records) }

    static func error(_ code: String) -> Data {
        Data("{\"status\":\"ERROR\",\"code\":\"\(code)\",\"text\":\"-\"}".utf8)
    }
}
