/// An address as the store has it, whichever dialect asks.
struct StoreAddress: Sendable {
    let id: String
    let label: String
    let recipient: String
    let street: [String]
    var zip: String?
    let city: String
    var region: String?
    /// ISO 3166-1 alpha-2.
    let country: String
    var isDefault = false
}
