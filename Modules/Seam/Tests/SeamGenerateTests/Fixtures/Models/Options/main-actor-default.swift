import Foundation

/// @model
nonisolated struct Ticket: Equatable {
    /// @json
    let title: String
    /// @json
    let dates: [Date]
    /// @json
    let state: TicketState
    /// @json
    let seat: Seat
}

/// @model
nonisolated enum TicketState { case open, used }

/// @model
/// @json type
nonisolated enum Seat: Equatable {
    case free
    case row(Row)
}

/// @model
nonisolated struct Row: Equatable {
    /// @json
    let number: Int
}

func checkMainActorDefault() async throws {
    let text = #"{"dates":["2026-10-30T14:03:00Z"],"seat":{"number":7,"type":"row"},"state":"used","title":"A"}"#
    let ticket = try TicketJSON.parse(Data(text.utf8)).value
    expect(ticket.seat == .row(Row(number: 7)) && ticket.state == .used)
    expect(String(decoding: try TicketJSON(ticket).data(), as: UTF8.self) == text)
}
