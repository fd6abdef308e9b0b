public import Foundation

/// A special offer of the store.
public struct Deal: Identifiable, Hashable, Codable, Sendable {
    /// The identifier of the offer.
    public let id: DealID
    /// The offer in one line.
    public let title: String
    /// A second line about the offer, or `nil`.
    public let subtitle: String?
    /// When the offer ends, or `nil` if the store has not said.
    public let end: DealEnd?
    /// The conditions of the offer; may be empty or many lines long.
    public let terms: String

    /// Creates an offer from its parts.
    public init(id: DealID, title: String, subtitle: String?, end: DealEnd?, terms: String) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.end = end
        self.terms = terms
    }

    /// Returns whether the offer is still valid at `time`. An offer is no longer valid at the moment of its end. An offer
    /// without an end is always valid.
    public func isCurrent(at time: Date) -> Bool {
        end.map { time < $0.over } ?? true
    }

    /// Returns whether `left` comes before `right` when offers are shown: the ones that end first come first, those without an
    /// end last. Offers that end at the same moment are ordered by identifier.
    public static func endingFirst(_ left: Deal, _ right: Deal) -> Bool {
        switch (left.end?.over, right.end?.over) {
        case (let left?, let right?) where left != right: left < right
        case (_?, nil): true
        case (nil, _?): false
        default: left.id < right.id
        }
    }
}

/// Identifies an offer.
public typealias DealID = Identifier<Deal>

/// The end of an offer.
public enum DealEnd: Hashable, Codable, Sendable {
    /// The offer ends at this moment, and is no longer valid then.
    case moment(Date)
    /// The offer is valid until the end of a day in the store's time zone, which is the moment `over`.
    case day(CalendarDay, over: Date)

    /// The first moment at which the offer is no longer valid.
    public var over: Date {
        switch self {
        case .moment(let moment): moment
        case .day(_, let over): over
        }
    }
}

extension Deal {
    /// Returns the news that lead from the offers that an observer knows to the current list of the store: offers that are new
    /// or have changed in the order of the list, then those that ended in the order of their identifiers. An offer that is no
    /// longer valid at `time` counts as ended.
    public static func news(from known: [DealID: Deal], to list: [Deal], at time: Date) -> [News] {
        let current = list.filter { $0.isCurrent(at: time) }
        let ended = Set(known.keys).subtracting(current.map(\.id))
        return current.filter { known[$0.id] != $0 }.map { .deal($0) } + ended.sorted().map { .ended($0) }
    }
}
