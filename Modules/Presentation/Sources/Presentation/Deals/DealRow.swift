public import Domain
public import Foundation

/// One deal as a person reads it. Every text is formatted when it is asked for.
public struct DealRow: Identifiable, Sendable {
    /// What the texts are made of.
    public let deal: Deal
    /// Whether it still stands.
    public let isCurrent: Bool
    private let formats: Formats

    /// Creates the row of `deal` as it is at `now`.
    public init(_ deal: Deal, now: Date, formats: Formats) {
        self.deal = deal
        self.formats = formats
        isCurrent = deal.isCurrent(at: now)
    }

    /// The deal's identifier, unique in a list.
    public var id: DealID { deal.id }

    /// What is offered.
    public var title: String { deal.title }

    /// More about it; `nil` if there is no more.
    public var subtitle: String? { deal.subtitle }

    /// Until when it stands, or stood: the store's own day where it has named one, else a moment in the time zone of the
    /// formats.
    public var ends: String {
        let end: String
        switch deal.end {
        case .day(let day, _)?: end = formats.day(day)
        case .moment(let moment)?: end = formats.moment(moment)
        case nil: return formats.wording(.dealEndless)
        }
        return formats.wording(isCurrent ? .dealEnds : .dealEnded, .text(end))
    }

    /// What it takes to get it, line by line; empty if nothing is said.
    public var terms: [String] { deal.terms.split(whereSeparator: \.isNewline).map(String.init) }
}

extension Message {
    /// A deal stands until the day or moment in argument 0.
    public static let dealEnds = Message("deal.ends", "until {0}")
    /// A deal stood until the day or moment in argument 0.
    public static let dealEnded = Message("deal.ended", "ended {0}")
    /// A deal has no end.
    public static let dealEndless = Message("deal.endless", "without an end")
    /// There is no such deal.
    public static let dealUnknown = Message(
        "deals.problem.unknown",
        "The store has no such deal, or has it no more. Look for it among all deals."
    )

    static let deals = [dealEnds, dealEnded, dealEndless, dealUnknown]
}
