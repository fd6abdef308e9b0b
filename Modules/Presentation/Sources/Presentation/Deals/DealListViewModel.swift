public import Domain
public import Foundation
public import Observation

/// The list of deals: those that still stand, or all.
///
/// What was on screen stays there while a refresh is under way and after one that failed.
@MainActor @Observable
public final class DealListViewModel {
    /// Whether past deals are shown too.
    public var showsAll: Bool

    private let observe: any ObserveDeals
    private let refresh: any RefreshDeals
    private let formats: Formats
    private let now: @Sendable () -> Date
    private let loading: Loading<[Deal], DealsError>

    /// Makes a list that is empty until it is told to `load()` or to `follow()`.
    ///
    /// - Parameter now: decides which deals still stand; asked whenever the list is read.
    public init(
        observe: any ObserveDeals,
        refresh: any RefreshDeals,
        showsAll: Bool = false,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.observe = observe
        self.refresh = refresh
        self.showsAll = showsAll
        self.formats = formats
        self.now = now
        loading = Loading(now: now) { Problem($0, reading: .deals, on: $1) }
    }

    /// The heading of the list.
    public var title: String { formats.wording(.dealsTitle) }

    /// The last deals that could be had, in the order in which they end; `nil` before the first.
    public var content: ListContent<DealRow>? {
        let time = now()
        return loading.snapshot.map { snapshot in
            ListContent(
                snapshot.map { deals in showsAll ? deals : deals.filter { $0.isCurrent(at: time) } },
                formats: formats,
                wording: ListWording(empty: .dealsEmpty, unreadable: .dealsUnreadable),
                row: { DealRow($0, now: time, formats: $1) }
            )
        }
    }

    /// One of the deals, a past one too; `nil` if it is not among the last that could be had.
    public func deal(_ id: DealID) -> DealRow? {
        let deal = loading.snapshot?.value.first { $0.id == id }
        return deal.map { DealRow($0, now: now(), formats: formats) }
    }

    /// Whether a refresh is under way.
    public var activity: Activity { loading.activity }

    /// Why the last refresh failed; `nil` once there are news.
    public var problem: Problem? { loading.problem }

    /// Follows what is known and what becomes known, whoever asks for it, until the calling task is cancelled.
    public func follow() async {
        for await update in observe.deals() { loading.show(update) }
    }

    /// Asks the store, and returns when what came of it is on screen; where nothing new came, what was known is.
    ///
    /// A newer load supersedes an older one, which is cancelled and whose result never lands. Cancelling the calling
    /// task cancels the refresh; a cancelled load leaves content and problem as they were.
    public func load() async {
        await loading.load { [observe, refresh, loading] () async throws(DealsError) in
            let updates = observe.deals()
            do throws(DealsError) {
                try await refresh.refreshDeals()
            } catch {
                guard error != .cancelled else { throw error }
                // The failure is told those who observe, after what was known.
                for await update in updates {
                    guard case .success = update else { break }
                    await loading.show(update)
                }
                throw error
            }
            // The news are with those who observed before, in the place of what was known then.
            for await update in updates {
                if case .success(let news) = update { return news }
            }
            throw .cancelled
        }
    }
}
