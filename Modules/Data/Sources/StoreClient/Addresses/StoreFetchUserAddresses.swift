import DataSupport
public import Domain

/// A user's addresses, from the store's API.
public struct StoreFetchUserAddresses: FetchUserAddresses {
    private let store: StoreAPI

    /// Creates the use case for the users of `store`.
    public init(_ store: StoreAPI) {
        self.store = store
    }

    /// Returns all addresses of `user`.
    public func fetchAddresses(for user: UserID) async throws(ReadError) -> Snapshot<[UserAddress]> {
        try await store.list("addresses", of: user, by: \UserAddress.id, UserAddress.init(store:))
            .map { $0.filter(\.isDefault) + $0.filter { !$0.isDefault } }
    }
}

extension UserAddress {
    fileprivate init(store record: WireRecord) throws(Unreadable) {
        self.init(
            id: AddressID(try record.word("id")),
            label: try record.text("label"),
            recipient: try record.text("recipient"),
            postal: PostalAddress(
                street: try record.texts("street"),
                postalCode: try record.optionalText("postal_code", as: "postalCode"),
                locality: try record.text("locality"),
                region: try record.optionalText("region"),
                country: try record.value("country") { CountryCode($0) }
            ),
            isDefault: try record.bool("is_default", as: "isDefault")
        )
    }
}
