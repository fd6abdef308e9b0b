public import Domain
public import Foundation
public import HelpDeskDomain

/// A user's tickets, from the bytes that the help desk sends.
public struct DeskFetchTickets: FetchTickets {
    /// The body of a response, and when it was stored; `nil` if the desk has just sent it.
    public typealias Response = (body: Data, storedAt: Date?)

    private let load: @Sendable (UserID) async throws(ReadError) -> Response

    /// Creates the use case over a function that gets a user's response, or says why there is none.
    public init(load: @escaping @Sendable (UserID) async throws(ReadError) -> Response) {
        self.load = load
    }

    /// Returns the tickets that can be read. The places of all others, and of repeated numbers, are reported.
    public func tickets(of user: UserID) async throws(ReadError) -> Snapshot<[Ticket]> {
        let response = try await load(user)
        if Task.isCancelled { throw .cancelled }
        guard let list = try? JSONDecoder().decode(TicketList.self, from: response.body) else { throw .malformed }
        var tickets: [Identifier<Ticket>: Ticket] = [:]
        var unreadable: [FieldPath] = []
        for (index, record) in list.tickets.enumerated() {
            if let ticket = record.ticket, tickets[ticket.id] == nil {
                tickets[ticket.id] = ticket
            } else {
                unreadable.append(FieldPath([.field("tickets"), .index(index)]))
            }
        }
        return Snapshot(
            tickets.values.sorted(by: Ticket.newestFirst),
            freshness: response.storedAt.map(Freshness.cached) ?? .live,
            unreadable: unreadable
        )
    }
}

private struct TicketList: Decodable {
    let tickets: [TicketRecord]
}

/// A record of the list; it has no ticket if a field is missing or of another type.
private struct TicketRecord: Decodable {
    let ticket: Ticket?

    private enum Field: CodingKey {
        case id, subject, asked
    }

    init(from decoder: any Decoder) {
        guard let fields = try? decoder.container(keyedBy: Field.self),
            let id = try? fields.decode(String.self, forKey: .id),
            let subject = try? fields.decode(String.self, forKey: .subject),
            let asked = try? fields.decode(Double.self, forKey: .asked)
        else {
            ticket = nil
            return
        }
        ticket = Ticket(id: Identifier(id), subject: subject, askedAt: Date(timeIntervalSince1970: asked))
    }
}
