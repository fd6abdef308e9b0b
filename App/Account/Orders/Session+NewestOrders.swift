import Domain
import Foundation
import Presentation

extension Session {
    /// How long the whole list may take before its first orders are fetched too. Shorter lists cost no second request.
    static let headStart = Duration.milliseconds(50)

    /// Returns the first `limit` orders. If the list takes long, the output begins with the newest orders, and the rest follows.
    ///
    /// The legacy service has no pages, so the newest orders come from the store's API. The whole list comes from the
    /// implementation that serves orders, and is compared and stored as usual.
    func ordersAsTheyArrive(
        limit: Int,
        after headStart: Duration = headStart
    ) async throws(AccountFailure) -> Showing {
        let user = try user
        let list = composition.orderList(of: user, formats)
        let whole = Task { await list.load() }
        let newest = await withTaskCancellationHandler {
            let newest = await newestOrders(of: user, before: whole, headStart)
            if newest == nil { await whole.value }
            return newest
        } onCancel: {
            whole.cancel()
        }
        guard let newest, let total = newest.total else {
            try check(list)
            return try showing(list, as: .orders, limit: limit)
        }
        let view = ListView<UserOrder>.orders
        let content = ListContent(Snapshot(newest.orders, freshness: .live), of: .orders, formats: formats)
        let document = AccountDocument(of: user, [view.name: view.json(content, nil, formats)])
        var showing = Showing(document: document) { page in
            page.heading("\(list.title) (\(total))")
            page.write(content.rows.prefix(limit), as: view)
        }
        showing.rest = { () async throws(AccountFailure) in
            await whole.value
            try check(list)
            return try rest(of: list, after: newest, as: view, limit: limit)
        }
        return showing
    }

    /// Returns the newest orders if they arrive before the whole list, and if they can be shown without it: they are live,
    /// complete, and not all of the list.
    private func newestOrders(
        of user: UserID,
        before whole: Task<Void, Never>,
        _ headStart: Duration
    ) async -> NewestOrders? {
        guard let source = composition.users[user].fetchNewestOrders else { return nil }
        let (arrivals, arrival) = AsyncStream<NewestOrders>.makeStream()
        let fetching = Task {
            // A list that arrives within the head start costs no second request.
            guard (try? await Task.sleep(for: headStart)) != nil,
                let newest = try? await source.fetchNewestOrders(for: user),
                newest.freshness == .live, newest.unreadable.isEmpty,
                let total = newest.value.total, total > newest.value.orders.count
            else { return }
            arrival.yield(newest.value)
        }
        Task {
            await whole.value
            arrival.finish()
        }
        defer { fetching.cancel() }
        var iterator = arrivals.makeAsyncIterator()
        return await iterator.next(isolation: MainActor.shared)
    }

    /// Returns the output that continues the orders that were shown first.
    private func rest(
        of list: UserOrderListViewModel,
        after shown: NewestOrders,
        as view: ListView<UserOrder>,
        limit: Int
    ) throws(AccountFailure) -> Showing {
        let complete = try showing(list, as: view, limit: limit)
        let content = list.content
        return Showing(document: complete.document) { page in
            let numbers = Set(shown.orders.map(\.number))
            let rest = content?.map { $0.filter { !numbers.contains($0.number) } }
            if let rest { page.write(rest.rows.prefix(max(0, limit - shown.orders.count)), as: view) }
            let count = content?.rows.count ?? 0
            page.writeMore(count, than: limit, as: view, by: view.command(limit: count))
            let isSame =
                content?.snapshot.value.starts(with: shown.orders) == true
                && count + (content?.unreadableCount ?? 0) == shown.total
            page.warn([
                isSame ? nil : "The list changed while it was shown.",
                list.problem.map { formats.wording($0) }, content?.freshnessNote, content?.unreadableNote,
            ])
        }
    }
}
