/// An offer of the store.
public struct StoreDeal: Sendable {
    /// The end of an offer.
    public enum End: Sendable {
        /// A moment in milliseconds since 1970.
        case moment(Int)
        /// The day that is this number of days after 1970-01-01.
        case day(Int)
    }

    let id: String
    let title: String
    let subtitle: String?
    /// The end of the offer, or nil if it has none.
    let end: End?
    let terms: String

    /// Creates an offer from its parts.
    public init(id: String, title: String, subtitle: String? = nil, end: End? = nil, terms: String = "") {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.end = end
        self.terms = terms
    }

    /// The time zone of the days in `StoreDeal.End`.
    static let timeZone = "Europe/Berlin"
}

extension Store {
    private static let day = 86_400_000

    /// Returns the offers in an arbitrary order. Their ends are relative to the day of `now` (in UTC), so that some offers are
    /// valid and some are past at any time. They are the same for one day, on every run and platform.
    func deals(now: Int) -> [StoreDeal] {
        let today = now >= 0 ? now / Self.day : (now - Self.day + 1) / Self.day
        var generator = SplitMix64(seed: seed)
        return generator.shuffled([
            StoreDeal(
                id: "D-1001",
                title: "Two years for the price of one",
                subtitle: "For every new name under .example",
                end: .day(today + 9),
                terms: "One name a customer. The second year is free of charge; renewals are at the usual price."
            ),
            StoreDeal(
                id: "D-1002",
                title: "Move in free of charge",
                subtitle: "Transfers cost nothing this week",
                end: .moment((today + 2) * Self.day + 18 * 3_600_000),
                terms: "The transfer must have begun before the end."
            ),
            StoreDeal(id: "D-1003", title: "Bonus points doubled", end: .day(today), terms: "On orders from 10 euros."),
            StoreDeal(
                id: "D-1004",
                title: "Students pay half",
                subtitle: "All year round",
                terms: "With a valid card."
            ),
            StoreDeal(
                id: "D-1005",
                title: "Ten names, one invoice",
                subtitle: "For those who collect",
                end: .moment((today + 30) * Self.day + 500),
                terms: (1...60).map { "\($0). A term that is there so that the list of terms is long." }
                    .joined(separator: "\n")
            ),
            StoreDeal(
                id: "D-1006",
                title: "خصم ٢٠٪ على الأسماء العربية",
                subtitle: "لفترة محدودة 2026",
                end: .day(today + 9),
                terms: "اسم واحد لكل عميل."
            ),
            StoreDeal(id: "D-1007", title: "🎃 Spooky names", subtitle: "", end: .day(today - 3), terms: "They were."),
            StoreDeal(
                id: "D-1008",
                title: "Yesterday's bargain",
                subtitle: "Over and done with",
                end: .moment(today * Self.day - 1000),
                terms: "None any more."
            ),
        ])
    }
}
