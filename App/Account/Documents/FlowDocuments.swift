import Domain
import Presentation

/// What came of a command.
struct UpdateDocument: Encodable {
    /// The screen that it came to; missing if no screen asked.
    let screen: String?
    let command: String?
    /// For people.
    let text: String
    /// For programs.
    let values: [String: String]

    init(_ answer: CommandAnswer, _ command: CommandID?, _ screen: ScreenID?) {
        self.screen = screen?.text
        self.command = command?.description
        text = answer.text
        values = answer.values
    }
}

struct ReservationDocument: Encodable {
    let id: String
    let name: String
    let unicode: String
    let confirmation: String
    let madeAt: String

    init(_ reservation: Reservation) {
        id = reservation.id.rawValue
        name = reservation.name.text
        unicode = reservation.name.unicode
        confirmation = reservation.confirmation.rawValue
        madeAt = NameDocument.instant(reservation.madeAt)
    }
}
