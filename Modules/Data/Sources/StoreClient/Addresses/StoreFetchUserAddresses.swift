public import Domain
public import Foundation

/// A user's addresses, from the store's API (docs/store-api.md).
public struct StoreFetchUserAddresses: FetchUserAddresses {
    private let pages: UserListPages

    /// Makes the use case over a transport that signs its requests; `now` is the time of day a request starts.
    public init(baseURL: URL, transport: any HTTPTransport, now: @escaping @Sendable () -> Date) {
        pages = UserListPages(baseURL: baseURL, transport: transport, now: now)
    }

    /// As the protocol says.
    public func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        do throws(StoreFailure) {
            return try await pages.records(
                "addresses",
                of: user,
                identity: \UserAddress.id,
                called: "id",
                read: Self.address
            ).map { $0.filter(\.isDefault) + $0.filter { !$0.isDefault } }
        } catch {
            throw UserAddressesError(error)
        }
    }

    private static func address(_ record: AddressRecord) throws(UnreadableField) -> UserAddress {
        guard let id = record.id, !id.isEmpty else { throw UnreadableField("id") }
        return UserAddress(
            id: AddressID(id),
            label: try record.label.readable(as: "label"),
            recipient: try record.recipient.readable(as: "recipient"),
            postal: PostalAddress(
                street: try record.street.readable(as: "street"),
                postalCode: try record.postalCode.readable(as: "postalCode"),
                locality: try record.locality.readable(as: "locality"),
                region: try record.region.readable(as: "region"),
                country: try record.country.flatMap { CountryCode($0) }.readable(as: "country")
            ),
            isDefault: try record.isDefault.readable(as: "isDefault")
        )
    }
}
