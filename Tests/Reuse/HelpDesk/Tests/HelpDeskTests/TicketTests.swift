import Domain
import DomainContracts
import DomainMocks
import Foundation
import HelpDeskData
import HelpDeskDomain
import HelpDeskPresentation
import Presentation
import Testing

/// What every `FetchTickets` must do.
typealias FetchTicketsContract = ReadContract<UserID, [Ticket]>

extension FetchTicketsContract {
    static var rows: [Row] {
        listRows(
            ListExamples(
                ListOrder("The newest ticket comes first", [ticket("T-9", 2), ticket("T-3", 1), ticket("T-4", -1)]),
                ListOrder("Tickets of one moment come by number", [ticket("T-1", 0), ticket("T-2", 0)]),
                others: [ticket("T-5", 0)],
                repeated: ticket("T-3", 9)
            )
        )
    }
}

private func ticket(_ id: String, _ day: Double) -> Ticket {
    Ticket(id: Identifier(id), subject: "Question \(id)", askedAt: Date(timeIntervalSince1970: day * 86_400))
}

/// Returns the help desk in a situation: the bytes that it sends, or why it sends none.
private func desk(in situation: ReadSituation<UserID, [Ticket]>) -> DeskFetchTickets {
    DeskFetchTickets { user throws(ReadError) in
        switch situation {
        case .stored(let tickets): return (try body(tickets[user]), nil)
        case .heldUp(let gate, let tickets):
            do { try await gate.pass() } catch { throw .cancelled }
            return (try body(tickets[user]), nil)
        case .unreadable(let tickets): return (try body(tickets[user], and: #"{"id": 7}"#), nil)
        case .cached(let tickets, let asOf): return (try body(tickets[user]), asOf)
        case .incomplete: return (Data("{}".utf8), nil)
        case .malformed(let tickets): return (try body(tickets[user]).dropLast(3), nil)
        case .unauthorised: throw .unauthorised
        case .unavailable: throw .unavailable
        case .busy: throw .busy
        }
    }
}

private func body(_ tickets: [Ticket]?, and more: String...) throws(ReadError) -> Data {
    guard let tickets else { throw .unknownUser }
    let records = tickets.map {
        #"{"id": "\#($0.id)", "subject": "\#($0.subject)", "asked": \#($0.askedAt.timeIntervalSince1970)}"#
    }
    return Data(#"{"tickets": [\#((records + more).joined(separator: ", "))]}"#.utf8)
}

@Suite("The help desk's tickets")
struct TicketTests {
    @Test("What the desk sends is read as the contract says", arguments: FetchTicketsContract.rows)
    func contract(_ row: FetchTicketsContract.Row) async throws {
        let contract = FetchTicketsContract { situation in desk(in: situation).tickets }
        try await contract.check(row)
    }

    @MainActor
    @Test("The list shows rows, how old they are, what is missing, and why there is nothing newer")
    func list() async throws {
        let fake = MockRead([UserID("ada"): [ticket("T-1", 0)]], unreadable: [FieldPath([.index(1)])])
        let list = TicketListViewModel(
            .tickets,
            of: UserID("ada"),
            read: { user throws(ReadError) in try await fake.calls(user) },
            formats: Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english),
            now: { Date(timeIntervalSince1970: 86_400) }
        )
        await list.load()
        let row = try #require(list.content?.rows.first)
        #expect([list.title, row.subject, row.day] == ["Tickets", "Question T-1", "Asked on 1 Jan 1970"])
        #expect(list.content?.freshnessNote == nil)
        #expect(list.content?.unreadableNote == "1 ticket could not be read and is not shown.")

        fake.calls.stub(.failure(.unavailable))
        await list.load()
        #expect(list.content?.freshness == .cached(asOf: Date(timeIntervalSince1970: 86_400)))
        let problem = try #require(list.problem)
        #expect(
            Wording.english(problem.message)
                == "The store can't be reached. The tickets shown are older; check the connection, then try again."
        )
    }
}
