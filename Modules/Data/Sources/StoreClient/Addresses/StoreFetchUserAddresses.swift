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

/// An address in the store's API:  @model store
///
/// id         @json @word @text rawValue
/// label      @json
/// recipient  @json
/// postal     @inline
/// isDefault  @json is_default
extension UserAddress {}

/// The postal part of an address in the store's API:  @model store
///
/// street      @json
/// postalCode  @json postal_code
/// locality    @json
/// region      @json
/// country     @json @text code
extension PostalAddress {}
