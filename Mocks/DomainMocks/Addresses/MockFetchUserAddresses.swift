public import Domain

/// A `FetchUserAddresses` over given addresses, with hooks.
public typealias MockFetchUserAddresses = MockRead<UserID, [UserAddress]>

extension MockFetchUserAddresses: FetchUserAddresses {
    /// Takes each user's addresses, as they were saved; `freshness` and `unreadable` are those of every answer.
    public init(addresses: [UserID: [UserAddress]], freshness: Freshness = .live, unreadable: [FieldPath] = []) {
        self.init(addresses, freshness: freshness, unreadable: unreadable) { addresses in
            addresses.filter(\.isDefault) + addresses.filter { !$0.isDefault }
        }
    }

    /// Returns what was given, or does as `calls` says.
    public func fetchAddresses(for user: UserID) async throws(ReadError) -> Snapshot<[UserAddress]> {
        try await calls(user)
    }
}
