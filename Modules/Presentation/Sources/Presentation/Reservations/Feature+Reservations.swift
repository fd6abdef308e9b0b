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
    /// Reserves the name in the parameter `name`. The parameter `key` may identify the request.
    public static var reserve: CommandID { CommandID(.reservations, CommandName("reserve")) }
    /// Cancels the reservation in the parameter `id`.
    public static var cancelReservation: CommandID { CommandID(.reservations, CommandName("cancel")) }
    /// Fetches the data of the reservation in the parameter `id`.
    public static var reservationData: CommandID { CommandID(.reservations, CommandName("data")) }
}

extension Feature.Command {
    /// Returns the commands for the reservations of `user`. The reservation screen calls the same use cases itself.
    public static func reservations(
        of user: UserID,
        use: ReservationUseCases,
        formats: Formats
    ) -> [Feature.Command] {
        let byID = Feature.Parameters(required: ["id"], isClear: isClear)
        return [
            Feature.Command(
                CommandID.reserve.name,
                Feature.Parameters(required: ["name"], optional: ["key"], isClear: isClear)
            ) { parameters in
                let key = parameters["key"].flatMap { IdempotencyKey($0) } ?? use.makeKey()
                let name = InternetName(parameters["name"] ?? "")
                return await answer(formats) { () async throws(ReservationsError) in
                    let reservation = try await use.reserve.reserve(name, for: user, key: key)
                    return CommandAnswer(formats.note(on: reservation), values: reservation.values)
                }
            },
            Feature.Command(CommandID.cancelReservation.name, byID) { parameters in
                let id = ReservationID(parameters["id"] ?? "")
                return await answer(formats) { () async throws(ReservationsError) in
                    try await use.cancel.cancel(id, of: user)
                    return CommandAnswer(formats.noteOnCancelling(id), values: ["id": id.rawValue])
                }
            },
            Feature.Command(CommandID.reservationData.name, byID) { parameters in
                let id = ReservationID(parameters["id"] ?? "")
                return await answer(formats) { () async throws(ReservationsError) in
                    let all: [Reservation]
                    do throws(ReadError) {
                        all = try await use.fetch.reservations(of: user).value
                    } catch {
                        throw ReservationsError(error)
                    }
                    guard let reservation = all.first(where: { $0.id == id }) else { throw .unknownReservation }
                    let row = ReservationRow(reservation, formats: formats)
                    let text = formats.wording(
                        .reservationData,
                        .text(reservation.id.rawValue),
                        .text(row.name),
                        .text(row.confirmation)
                    )
                    return CommandAnswer(text, values: reservation.values)
                }
            },
        ]
    }

    private static let isClear: @Sendable (String, String) -> Bool = { name, value in
        name == "key" ? IdempotencyKey(value) != nil : !value.isEmpty
    }

    private static func answer(
        _ formats: Formats,
        _ body: () async throws(ReservationsError) -> CommandAnswer
    ) async -> CommandResult {
        do throws(ReservationsError) {
            return .success(try await body())
        } catch {
            guard let problem = Problem(error), let code = error.code else { return .failure(.cancelled) }
            let severity: Diagnostic.Severity = error == .malformed ? .error : .warning
            return .failure(.failed(FlowProblem(code: code, problem, formats: formats, severity: severity)))
        }
    }
}

extension ReservationsError {
    /// The code to record; `nil` for a cancelled call, which is not recorded.
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
    /// The values for programs.
    fileprivate var values: [String: String] {
        ["id": id.rawValue, "name": name.text, "confirmation": confirmation.rawValue]
    }
}
