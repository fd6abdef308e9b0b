public import Foundation

/// A name that is held for a person, who may buy it before anybody else.
public struct Reservation: Identifiable, Hashable, Codable, Sendable {
    /// Unique among all reservations of the store.
    public let id: ReservationID
    /// The name that is held.
    public let name: InternetName
    /// What the store says to prove that it is held.
    public let confirmation: ConfirmationNumber
    /// When it was made.
    public let madeAt: Date

    /// Makes a reservation of its parts.
    public init(id: ReservationID, name: InternetName, confirmation: ConfirmationNumber, madeAt: Date) {
        self.id = id
        self.name = name
        self.confirmation = confirmation
        self.madeAt = madeAt
    }

    /// The order in which reservations are shown: newest first, and by identifier where two were made at once.
    public static func newestFirst(_ left: Reservation, _ right: Reservation) -> Bool {
        left.madeAt == right.madeAt ? left.id < right.id : left.madeAt > right.madeAt
    }
}

/// The subject of `ConfirmationNumber`.
public enum Confirmation {}

/// Names a reservation.
public typealias ReservationID = Identifier<Reservation>
/// What the store says to prove a reservation.
public typealias ConfirmationNumber = Identifier<Confirmation>
