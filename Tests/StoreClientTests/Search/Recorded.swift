import Foundation

/// Bytes as a database sends them (docs/workspace/search-format.md).
enum Recorded {
    /// A response to `Med`: the beginning as recorded, and two more matches.
    static let med = """
        { "total": 11906, "time": 152, "domains": [
          { "hasWhois": 0, "country": null, "NS": "ns1.parkingcrew.net,ns2.parkingcrew.net",
            "domain": "med-med-buy.com", "expiry_date": null, "create_date": null,
            "update_date": "2018-01-11T05:29:12.517Z", "isDead": false },
          { "hasWhois": 1, "country": "DE", "NS": null, "domain": "medicine.example",
            "expiry_date": "2030-05-15T00:00:00Z", "create_date": "1969-12-31T00:00:00Z",
            "update_date": "2026-06-01T08:00:00+02:00", "isDead": true },
          { "hasWhois": 0, "country": null, "NS": null, "domain": "xn--medien-bro-heb.example",
            "expiry_date": null, "create_date": null, "update_date": null, "isDead": null }
        ] }
        """

    /// Returns a record with some fields changed (to JSON text) or left out (`nil`).
    static func record(_ changes: [String: String?] = [:]) -> String {
        var fields: [String: String?] = [
            "hasWhois": "0", "country": "null", "NS": "null", "domain": #""medicine.example""#, "expiry_date": "null",
            "create_date": "null", "update_date": "null", "isDead": "false",
        ]
        fields.merge(changes) { $1 }
        return "{" + fields.compactMap { name, json in json.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
    }

    static func answer(_ records: [String], total: String = "1000", time: String = "5") -> Data {
        Data("{\"total\":\(total),\"time\":\(time),\"domains\":[\(records.joined(separator: ","))]}".utf8)
    }

    static func json(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }
}
