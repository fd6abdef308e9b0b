import Foundation

class Entity {
    /// What all entities have in common.
    init() {}
}

/**
 A special offer, in the form that generators for Swift 2 read.

 @model
 */
class HistoricDeal: Entity {
    /**
     Title
     @json
     */
    let title: String
    /**
     @json
     */
    let subtitle: String?
    /*
     End date of the deal
     @json end_date
     */
    let endDateString: String

    init(title: String, subtitle: String?, endDateString: String) {
        self.title = title
        self.subtitle = subtitle
        self.endDateString = endDateString
        super.init()
    }
}

func checkHistoricClasses() async throws {
    let text = #"{"title": "Half price", "subtitle": "Now", "end_date": "2026-10-30"}"#
    let deal = try HistoricDealJSON.parse(Data(text.utf8)).value
    expect(deal.title == "Half price" && deal.subtitle == "Now" && deal.endDateString == "2026-10-30")
    let copy = try HistoricDealRecord(deal).model()
    expect(copy.title == "Half price" && copy.subtitle == "Now" && copy.endDateString == "2026-10-30")
}
