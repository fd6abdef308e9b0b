import Domain
import Foundation

/// The reservations and names that the rows use to check an implementation.
enum ReservationExample {
    static let all = ListExamples(
        ListOrder("Reservations come newest first", reservations, stored: [3, 1, 0, 2].map { reservations[$0] }),
        others: [reservation("r-40", "other.example", 1_785_000_000)],
        repeated: reservation("r-20", "again.example", 1_700_000_000)
    )

    /// Names that nobody has reserved.
    static let free = InternetName("free.example")
    static let alsoFree = InternetName("also-free.example")

    static func key(_ number: Int) -> IdempotencyKey {
        guard let key = IdempotencyKey("contract-\(number)") else {
            preconditionFailure("An example has to be valid: \(number)")
        }
        return key
    }

    /// Sample reservations. Two of them have the same time.
    private static let reservations = [
        reservation("r-30", "third.example", 1_795_000_000), reservation("r-20", "second.example", 1_790_000_000),
        reservation("r-21", "twin.example", 1_790_000_000), reservation("r-10", "first.example", 1_000_000_000.25),
    ]

    private static func reservation(_ id: String, _ name: String, _ madeAt: TimeInterval) -> Reservation {
        Reservation(
            id: ReservationID(id),
            name: InternetName(name),
            confirmation: ConfirmationNumber("c-" + id),
            madeAt: Date(timeIntervalSince1970: madeAt)
        )
    }
}
