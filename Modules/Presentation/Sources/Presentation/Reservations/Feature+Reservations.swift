public import Domain

extension FeatureID {
    /// The feature that reserves names.
    public static var reservations: FeatureID { FeatureID("reservations") }
}

extension ScreenID {
    /// The list of reservations.
    public static var reservations: ScreenID { ScreenID("reservations") }
}

extension CommandID {
    /// Reserves the name in the parameter `name`; `key` may say which request it is.
    public static var reserve: CommandID { CommandID(.reservations, CommandName("reserve")) }
    /// Cancels the reservation in the parameter `id`.
    public static var cancelReservation: CommandID { CommandID(.reservations, CommandName("cancel")) }
    /// Fetches the data of the reservation in the parameter `id`.
    public static var reservationData: CommandID { CommandID(.reservations, CommandName("data")) }
}

extension Feature {
    /// Reserves names, cancels reservations and shows them.
    ///
    /// - Parameters:
    ///   - user: Whose reservations they are.
    ///   - makeKey: Asked for the key of a request that brings none.
    public static func reservations(
        of user: UserID,
        reserve: any ReserveName,
        cancel: any CancelReservation,
        fetch: any FetchReservations,
        formats: Formats,
        makeKey: @escaping @Sendable () -> IdempotencyKey
    ) -> Feature {
        Feature(
            .reservations,
            screens: [Screen(.reservations)],
            commands: [
                Command(CommandID.reserve.name, Parameters(required: ["name"], optional: ["key"])) {
                    parameters throws(CommandError) in
                    guard let name = parameters["name"], !name.isEmpty else { throw unclear(formats) }
                    var key = makeKey()
                    if let given = parameters["key"] {
                        guard let given = IdempotencyKey(given) else { throw unclear(formats) }
                        key = given
                    }
                    let reservation = try await changing(formats) { [key] () async throws(ReservationsError) in
                        try await reserve.reserve(InternetName(name), for: user, key: key)
                    }
                    return CommandAnswer(
                        formats.wording(.reservationMade, .text(reservation.confirmation.rawValue)),
                        values: reservation.values
                    )
                },
                Command(CommandID.cancelReservation.name, Parameters(required: ["id"])) {
                    parameters throws(CommandError) in
                    let id = try reservation(in: parameters, formats)
                    try await changing(formats) { () async throws(ReservationsError) in
                        try await cancel.cancel(id, of: user)
                    }
                    return CommandAnswer(
                        formats.wording(.reservationCancelled, .text(id.rawValue)),
                        values: ["id": id.rawValue]
                    )
                },
                Command(CommandID.reservationData.name, Parameters(required: ["id"])) {
                    parameters throws(CommandError) in
                    let id = try reservation(in: parameters, formats)
                    let reservation = try await changing(formats) { () async throws(ReservationsError) in
                        let all = try await fetch.reservations(of: user).value
                        guard let found = all.first(where: { $0.id == id }) else { throw .unknownReservation }
                        return found
                    }
                    let row = ReservationRow(reservation, formats: formats)
                    return CommandAnswer(
                        formats.wording(
                            .reservationData,
                            .text(row.id),
                            .text(row.name),
                            .text(row.confirmation)
                        ),
                        values: reservation.values
                    )
                },
            ]
        )
    }
}

// MARK: - How

extension Feature {
    private static func reservation(
        in parameters: LinkParameters,
        _ formats: Formats
    ) throws(CommandError) -> ReservationID {
        guard let id = parameters["id"], !id.isEmpty else { throw unclear(formats) }
        return ReservationID(id)
    }

    private static func unclear(_ formats: Formats) -> CommandError {
        .failed(
            FlowProblem(
                code: DiagnosticCode("reservation.unclear"),
                text: formats.wording(.reservationUnclear),
                recovery: .none
            )
        )
    }

    private static func changing<Value: Sendable>(
        _ formats: Formats,
        _ body: () async throws(ReservationsError) -> Value
    ) async throws(CommandError) -> Value {
        do throws(ReservationsError) {
            return try await body()
        } catch {
            guard let problem = Problem(changing: error), let code = error.code else { throw .cancelled }
            throw .failed(
                FlowProblem(
                    code: code,
                    text: formats.wording(problem.message),
                    recovery: problem.recovery,
                    severity: error == .malformed ? .error : .warning
                )
            )
        }
    }
}

extension ReservationsError {
    /// What is recorded; nothing is of a cancelled call.
    fileprivate var code: DiagnosticCode? {
        switch self {
        case .unknownUser: DiagnosticCode("reservation.unknown-user")
        case .unauthorised: DiagnosticCode("reservation.unauthorised")
        case .taken: DiagnosticCode("reservation.taken")
        case .refused: DiagnosticCode("reservation.refused")
        case .unknownReservation: DiagnosticCode("reservation.unknown")
        case .unavailable: DiagnosticCode("reservation.unavailable")
        case .malformed: DiagnosticCode("reservation.malformed")
        case .cancelled: nil
        }
    }
}

extension Reservation {
    /// For programs.
    fileprivate var values: [String: String] {
        ["id": id.rawValue, "name": name.text, "confirmation": confirmation.rawValue]
    }
}
