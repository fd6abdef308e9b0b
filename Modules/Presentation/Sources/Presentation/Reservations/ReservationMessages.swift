public import Domain

extension Noun {
    /// A user's reservations.
    public static let reservations = Noun(
        plural: "reservations",
        "reservation",
        title: "Reservations",
        empty: "No reservations."
    )
}

extension Problem {
    /// Creates the problem that a reservation could not be made, cancelled or shown. Returns `nil` for a cancelled call, which
    /// is not a problem.
    public init?(_ error: ReservationsError) {
        switch error {
        case .unknownUser: self.init(.reservationOfUnknownUser, cause: .unknownUser)
        case .unauthorised: self.init(.reservationNeedsSignIn, cause: .unauthorised)
        case .taken: self.init(.reservationTaken, cause: .refused)
        case .refused: self.init(.reservationRefused, cause: .refused)
        case .unknownReservation: self.init(.reservationUnknown, cause: .notFound)
        case .busy: self.init(.reservationBusy, cause: .unavailable)
        case .unavailable: self.init(.reservationUnavailable, cause: .unavailable)
        case .malformed: self.init(.reservationMalformed, cause: .malformed)
        case .notStored: self.init(.reservationNotStored, cause: .device)
        case .cancelled: return nil
        }
    }
}

extension Message {
    /// No user has this identifier.
    public static let reservationOfUnknownUser = Message(
        "reservation.problem.unknown-user",
        "The store does not know this user, so nothing was changed. Check the spelling of the name."
    )
    /// The person has to sign in.
    public static let reservationNeedsSignIn = Message(
        "reservation.problem.sign-in",
        "You are not signed in, so nothing was changed. Sign in, then try again."
    )
    /// The name is already reserved.
    public static let reservationTaken = Message(
        "reservation.problem.taken",
        "This name is reserved already, so nothing was changed. Choose another name."
    )
    /// The store does not reserve such a name.
    public static let reservationRefused = Message(
        "reservation.problem.refused",
        "The store does not reserve this name, so nothing was changed. Check the spelling of the name."
    )
    /// The reservation doesn't exist.
    public static let reservationUnknown = Message(
        "reservation.problem.unknown-reservation",
        "There is no such reservation, so nothing was changed. Look at the list of reservations."
    )
    /// The store asks to wait.
    public static let reservationBusy = Message(
        "reservation.problem.busy",
        "The store has too much to do. What you asked for may have been done: look at the reservations, then try again."
    )
    /// The store did not respond.
    public static let reservationUnavailable = Message(
        "reservation.problem.unavailable",
        "The store can't be reached. What you asked for may have been done: look at the reservations, then try again."
    )
    /// The store's response can't be read.
    public static let reservationMalformed = Message(
        "reservation.problem.malformed",
        "The store's answer can't be read. What you asked for may have been done: look at the reservations first."
    )
    /// The sign-in stored on this device can't be used.
    public static let reservationNotStored = Message(
        "reservation.problem.not-stored",
        "Your sign-in on this device can't be read or stored, so the store was not asked and nothing was changed. Make room or check permissions, then try again."
    )
    /// A name is reserved; argument 0 is the confirmation.
    public static let reservationMade = Message(
        "reservation.made",
        "Reservation done successfully confirmation id: #{0}"
    )
    /// The reservation with the identifier in argument 0 is cancelled.
    public static let reservationCancelled = Message(
        "reservation.cancelled",
        "Reservation cancelled successfully for reservation id: #{0}"
    )
    /// The data of a reservation: identifier, name, confirmation (arguments 0 to 2, all of them texts).
    public static let reservationData = Message("reservation.data", "Reservation #{0}: {1}, confirmation #{2}")

    /// The number of reservations, in argument 0, whose data follows.
    public static let reservationCount = Message("reservation.count", "{0} reservations.", one: "{0} reservation.")

    static let reservations = [
        reservationOfUnknownUser, reservationNeedsSignIn, reservationTaken, reservationRefused, reservationUnknown,
        reservationBusy, reservationUnavailable, reservationMalformed, reservationNotStored, reservationMade,
        reservationCancelled, reservationData, reservationCount,
    ]
}
