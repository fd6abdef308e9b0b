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

/// An address in the legacy dialect:  @model legacy
///
/// id         @json @word @text rawValue
/// label      @json
/// recipient  @json
/// postal     @inline
/// isDefault  @json is_default
extension UserAddress {}

/// The postal part of an address in the legacy dialect:  @model legacy
///
/// street      @json
/// postalCode  @json zip
/// locality    @json city
/// region      @json
/// country     @json @text code
extension PostalAddress {}
