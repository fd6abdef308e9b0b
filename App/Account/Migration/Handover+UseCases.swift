// The imports are public because generic code in this executable uses the conformances.
public import Domain
public import Strangler

/// A hand-over of orders can be injected as the use case.
extension Handover: FetchUserOrder
where Input == UserID, Output == Snapshot<[UserOrder]>, Failure == UserOrdersError {
    /// Calls the hand-over.
    public func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        try await self(user)
    }
}

/// A hand-over of addresses can be injected as the use case.
extension Handover: FetchUserAddresses
where Input == UserID, Output == Snapshot<[UserAddress]>, Failure == UserAddressesError {
    /// Calls the hand-over.
    public func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        try await self(user)
    }
}

typealias OrdersHandover = Handover<UserID, Snapshot<[UserOrder]>, UserOrdersError>
typealias AddressesHandover = Handover<UserID, Snapshot<[UserAddress]>, UserAddressesError>

extension ReadError {
    /// Whether the error is a fault of the implementation. An unknown user is a correct result, and a cancelled call has no result.
    var isFault: Bool {
        switch self {
        case .unauthorised, .unavailable, .busy, .malformed, .notStored: true
        case .unknownUser, .cancelled: false
        }
    }
}

extension IgnoreRule {
    /// Excludes runs in which control returned stored data: two ages of one list can't be compared, even if they are equal.
    static func storedAnswer<Value>() -> IgnoreRule where Output == Snapshot<Value> {
        IgnoreRule("control served stored data") { _, control, candidate in
            // A failed candidate counts as failed even if control returned stored data.
            _ = try candidate.get()
            guard case .cached = try control.get().freshness else { return false }
            return true
        }
    }
}
