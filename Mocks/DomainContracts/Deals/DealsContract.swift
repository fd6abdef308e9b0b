public import Domain

/// What every pair of `ObserveDeals` and `RefreshDeals` must do.
public typealias DealsContract = ObservedReadContract<[Deal]>

extension DealsContract {
    /// All rows of the contract.
    public static var rows: [Row] { observedListRows(DealExample.all) }
}

extension ObservedRead<[Deal]> {
    /// Creates it from implementations that belong together, and a function that changes how the store responds.
    public init(
        observe: any ObserveDeals,
        refresh: any RefreshDeals,
        set: @escaping @Sendable (ReadSituation<UserID, [Deal]>) async throws -> Void
    ) {
        self.init(
            observe: { observe.deals() },
            refresh: { () async throws(ReadError) in try await refresh.refreshDeals() },
            set: set
        )
    }
}
