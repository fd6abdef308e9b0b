public import Domain
public import Foundation

/// One deal as a person reads it. Each text is formatted when it is accessed.
public typealias DealRow = ListRow<Deal>

extension DealRow {
    /// The offer in one line.
    public var title: String { entity.title }

    /// A second line about the offer, or `nil`.
    public var subtitle: String? { entity.subtitle }

    /// Returns whether the deal is valid at `time`.
    public func isCurrent(at time: Date) -> Bool { entity.isCurrent(at: time) }

    /// When the deal ends or ended: the store's own day if it has named one, otherwise a moment in the time zone of the
    /// formats.
    public func ends(at time: Date) -> String {
        let end: String
        switch entity.end {
        case .day(let day, _)?: end = formats.day(day)
        case .moment(let moment)?: end = formats.moment(moment)
        case nil: return formats.wording(.dealEndless)
        }
        return formats.wording(isCurrent(at: time) ? .dealEnds : .dealEnded, .text(end))
    }

    /// The conditions of the deal, line by line; empty if there are none.
    public var terms: [String] { entity.terms.split(whereSeparator: \.isNewline).map(String.init) }
}

extension Message {
    /// A deal is valid until the day or moment in argument 0.
    public static let dealEnds = Message("deal.ends", "until {0}")
    /// A deal was valid until the day or moment in argument 0.
    public static let dealEnded = Message("deal.ended", "ended {0}")
    /// A deal has no end.
    public static let dealEndless = Message("deal.endless", "without an end")
    /// The deal doesn't exist.
    public static let dealUnknown = Message(
        "deals.problem.unknown",
        "The store has no such deal, or has it no more. Look for it among all deals."
    )

    static let deals = [dealEnds, dealEnded, dealEndless, dealUnknown]
}
