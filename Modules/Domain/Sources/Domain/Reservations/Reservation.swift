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

    /// Returns the one of `reservations` that a person means by `text`: its identifier, its confirmation number or the name.
    /// Either number may follow a `#`, as it is printed. If one reservation has the number as its identifier and another has
    /// it as its confirmation, the identifier counts, except after a `#`.
    public static func meant(by text: String, among reservations: [Reservation]) -> Reservation? {
        let isConfirmation = text.hasPrefix("#")
        let number = isConfirmation ? String(text.dropFirst()) : text
        let byID = reservations.first { $0.id.rawValue == number }
        let byConfirmation = reservations.first { $0.confirmation.rawValue == number }
        if let found = isConfirmation ? byConfirmation ?? byID : byID ?? byConfirmation { return found }
        return reservations.first { [$0.name.text, $0.name.unicode].contains { $0.lowercased() == text.lowercased() } }
    }
}

/// The subject of `ConfirmationNumber`.
public enum Confirmation {}

/// Identifies a reservation.
public typealias ReservationID = Identifier<Reservation>
/// The number with which the store confirms a reservation.
public typealias ConfirmationNumber = Identifier<Confirmation>
