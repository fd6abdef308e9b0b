// Public because the conformances are part of what generic code sees; nothing outside this executable does.
public import Domain
public import Strangler

/// The hand-over of orders is the use case.
extension Handover: FetchUserOrder
where Input == UserID, Output == Snapshot<[UserOrder]>, Failure == UserOrdersError {
    /// As the protocol says.
    public func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        try await self(user)
    }
}

/// The hand-over of addresses is the use case.
extension Handover: FetchUserAddresses
where Input == UserID, Output == Snapshot<[UserAddress]>, Failure == UserAddressesError {
    /// As the protocol says.
    public func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        try await self(user)
    }
}

typealias OrdersHandover = Handover<UserID, Snapshot<[UserOrder]>, UserOrdersError>
typealias AddressesHandover = Handover<UserID, Snapshot<[UserAddress]>, UserAddressesError>

extension ReadError {
    /// That nobody has an identifier is an answer; that a call was cancelled is none.
    var isFault: Bool {
        switch self {
        case .unauthorised, .unavailable, .busy, .malformed: true
        case .unknownUser, .cancelled: false
        }
    }
}

extension IgnoreRule {
    /// Control served its cache. Two ages of one list can't be compared, even if they are equal.
    static func storedAnswer<Value>() -> IgnoreRule where Output == Snapshot<Value> {
        IgnoreRule("control served stored data") { _, control, candidate in
            // A candidate that failed has failed, whatever control made of it.
            _ = try candidate.get()
            guard case .cached = try control.get().freshness else { return false }
            return true
        }
    }
}
