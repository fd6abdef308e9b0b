import Foundation

/// What the store knows of a person.
struct StorePerson: Sendable, Decodable {
    let profile: StoreProfile
    let orders: [StoreOrder]
    /// The addresses in the order in which they were saved.
    let addresses: [StoreAddress]
}

struct StoreProfile: Sendable, Decodable {
    let name: String
    /// The number as the user wrote it, or nil if none is known.
    let phone: String?
    let bonusPoints: Int
}

/// An address as the store has it, independent of the dialect.
struct StoreAddress: Sendable, Decodable {
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

extension Store {
    /// The people there are, by identifier: those of `people.json`, and `edge`, who has what is valid and rare.
    ///
    /// | Identifier | Has |
    /// | --- | --- |
    /// | `ada` | the demo user's past |
    /// | `grace` | nothing ordered, nothing saved |
    /// | `yuki` | no minor units, Japanese |
    /// | `noor` | three decimals, Arabic |
    /// | `zoe` | emoji, internationalised names; a name in combining characters, one of a family joined of four emoji |
    /// | `edge` | refunds, dates before 1970, very long texts, two orders at one second |
    static let people = named.merging(["edge": edge]) { $1 }

    private static var named: [String: StorePerson] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            return try decoder.decode([String: StorePerson].self, from: Data(PackageResources.people_json))
        } catch {
            preconditionFailure("The store's people have to be valid: \(error)")
        }
    }
}
