public import Domain
public import Foundation

/// A question that a user has asked the help desk.
public struct Ticket: Hashable, Identifiable, Sendable {
    /// The number of the ticket; unique among a user's tickets.
    public let id: Identifier<Ticket>
    /// The question in a few words.
    public let subject: String
    /// When the user asked.
    public let askedAt: Date

    /// Creates a ticket from its parts.
    public init(id: Identifier<Ticket>, subject: String, askedAt: Date) {
        self.id = id
        self.subject = subject
        self.askedAt = askedAt
    }

    /// Returns whether `left` is shown before `right`: the newer one, and by number if both are from the same moment.
    public static func newestFirst(_ left: Ticket, _ right: Ticket) -> Bool {
        (right.askedAt, left.id) < (left.askedAt, right.id)
    }
}

/// Fetches the tickets of a user.
public protocol FetchTickets: Sendable {
    /// Returns the tickets of `user` in the order of `Ticket.newestFirst`, without duplicates.
    func tickets(of user: UserID) async throws(ReadError) -> Snapshot<[Ticket]>
}
