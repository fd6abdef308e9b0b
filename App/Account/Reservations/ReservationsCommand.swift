import ArgumentParser
import Domain
import Foundation
import Presentation

/// `account reservations`
struct ReservationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reservations",
        abstract: "Shows the names that are reserved."
    )

    @OptionGroup var options: FlowOptions

    func run() async throws {
        try await Session.run(options.account) { session throws(AccountFailure) in
            try await session.open("account://reservations", in: session.flow(options))
        }
    }
}

extension Session {
    /// The use cases behind everything about reservations.
    var reservationUseCases: ReservationUseCases {
        let reservations = composition.flow.reservations
        return ReservationUseCases(reserve: reservations, cancel: reservations, fetch: reservations) {
            var generator = SystemRandomNumberGenerator()
            return IdempotencyKey(using: &generator)
        }
    }

    /// The list of reservations.
    func reservations() async throws(AccountFailure) -> Showing {
        let list = ReservationListViewModel(
            user: try user,
            use: reservationUseCases,
            formats: formats,
            now: { Date() }
        )
        try await load(list)
        return Showing(document: AccountDocument(list, of: try user, formats)) { page in
            page.write(list.title, list.content, list.problem, formats) { page, rows in
                let cells = rows.map { [$0.id, $0.name, $0.date, "#" + $0.confirmation] }
                for line in Page.aligned(cells, usualWidth: 40) { page.line(line, indent: 2) }
            }
        }
    }
}
