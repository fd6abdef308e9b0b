public import Domain

/// A `FetchUserAddresses` with given addresses and hooks.
public typealias MockFetchUserAddresses = MockRead<UserID, [UserAddress]>

extension MockFetchUserAddresses: FetchUserAddresses {
    /// Creates a mock from each user's addresses, in the order in which they were saved. `freshness` and `unreadable` apply to
    /// every result.
    public init(addresses: [UserID: [UserAddress]], freshness: Freshness = .live, unreadable: [FieldPath] = []) {
        self.init(addresses, freshness: freshness, unreadable: unreadable) { addresses in
            addresses.filter(\.isDefault) + addresses.filter { !$0.isDefault }
        }
    }

    /// Returns the given addresses, or the outcome that `calls` prescribes.
    public func fetchAddresses(for user: UserID) async throws(ReadError) -> Snapshot<[UserAddress]> {
        try await calls(user)
    }
}
