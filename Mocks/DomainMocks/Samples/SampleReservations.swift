public import Domain
import Foundation

/// Reservations for demonstrations, previews and tests; every date is fixed.
public enum SampleReservations {
    /// Ada holds two names; the first of them has the identifier that old links speak of.
    public static let all: [UserID: [Reservation]] = [
        SampleAccount.ada: [
            reservation(lastID, "engine.example", lastConfirmation, 1_795_000_000),
            reservation(lastID - 7, "loom.example", lastConfirmation - 104, 1_790_000_000),
        ]
    ]

    /// What is made after these gets the next identifier and confirmation.
    static let lastID = 82_348
    static let lastConfirmation = 8_347_837

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
