public import Foundation

/// An offer of the store.
public struct Deal: Identifiable, Hashable, Codable, Sendable {
    /// Names the offer.
    public let id: DealID
    /// What is offered, in a line.
    public let title: String
    /// More about it, in a line; `nil` if there is no more.
    public let subtitle: String?
    /// Until when it stands; `nil` if the store has not said.
    public let end: DealEnd?
    /// What it takes to get it; may be empty, or many lines long.
    public let terms: String

    /// Makes an offer of its parts.
    public init(id: DealID, title: String, subtitle: String?, end: DealEnd?, terms: String) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.end = end
        self.terms = terms
    }

    /// Whether the offer still stands at `time`: its end is not part of it, and one without an end always stands.
    public func isCurrent(at time: Date) -> Bool {
        end.map { time < $0.over } ?? true
    }

    /// The order in which offers are shown: what ends first, first; those without an end last; by identifier where two
    /// end at once.
    public static func endingFirst(_ left: Deal, _ right: Deal) -> Bool {
        switch (left.end?.over, right.end?.over) {
        case (let left?, let right?) where left != right: left < right
        case (_?, nil): true
        case (nil, _?): false
        default: left.id < right.id
        }
    }
}

/// Names one offer.
public typealias DealID = Identifier<Deal>

/// Until when an offer stands.
public enum DealEnd: Hashable, Codable, Sendable {
    /// Until a moment, which is not part of it.
    case moment(Date)
    /// To the end of a day in the store's time zone, which is the moment `over`.
    case day(CalendarDay, over: Date)

    /// The first moment at which the offer no longer stands.
    public var over: Date {
        switch self {
        case .moment(let moment): moment
        case .day(_, let over): over
        }
    }
}
