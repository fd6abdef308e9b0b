import Domain
import Foundation
import Presentation

extension Deal {
    /// Returns a deal that ends at a moment in ISO 8601, with a day such as `2026-11-30`, or never.
    static func sample(
        _ id: String = "D-1",
        ends: String? = nil,
        subtitle: String? = nil,
        terms: String = ""
    ) throws -> Deal {
        var end: DealEnd?
        if let ends {
            if let day = CalendarDay(ends) {
                end = .day(day, over: try Date.at("\(ends)T23:00:00Z"))
            } else {
                end = .moment(try .at(ends))
            }
        }
        return Deal(id: DealID(id), title: "Title of \(id)", subtitle: subtitle, end: end, terms: terms)
    }
}

extension Profile {
    static let sample = Profile(name: "Ada Example", phone: "+44 20 7946 0018", bonusPoints: 1_250)
}
