public import Domain

/// A reservation on the screen. Each text is created when it is accessed.
public typealias ReservationRow = ListRow<Reservation>

extension ReservationRow {
    /// The name as a person reads it.
    public var name: String { entity.name.unicode }
    /// The confirmation number.
    public var confirmation: String { entity.confirmation.rawValue }
    /// The day of the reservation.
    public var date: String { formats.day(entity.madeAt) }
}
