public import Domain

/// A `FetchUserAddresses` over given addresses, with hooks.
///
/// Unless told otherwise by `calls`, it does all that the use case promises: the default address first and the others
/// as given, each identifier once (a second address of the same identifier is told as unreadable), `.unknownUser` for a
/// user it was not given, cancellable.
public struct MockFetchUserAddresses: FetchUserAddresses {
    /// Stubs, holds and counts the calls.
    public let calls: MockCalls<UserID, Snapshot<[UserAddress]>, UserAddressesError>

    /// Takes each user's addresses, in the order they were saved; `freshness` and `unreadable` are those of every answer.
    public init(
        addresses: [UserID: [UserAddress]],
        freshness: Freshness = .live,
        unreadable: [FieldPath] = []
    ) {
        calls = MockCalls(cancelled: .cancelled) { user throws(UserAddressesError) in
            guard let addresses = addresses[user] else { throw .unknownUser }
            let (kept, repeated) = eachOnce(addresses, by: \.id, list: "addresses", field: "id")
            return Snapshot(
                kept.filter(\.isDefault) + kept.filter { !$0.isDefault },
                freshness: freshness,
                unreadable: unreadable + repeated
            )
        }
    }

    /// Answers from what was given, or as `calls` was told.
    public func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        try await calls(user)
    }
}
