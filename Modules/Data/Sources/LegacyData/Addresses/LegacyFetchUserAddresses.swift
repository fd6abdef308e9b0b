public import Domain

/// A user's addresses, from the legacy code.
public struct LegacyFetchUserAddresses: FetchUserAddresses {
    private let gateway: LegacyGateway

    /// Makes the adapter; see `LegacyGateway` for what answers mean.
    public init(gateway: LegacyGateway) {
        self.gateway = gateway
    }

    /// As the protocol says.
    public func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        do throws(LegacyFailure) {
            return try await gateway.snapshot(of: "addresses", for: user, translate: AddressTranslator.translate)
        } catch {
            throw UserAddressesError(error)
        }
    }
}
