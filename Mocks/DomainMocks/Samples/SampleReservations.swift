public import Domain
import Foundation

/// Reservations for demonstrations, previews and tests; every date is fixed.
public enum SampleReservations {
    /// The reservations: Ada has two. The first has the identifier that old links contain.
    public static let all: [UserID: [Reservation]] = [
        SampleAccount.ada: [
            reservation(lastID, "engine.example", lastConfirmation, 1_795_000_000),
            reservation(lastID - 7, "loom.example", lastConfirmation - 104, 1_790_000_000),
        ]
    ]

    private static let lastID = 82_348
    private static let lastConfirmation = 8_347_837

    /// Returns the reservation that is made after these, as the first one or a later one.
    static func reservation(number: Int, of name: InternetName, at date: Date) -> Reservation {
        Reservation(
            id: ReservationID(String(lastID + number)),
            name: name,
            confirmation: ConfirmationNumber(String(lastConfirmation + number)),
            madeAt: date
        )
    }

    private static func reservation(
        _ id: Int,
        _ name: String,
        _ confirmation: Int,
        _ madeAt: TimeInterval
    ) -> Reservation {
        Reservation(
            id: ReservationID(String(id)),
            name: InternetName(name),
            confirmation: ConfirmationNumber(String(confirmation)),
            madeAt: Date(timeIntervalSince1970: madeAt)
        )
    }
}
