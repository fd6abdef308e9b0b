import ArgumentParser
import Presentation

/// `account cancel`
struct CancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "cancel", abstract: "Cancels a reservation.")

    @Argument(help: "The reservation's identifier, as account reservations shows it.")
    var id: String

    @OptionGroup var options: FlowOptions

    mutating func validate() throws {
        if id.isEmpty { throw ValidationError("ID takes an identifier, as account reservations shows it.") }
    }

    func run() async throws {
        try await Session.run(options.account) { session throws(AccountFailure) in
            try await session.open(.cancelReservation, ["id": id], in: session.flow(options))
        }
    }
}
