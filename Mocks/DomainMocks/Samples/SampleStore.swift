public import Domain
import Foundation

/// The data of the sample users in a store, and its offers, for demonstrations, previews and tests. Every date is fixed.
public enum SampleStore {
    /// The credentials of Ada, for `MockSignIn(accounts:)`. They are not secret.
    public static let accounts = [
        SampleAccount.ada: Credentials(login: "ada", password: "analytical-engine")
    ]

    /// The profiles of both users, for `MockFetchProfile(profiles:)`.
    public static let profiles = [
        SampleAccount.ada: Profile(name: "Ada Example", phone: "+44 20 7946 0018", bonusPoints: 1_250),
        SampleAccount.grace: Profile(name: "Grace Example", phone: nil, bonusPoints: 0),
    ]

    /// The settings of both users, for `MockNotificationSettings(confirmed:)`.
    public static let settings = [SampleAccount.ada: true, SampleAccount.grace: true]

    /// Offers, for `MockDeals(deals:)`: past, without an end, valid to the end of a day and to a moment far away, with long
    /// terms, in another script.
    public static let deals = [
        deal(
            "D-1",
            "Two years for the price of one",
            "For every new name",
            .day(day("2099-11-30"), over: Date(timeIntervalSince1970: 4_099_762_800)),
            "One name a customer. The second year is free of charge."
        ),
        deal("D-2", "Students pay half", "All year round", nil, "With a valid card."),
        deal(
            "D-3",
            "خصم ٢٠٪ على الأسماء العربية",
            nil,
            .moment(Date(timeIntervalSince1970: 4_102_444_800)),
            (1...30).map { "\($0). A term that is there so that the list is long." }.joined(separator: "\n")
        ),
        deal("D-4", "Spooky names", nil, .moment(Date(timeIntervalSince1970: 1_793_487_600)), ""),
    ]
}

// MARK: - How

extension SampleStore {
    private static func deal(
        _ id: String,
        _ title: String,
        _ subtitle: String?,
        _ end: DealEnd?,
        _ terms: String
    ) -> Deal {
        Deal(id: DealID(id), title: title, subtitle: subtitle, end: end, terms: terms)
    }

    private static func day(_ text: String) -> CalendarDay {
        guard let day = CalendarDay(text) else { preconditionFailure("A sample has to be valid: \(text)") }
        return day
    }
}
