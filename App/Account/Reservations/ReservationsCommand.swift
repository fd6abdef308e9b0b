import ArgumentParser
import Domain
import Foundation
import Presentation

/// The command `account reservations`.
struct ReservationsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "reservations",
        abstract: "Shows the names that are reserved."
    )

    @OptionGroup var flow: FlowOptions

    var options: AccountOptions { flow.account }

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing {
        try await session.reservations()
    }
}

/// The command `account reserve`.
struct ReserveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(commandName: "reserve", abstract: "Reserves a name.")

    @Argument(help: "The name, such as example.com.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Names the request; the same key again makes no second reservation (default: another one each time).",
            valueName: "text"
        )
    )
    var key: String?

    @OptionGroup var flow: FlowOptions

    var options: AccountOptions { flow.account }

    mutating func validate() throws {
        if name.isEmpty { throw ValidationError("NAME takes a name, such as example.com.") }
        if let key, IdempotencyKey(key) == nil {
            throw ValidationError("--key takes 1 to 64 letters, digits and hyphens.")
        }
    }

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing {
        var values = ["name": name]
        values["key"] = key
        return try await session.open(.reserve, values, in: session.flow(flow))
    }
}

/// The command `account cancel`.
struct CancelCommand: ScreenCommand {
    static let configuration = CommandConfiguration(commandName: "cancel", abstract: "Cancels a reservation.")

    @Argument(help: "The reservation's identifier, as account reservations shows it.")
    var id: String

    @OptionGroup var flow: FlowOptions

    var options: AccountOptions { flow.account }

    mutating func validate() throws {
        if id.isEmpty { throw ValidationError("ID takes an identifier, as account reservations shows it.") }
    }

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing {
        try await session.open(.cancelReservation, ["id": id], in: session.flow(flow))
    }
}

extension Session {
    /// Returns the list of reservations.
    func reservations() async throws(AccountFailure) -> Showing {
        let user = try user
        let list = ReservationListViewModel(
            user: user,
            fetchReservations: composition.users[user].reservations,
            formats: formats,
            now: { Date() }
        )
        return try await show(list, as: .reservations)
    }

    /// Returns the commands for links about reservations.
    func reservationCommands() -> [Feature.Command] {
        guard let person else { return [] }
        let reservations = composition.users[person].reservations
        let use = ReservationUseCases(reserve: reservations, cancel: reservations, fetch: reservations) {
            var generator = SystemRandomNumberGenerator()
            return IdempotencyKey(using: &generator)
        }
        return Feature.Command.reservations(of: person, use: use, formats: formats)
    }
}

extension ListView<Reservation> {
    static var reservations: ListView {
        ListView(name: "reservations", item: JSON.reservation, usualWidth: 40) { row in
            RowText(
                [row.id.rawValue, row.name, row.date, "#" + row.confirmation],
                link: (try? LinkParameters(["id": row.id.rawValue]))
                    .map { Link(.command(.cancelReservation), parameters: $0) }
            )
        }
    }
}

extension JSON {
    fileprivate static func reservation(_ reservation: Reservation) -> JSON {
        [
            "id": .string(reservation.id.rawValue),
            "name": .string(reservation.name.text),
            "unicode": .string(reservation.name.unicode),
            "confirmation": .string(reservation.confirmation.rawValue),
            "madeAt": .instant(reservation.madeAt),
        ]
    }
}
