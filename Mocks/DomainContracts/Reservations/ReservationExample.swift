public import Domain
import Foundation

/// What the contract of reservations is about.
public enum ReservationExample {
    /// Whose reservations they are.
    public static let user = UserID("ada")

    /// Newest first; two were made at once.
    public static let reservations = [
        reservation("r-30", "third.example", 1_795_000_000),
        reservation("r-20", "second.example", 1_790_000_000),
        reservation("r-21", "twin.example", 1_790_000_000),
        reservation("r-10", "first.example", 1_000_000_000.25),
    ]

    /// What the store holds, in another order.
    public static let stored = [3, 1, 0, 2].map { reservations[$0] }

    /// A name that nobody holds.
    public static let free = InternetName("free.example")
    /// Another one.
    public static let alsoFree = InternetName("also-free.example")
    /// Nobody's reservation.
    public static let unknown = ReservationID("r-99")

    static func key(_ number: Int) throws -> IdempotencyKey {
        guard let key = IdempotencyKey("contract-\(number)") else {
            throw Mismatch(expected: "a key", found: "none")
        }
        return key
    }

    private static func reservation(_ id: String, _ name: String, _ madeAt: TimeInterval) -> Reservation {
        Reservation(
            id: ReservationID(id),
            name: InternetName(name),
            confirmation: ConfirmationNumber("c-" + id),
            madeAt: Date(timeIntervalSince1970: madeAt)
        )
    }
}
