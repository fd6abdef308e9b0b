import DataSupport
public import Domain
import Foundation

/// A user's addresses, from the legacy code.
public struct LegacyFetchUserAddresses: FetchUserAddresses {
    private let gateway: LegacyGateway

    /// Creates the adapter. `LegacyGateway` documents the meaning of responses.
    public init(gateway: LegacyGateway) {
        self.gateway = gateway
    }

    /// Returns all addresses of `user`.
    public func fetchAddresses(for user: UserID) async throws(ReadError) -> Snapshot<[UserAddress]> {
        try await gateway.snapshot(of: "addresses", for: user, LegacyAnswer.addresses)
    }
}

extension LegacyAnswer<[UserAddress]> {
    /// Reads the response to `GET /legacy/users/{user}/addresses`.
    static func addresses(_ body: Data) throws(ReadError) -> Self {
        try list("addresses", body, by: \UserAddress.id, called: "id", UserAddress.init(legacy:))
            .map { $0.filter(\.isDefault) + $0.filter { !$0.isDefault } }
    }
}

extension UserAddress {
    fileprivate init(legacy record: WireRecord) throws(Unreadable) {
        self.init(
            id: AddressID(try record.word("id")),
            label: try record.text("label"),
            recipient: try record.text("recipient"),
            postal: PostalAddress(
                street: try record.texts("street"),
                postalCode: try record.optionalText("zip", as: "postalCode"),
                locality: try record.text("city", as: "locality"),
                region: try record.optionalText("region"),
                country: try record.value("country") { CountryCode($0) }
            ),
            isDefault: try record.bool("is_default", as: "isDefault")
        )
    }
}
