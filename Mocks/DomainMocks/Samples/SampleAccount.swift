public import Domain
public import Foundation

/// Two users with realistic data, for demonstrations, previews and tests. Every name is reserved for examples; every date is
/// fixed.
public enum SampleAccount {
    /// A user with a dozen orders and three addresses.
    public static let ada = UserID("ada")
    /// A user without orders and addresses.
    public static let grace = UserID("grace")

    /// When the samples were stored, for mocks that return them as stored data: the day after the newest order.
    public static let cachedAsOf = Date(timeIntervalSince1970: 1_795_080_600)

    /// The orders of both users, for `MockFetchUserOrder(orders:)`: four currencies, a refund, an unknown status, a name in
    /// another script.
    public static let orders: [UserID: [UserOrder]] = [ada: sample(PackageResources.orders_json), grace: []]

    /// The addresses of both users, for `MockFetchUserAddresses(addresses:)`.
    public static let addresses: [UserID: [UserAddress]] = [ada: sample(PackageResources.addresses_json), grace: []]

    private static func sample<Value: Decodable>(_ json: [UInt8]) -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            return try decoder.decode(Value.self, from: Data(json))
        } catch {
            preconditionFailure("A sample has to be valid: \(error)")
        }
    }
}
