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
    /// Fetches the data of the reservation in the parameter `id`, or of all reservations without it.
    public static var reservationData: CommandID { CommandID(.reservations, CommandName("data")) }
}

extension Feature.Command {
    /// Returns the commands for the reservations of `user`.
    public static func reservations(
        of user: UserID,
        use: ReservationUseCases,
        formats: Formats
    ) -> [Feature.Command] {
        let isClear: @Sendable (String, String) -> Bool = { name, value in
            name == "key" ? IdempotencyKey(value) != nil : !value.isEmpty
        }
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
            Feature.Command(
                CommandID.cancelReservation.name,
                Feature.Parameters(required: ["id"], isClear: isClear)
            ) { parameters in
                await answer(formats) { () async throws(ReservationsError) in
                    let id = try await use.identifier(meantBy: parameters["id"] ?? "", of: user)
                    try await use.cancel.cancel(id, of: user)
                    return CommandAnswer(formats.noteOnCancelling(id), values: ["id": id.rawValue])
                }
            },
            Feature.Command(
                CommandID.reservationData.name,
                Feature.Parameters(optional: ["id"], isClear: isClear)
            ) { parameters in
                await answer(formats) { () async throws(ReservationsError) in
                    let all = try await use.snapshot(of: user)
                    guard let id = parameters["id"] else { return formats.data(of: all) }
                    guard let reservation = Reservation.meant(by: id, among: all.value) else {
                        throw .unknownReservation
                    }
                    return formats.data(of: reservation)
                }
            },
        ]
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
        case .busy: DiagnosticCode("reservation.busy")
        case .unavailable: DiagnosticCode("reservation.unavailable")
        case .malformed: DiagnosticCode("reservation.malformed")
        case .notStored: DiagnosticCode("reservation.not-stored")
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

extension ReservationUseCases {
    fileprivate func snapshot(of user: UserID) async throws(ReservationsError) -> Snapshot<[Reservation]> {
        do throws(ReadError) {
            return try await fetch.reservations(of: user)
        } catch {
            throw ReservationsError(error)
        }
    }

    /// Returns the identifier of the reservation that a person means by `text`, or `text` itself if no reservation in the list
    /// fits: the store knows whether it is the identifier of one that is cancelled already.
    fileprivate func identifier(
        meantBy text: String,
        of user: UserID
    ) async throws(ReservationsError) -> ReservationID {
        do throws(ReservationsError) {
            return Reservation.meant(by: text, among: try await snapshot(of: user).value)?.id ?? ReservationID(text)
        } catch {
            // A list that can't be read doesn't keep anybody from cancelling by identifier.
            guard error == .malformed else { throw error }
            return ReservationID(text)
        }
    }
}

extension Formats {
    fileprivate func note(on reservation: Reservation) -> String {
        wording(.reservationMade, .text(reservation.confirmation.rawValue))
    }

    fileprivate func noteOnCancelling(_ reservation: ReservationID) -> String {
        wording(.reservationCancelled, .text(reservation.rawValue))
    }

    fileprivate func data(of reservation: Reservation) -> CommandAnswer {
        let row = ReservationRow(reservation, formats: self)
        return CommandAnswer(
            wording(.reservationData, .text(reservation.id.rawValue), .text(row.name), .text(row.confirmation)),
            values: reservation.values
        )
    }

    /// Returns the data of all reservations, with what a person must know to trust it.
    fileprivate func data(of all: Snapshot<[Reservation]>) -> CommandAnswer {
        let content = ListContent(all, of: .reservations, formats: self)
        let parts = all.value.map { data(of: $0) }
        let count = parts.isEmpty ? content.emptyNote : wording(.reservationCount, argument(parts.count))
        let notes = [count, content.freshnessNote, content.unreadableNote]
        return CommandAnswer(
            notes.compactMap(\.self).joined(separator: " "),
            values: ["count": String(parts.count)],
            parts: parts
        )
    }
}
