import Foundation

enum Status: String, Codable { case open }

/// @model json
struct Price {
    /// @json
    var amount: Int
}

/// @service
protocol Dictionaries {
    /// @get /
    func query(filters: [String: String]) async throws  // refused: a dictionary has no one form there
    /// @get / @header X-Filters: {filters}
    func header(filters: [String: Int]) async throws  // refused: a dictionary has no one form there
    /// @get /
    func set(filters: Set<String>) async throws  // refused: `Set<String>` is no text, and no array of texts
    /// @post /
    func keys(byStatus: [Status: Int]) async throws  // refused: `[Status: Int]` is no object in JSON
    /// @get /
    func dates() async throws -> [Date: Int]  // refused: `[Date: Int]` is no object in JSON
    /// @get /
    func prices() async throws -> [Int: Price]  // refused: `[Int: Price]` is no object in JSON
}
