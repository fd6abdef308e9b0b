public import Domain
public import Foundation
public import Observation

/// One deal with its terms.
@MainActor @Observable
public final class DealViewModel: ScreenModel {
    /// Which deal it is.
    public let id: DealID
    private let list: DealListViewModel

    /// Creates a deal that is empty until its first `load()` or `follow()`.
    public init(
        id: DealID,
        observe: any ObserveDeals,
        refresh: any RefreshDeals,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.id = id
        list = DealListViewModel(observe: observe, refresh: refresh, formats: formats, now: now)
    }

    /// What is offered; the heading of the list until that is known.
    public var title: String { content?.title ?? list.title }

    /// The deal, also when it is over; `nil` before it is known, and if there is none.
    public var content: DealRow? { list.deal(id) }

    /// How old it is, in words; `nil` when it is live.
    public var freshnessNote: String? { list.content?.freshnessNote }

    /// How old it is.
    public var freshness: Freshness? { list.content?.freshness }

    /// Whether a refresh is under way.
    public var activity: Activity { list.activity }

    /// Why the last refresh failed, or that there is no such deal among those that are known.
    public var problem: Problem? {
        if let problem = list.problem { return problem }
        return list.content != nil && content == nil ? Problem(.dealUnknown, cause: .refused) : nil
    }

    /// Follows the deal as `DealListViewModel.follow()` does.
    public func follow() async { await list.follow() }

    /// Asks the store as `DealListViewModel.load()` does.
    public func load() async { await list.load() }
}
