import Foundation

/// @model json
struct Date: Equatable {
    /// @json
    let day: Int
    /// @json
    let `self`: String
    /// @json
    var moment: Foundation.Date?
    /// @json
    let `Type`: Int
}

/// @model json
struct Error: Equatable {
    /// @json
    let date: Date
    /// @json
    let data: Foundation.Data
}

struct Decoder {}

func checkHiddenNames() async throws {
    let text = #"{"date": {"day": 1, "self": "s", "moment": "2026-10-30T14:03:00Z", "Type": 2}, "data": "AA=="}"#
    let error = try ErrorJSON.parse(Foundation.Data(text.utf8)).value
    expect(error.date.day == 1 && error.date.`self` == "s" && error.date.`Type` == 2 && error.data.count == 1)
    expect(error.date.moment == Foundation.Date(timeIntervalSince1970: 1_793_368_980))
    expect(try ErrorJSON.parse(ErrorJSON(error).data()).value == error)
}
