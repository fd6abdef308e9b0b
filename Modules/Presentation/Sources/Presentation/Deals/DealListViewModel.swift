public import Domain
public import Foundation

/// The list of deals: the current ones, and past ones that the store still lists.
public typealias DealListViewModel = ListViewModel<Deal>

extension DealListViewModel {
    /// Creates a list that is empty until its first `load()` or `follow()`.
    public convenience init(
        observe: any ObserveDeals,
        refresh: any RefreshDeals,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(.deals, observe: observe.deals, refresh: refresh.refreshDeals, formats: formats, now: now)
    }

    /// Returns why the last refresh failed, or that the known deals don't include `id`.
    public func problem(showing id: DealID) -> Problem? {
        guard problem == nil, let content, content.deal(id) == nil else { return problem }
        return Problem(.dealUnknown, cause: .notFound)
    }
}

extension ListContent<Deal> {
    /// Returns the deals that are valid at `time`, with the same age and the same gaps.
    public func current(at time: Date) -> ListContent<Deal> {
        map { deals in deals.filter { $0.isCurrent(at: time) } }
    }

    /// Returns one of the deals, including past ones, or `nil` if the last successful read didn't contain it.
    public func deal(_ id: DealID) -> DealRow? { rows.first { $0.id == id } }
}

extension Noun {
    /// The store's deals.
    public static let deals = Noun(plural: "deals", "deal", title: "Deals", empty: "No deals at the moment.")
}
