import Foundation
import GRDB

/// @model
enum Currency: String, CaseIterable {
    case euro = "EUR"
    case dollar = "USD"
}

/// @model
enum Priority: Int {
    case low = 1
    case high
    /// @other
    case unknown = -1
}

/// @model
struct Task1: Equatable {
    /// @json
    let currency: Currency
    /// @json
    let priority: Priority
}

func checkRawEnums() async throws {
    let task = try Task1JSON.parse(Data(#"{"currency": "USD", "priority": 2}"#.utf8)).value
    expect(task == Task1(currency: .dollar, priority: .high))
    expect(try Task1JSON.parse(Data(#"{"currency": "USD", "priority": 9}"#.utf8)).value.priority == .unknown)
    expect(
        failure { try Task1JSON.parse(Data(#"{"currency": "usd", "priority": "2"}"#.utf8)) }
            == "currency is unreadable, priority is unreadable"
    )
    expect(try Task1Record(task).priority == 2.databaseValue)
}
