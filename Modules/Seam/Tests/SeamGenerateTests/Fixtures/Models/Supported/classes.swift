import Foundation

/// A customer  @model
public final class Customer: Equatable {
    /// @json
    public let name: String
    /// @json bonus_points
    public private(set) var bonusPoints: Int
    // Known on this device only.
    var isSelected = false

    /// Creates a customer.
    public init(name: String, bonusPoints: Int) {
        self.name = name
        self.bonusPoints = bonusPoints
    }

    /// Compares two customers.
    public static func == (first: Customer, second: Customer) -> Bool {
        first.name == second.name && first.bonusPoints == second.bonusPoints
    }
}

/// @model
class PageVisit {
    /// @json
    var page: String = ""
    /// @json
    var seconds: Int?
}

func checkClasses() async throws {
    let customer = try CustomerJSON.parse(Data(#"{"name": "A", "bonus_points": 3}"#.utf8)).value
    expect(customer == Customer(name: "A", bonusPoints: 3))
    expect(try PageVisitJSON.parse(Data(#"{"page": "/"}"#.utf8)).value.page == "/")
}
