import Domain
import Foundation
import Presentation

extension Session {
    /// What happens to a link from outside before it is opened.
    enum Permission {
        /// The link is opened: it changes nothing, or the person has agreed.
        case open
        /// The link is not opened, because what it asks for is already done. The value is shown instead.
        case done(Showing)
    }

    /// Asks before a link from outside changes something: anybody can write such a link, and guess what it names. Links inside
    /// the app don't come this way.
    ///
    /// - Parameter isAgreed: Whether the person has agreed on the command line.
    func permission(for link: Link?, isAgreed: Bool) async throws(AccountFailure) -> Permission {
        guard let link, case .command(let command) = link.target, reaches(command, link.parameters),
            let change = change(command)
        else {
            return .open
        }
        let reservations = try await reservations(isNeeded: command == .reserve)
        if command == .reserve, link.parameters["key"] == nil {
            // Without a key nothing tells a second request from the first, except that the name is held.
            let name = InternetName(link.parameters["name"] ?? "")
            if let held = reservations.first(where: { $0.name.text.lowercased() == name.text.lowercased() }) {
                return .done(showing(held, for: link.asker))
            }
        }
        if isAgreed { return .open }
        let known =
            Reservation.meant(by: link.parameters["id"] ?? "", among: reservations)
            .map { " (\($0.name.unicode))" } ?? ""
        let subject = Page.printable(link.parameters["name"] ?? link.parameters["id"] ?? "")
        let question = "This link \(change) \(subject)\(Page.printable(known)) for \(try user). Go on? [y/N] "
        guard PasswordPrompt.isPossible else { throw .notConfirmed(question) }
        await pauseProgress()
        let answer = try PasswordPrompt.line(question)?.trimmingCharacters(in: .whitespaces).lowercased()
        guard answer == "y" || answer == "yes" else { throw .declined }
        return .open
    }

    /// Whether a link with these parameters reaches the command. One that doesn't changes nothing, and is reported as such.
    private func reaches(_ command: CommandID, _ parameters: LinkParameters) -> Bool {
        let feature = features.first { $0.id == command.feature }
        let found = feature?.commands(self).first { $0.name == command.name }
        return found.map { $0.parameters.mismatch(parameters) == nil } ?? false
    }

    /// What a command does to the account; `nil` if it only reads. A new command counts as one that changes something.
    private func change(_ command: CommandID) -> String? {
        switch command {
        case .reservationData: nil
        case .reserve: "reserves"
        case .cancelReservation: "cancels the reservation"
        default: "carries out \(command) with"
        }
    }

    private func reservations(isNeeded: Bool) async throws(AccountFailure) -> [Reservation] {
        let user = try user
        do throws(ReadError) {
            return try await composition.users[user].reservations.reservations(of: user).value
        } catch {
            // The command itself reports what is wrong. Only what depends on the list must not go on without it.
            guard isNeeded, let problem = Problem(ReservationsError(error)) else { return [] }
            throw failure(problem)
        }
    }

    private func showing(_ held: Reservation, for asker: ScreenID?) -> Showing {
        let text = "You have reserved \(held.name.unicode) already, confirmation id: #\(held.confirmation.rawValue)"
        let json: JSON = [
            "screen": .text(asker?.text),
            "command": .string(CommandID.reserve.description),
            "text": .string(text),
            "values": [
                "id": .string(held.id.rawValue), "name": .string(held.name.text),
                "confirmation": .string(held.confirmation.rawValue),
            ],
        ]
        return Showing(document: ["update": json]) { page in page.line(text) }
    }
}

extension AccountFailure {
    static func notConfirmed(_ question: String) -> AccountFailure {
        AccountFailure(
            key: "link.not-confirmed",
            text: question.replacing(" Go on? [y/N] ", with: " Nothing was changed. Add --yes if that is meant."),
            status: .notConfirmed
        )
    }

    static let declined = AccountFailure(
        key: "link.declined",
        text: "Nothing was changed.",
        status: .notConfirmed
    )
}
