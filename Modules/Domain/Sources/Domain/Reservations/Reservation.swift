public import Foundation

/// A name that the store reserves for a user, who may buy it before anybody else.
public struct Reservation: Identifiable, Hashable, Codable, Sendable {
    /// Unique among all reservations of the store.
    public let id: ReservationID
    /// The reserved name.
    public let name: InternetName
    /// The store's confirmation of the reservation.
    public let confirmation: ConfirmationNumber
    /// When the reservation was made.
    public let madeAt: Date

    /// Creates a reservation from its parts.
    public init(id: ReservationID, name: InternetName, confirmation: ConfirmationNumber, madeAt: Date) {
        self.id = id
        self.name = name
        self.confirmation = confirmation
        self.madeAt = madeAt
    }

    /// Returns whether `left` comes before `right` when reservations are shown: newest first, and by identifier if two were
    /// made at the same time.
    public static func newestFirst(_ left: Reservation, _ right: Reservation) -> Bool {
        left.madeAt == right.madeAt ? left.id < right.id : left.madeAt > right.madeAt
    }
}

/// The subject of `ConfirmationNumber`.
public enum Confirmation {}

/// Identifies a reservation.
public typealias ReservationID = Identifier<Reservation>
/// The number with which the store confirms a reservation.
public typealias ConfirmationNumber = Identifier<Confirmation>
