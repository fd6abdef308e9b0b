public import Domain
public import Foundation
public import Observation

/// The list of deals: the current ones, or all.
@MainActor @Observable
public final class DealListViewModel: ScreenModel {
    /// Whether past deals are shown too.
    public var showsAll: Bool

    private let formats: Formats
    private let now: @Sendable () -> Date
    private let deals: ReadViewModel<[Deal], Snapshot<[Deal]>>

    /// Creates a list that is empty until its first `load()` or `follow()`.
    ///
    /// - Parameter now: Decides which deals are current; called whenever the list is read.
    public init(
        observe: any ObserveDeals,
        refresh: any RefreshDeals,
        showsAll: Bool = false,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.showsAll = showsAll
        self.formats = formats
        self.now = now
        deals = ReadViewModel(
            .deals,
            observe: observe.deals,
            refresh: refresh.refreshDeals,
            formats: formats,
            now: now,
            content: { $0 }
        )
    }

    /// The heading of the list.
    public var title: String { deals.title }

    /// The last deals that could be had, in the order in which they end; `nil` before the first.
    public var content: ListContent<DealRow>? {
        let time = now()
        return deals.content.map { snapshot in
            ListContent(
                snapshot.map { deals in showsAll ? deals : deals.filter { $0.isCurrent(at: time) } },
                of: .deals,
                formats: formats,
                row: { DealRow($0, now: time, formats: $1) }
            )
        }
    }

    /// Returns one of the deals, a past one too; `nil` if it is not among the last that could be had.
    public func deal(_ id: DealID) -> DealRow? {
        deals.content?.value.first { $0.id == id }.map { DealRow($0, now: now(), formats: formats) }
    }

    /// Whether a refresh is under way.
    public var activity: Activity { deals.activity }

    /// Why the last refresh failed; `nil` once there is news.
    public var problem: Problem? { deals.problem }

    /// Shows what is known and what becomes known, whoever asks for it, until the calling task is cancelled.
    public func follow() async { await deals.follow() }

    /// Asks the store, as `ReadViewModel.load()` does. If no news came, what was known is shown.
    public func load() async { await deals.load() }
}

extension Noun {
    /// The store's deals.
    public static let deals = Noun(plural: "deals", "deal", title: "Deals", empty: "No deals at the moment.")
}
