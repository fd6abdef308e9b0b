import DataSupport
import Domain
import Foundation

/// @model
struct Measure: Equatable {
    /// @json
    let count: Int
    /// @json
    let ratio: Double?
    /// @json @default true
    let isOn: Bool
    /// @json is_off
    let isOff: Bool?
    /// @json
    let tiny: UInt8?
    /// @json
    let link: URL
    /// @json @date seconds
    let at: Date
    /// @json @date milliseconds
    let until: Date?
    /// @json
    let since: Date?
    /// @json size.box.width
    let width: Int?
    /// @json size.box.height
    let height: Decimal
    /// @json
    let tags: [String]
    /// @json @text code
    let countries: [CountryCode]
    /// @json
    let table: [String: [Int?]]
    /// @json
    let `default`: CountryBox?
    /// @json price
    let fields: Money?
}

/// @model
struct CountryBox: Equatable {
    /// @json @text code
    let record: CountryCode
}

func checkKitFields() async throws {
    let text = """
        {"count": 1, "isOn": null, "link": "https://a.example", "at": 1.5, "until": 2500, "size": {"box": {"height": 2.25}},
        "tags": ["a"], "countries": ["DE", "FR"], "table": {"a": [1, null]}, "default": {"record": "DE"},
        "price": {"amount": "1", "currency": "JPY"}}
        """
    let measure = try readJSON(Data(text.utf8), Measure.init(json:))
    expect(measure.count == 1 && measure.ratio == nil && measure.isOn && measure.isOff == nil && measure.tiny == nil)
    expect(measure.at.timeIntervalSince1970 == 1.5 && measure.until?.timeIntervalSince1970 == 2.5)
    expect(measure.width == nil && measure.height == 2.25 && measure.tags == ["a"] && measure.countries.count == 2)
    expect(measure.table == ["a": [1, nil]] && measure.default?.record.code == "DE" && measure.fields?.text == "1")
    let wrong = """
        {"count": 1.5, "ratio": "x", "isOn": 1, "isOff": 2, "is_off": 2, "tiny": 256, "link": "", "at": "x", "until": [],
        "since": "x", "size": {"box": 7}, "tags": [1], "countries": ["DE", "x", "y"], "table": [], "default": {}, "price": 1}
        """
    expect(
        unreadable { try readJSON(Data(wrong.utf8), Measure.init(json:)) } == """
            count ratio isOn isOff tiny link at until since width height tags countries[1] countries[2] table default.record \
            fields
            """
    )
}
