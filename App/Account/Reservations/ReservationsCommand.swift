import ArgumentParser
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
    /// The list of reservations.
    func reservations(_ flow: FlowController) async throws(AccountFailure) -> Showing {
        let list = ReservationListViewModel(
            user: try user,
            fetchReservations: composition.flow.reservations,
            flow: flow,
            formats: formats,
            now: { Date() }
        )
        await list.load()
        if list.content == nil, let problem = list.problem { throw failure(problem) }
        return Showing(document: AccountDocument(list, formats)) { page in
            page.write(list.title, list.content, list.problem, formats) { page, rows in
                let cells = rows.map { [$0.id, $0.name, $0.date, "#" + $0.confirmation] }
                for line in Page.aligned(cells, usualWidth: 40) { page.line(line, indent: 2) }
            }
        }
    }
}
