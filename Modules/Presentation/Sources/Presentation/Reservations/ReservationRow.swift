public import Domain

/// A reservation on screen. Its texts are made when they are asked for.
public struct ReservationRow: Identifiable, Sendable {
    /// What is shown.
    public let reservation: Reservation

    private let formats: Formats

    /// Creates the row of `reservation`.
    public init(_ reservation: Reservation, formats: Formats) {
        self.reservation = reservation
        self.formats = formats
    }

    /// What to say to cancel it.
    public var id: String { reservation.id.rawValue }
    /// The name as a person reads it.
    public var name: String { reservation.name.unicode }
    /// What proves it.
    public var confirmation: String { reservation.confirmation.rawValue }
    /// The day on which it was made.
    public var date: String { formats.day(reservation.madeAt) }
}
