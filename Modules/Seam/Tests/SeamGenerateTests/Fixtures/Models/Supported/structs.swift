import Foundation

/// A special offer, as issue trackers describe it.
///
/// @model
struct Deal {
    /// Title  @json
    let title: String
    /// @json
    let subtitle: String?
    /// End date of the deal  @json end_date
    let endDateString: String
}

func checkStructs() async throws {
    let text = #"{"title": "Half price", "end_date": "2026-10-30", "unknown": [1]}"#
    let deal = try DealJSON.parse(Data(text.utf8)).value
    expect(deal.title == "Half price" && deal.subtitle == nil && deal.endDateString == "2026-10-30")
    let json = try DealJSON(deal).data()
    expect(String(decoding: json, as: UTF8.self) == #"{"end_date":"2026-10-30","title":"Half price"}"#)
    expect(failure { try DealJSON.parse(Data("{}".utf8)) } == "title is missing, end_date is missing")
    expect(
        failure { try DealJSON.parse(Data(#"{"title": 1, "subtitle": 2}"#.utf8)) }
            == "title is unreadable, subtitle is unreadable, end_date is missing"
    )
    expect(failure { try DealJSON.parse(Data("[]".utf8)) } == "the whole is unreadable")
    expect(failure { try DealJSON.parse(Data(#"{"title""#.utf8)) } == "the whole is unreadable")
}
