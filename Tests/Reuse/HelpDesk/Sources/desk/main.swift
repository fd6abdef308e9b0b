import Domain
import Foundation
import HelpDeskData
import HelpDeskPresentation
import Presentation

let fetchTickets = DeskFetchTickets { _ in
    (Data(#"{"tickets": [{"id": "T-1", "subject": "Where is my name?", "asked": 1790000000}, {}]}"#.utf8), nil)
}
let list = TicketListViewModel(
    .tickets,
    of: UserID("ada"),
    read: fetchTickets.tickets,
    formats: Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english),
    now: { Date() }
)
await list.load()
print(list.title)
if let content = list.content {
    for note in [content.freshnessNote, content.unreadableNote].compactMap({ $0 }) { print("  \(note)") }
    for row in content.rows { print("  \(row.subject)  \(row.day)") }
}
