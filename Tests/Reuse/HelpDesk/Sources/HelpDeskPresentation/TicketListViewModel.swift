public import HelpDeskDomain
public import Presentation

/// The list of a user's tickets.
public typealias TicketListViewModel = ListViewModel<Ticket>

extension ListRow<Ticket> {
    /// The question.
    public var subject: String { entity.subject }

    /// The day of the question, in the time zone of the formats.
    public var day: String { formats.wording(.ticketAsked, .text(formats.day(entity.askedAt))) }
}

extension Noun {
    /// A user's tickets.
    public static let tickets = Noun(plural: "tickets", "ticket", title: "Tickets", empty: "No questions yet.")
}

extension Message {
    /// A ticket is from the day in argument 0.
    public static let ticketAsked = Message("ticket.asked", "Asked on {0}")
}
