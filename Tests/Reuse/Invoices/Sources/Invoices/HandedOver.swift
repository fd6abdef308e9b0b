// A hand-over between two sources of orders stands behind the use case. `@retroactive` says that the conformance is ours: both
// the type and the protocol come from another package, and without it the compiler warns.
public import Domain
public import Strangler

nonisolated extension Handover: @retroactive FetchUserOrder
where Input == UserID, Output == Snapshot<[UserOrder]>, Failure == ReadError {
    /// Returns the orders of the side that the plan chooses.
    public func fetchOrders(for user: UserID) async throws(ReadError) -> Snapshot<[UserOrder]> { try await self(user) }
}
