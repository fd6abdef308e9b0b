public import Domain

/// How the store behind `RefreshDeals` answers from now on.
public enum DealsStore: Sendable {
    /// With these, in any order.
    case answers([Deal])
    /// With these, and among them is one more that can't be read.
    case answersPartly([Deal])
    /// With these, and each answer is held up by the gate: the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it knows no cancellation, before it answers.
    case isHeldUp(Gate, [Deal])
    /// With something that can't be read as a whole, best a beginning of these.
    case isMalformed([Deal])
    /// That one must sign in.
    case asksToSignIn
    /// Not at all.
    case isUnavailable
}

/// Implementations of `ObserveDeals` and `RefreshDeals` that belong together, over one store.
public struct DealsArrangement: Sendable {
    let observe: any ObserveDeals
    let refresh: any RefreshDeals
    let set: @Sendable (DealsStore) async throws -> Void

    /// Takes both implementations, and what brings the store to answer otherwise.
    public init(
        observe: any ObserveDeals,
        refresh: any RefreshDeals,
        set: @escaping @Sendable (DealsStore) async throws -> Void
    ) {
        self.observe = observe
        self.refresh = refresh
        self.set = set
    }
}

/// What every pair of `ObserveDeals` and `RefreshDeals` must do. Every row begins with nothing known on the device.
public typealias DealsContract = ScenarioContract<DealsStore, DealsArrangement>

extension DealsContract {
    /// Every row of the contract.
    public static var rows: [Row] { contentRows + observerRows + failureRows + callRows }
}

// MARK: - What a refresh brings

extension DealsContract {
    private static var contentRows: [Row] {
        let stored = DealExample.stored
        return [
            row("Offers come in the order in which they end, past ones among them", .answers(stored)) {
                contract,
                arranged in
                let news = try await contract.refreshed(arranged)
                try expect(news.value.map(\.id), DealExample.ordered.map(\.id))
            },
            row("Every part of an offer comes through", .answers(stored)) { contract, arranged in
                let news = try await contract.refreshed(arranged)
                for deal in stored where !news.value.contains(deal) {
                    throw Mismatch(expected: "\(deal)", found: "\(news.value.filter { $0.id == deal.id })")
                }
            },
            row("What a refresh has brought says that it is live", .answers(stored)) { contract, arranged in
                try expect(try await contract.refreshed(arranged).freshness, .live)
            },
            row("A complete list tells of no gaps", .answers(stored)) { contract, arranged in
                try expect(try await contract.refreshed(arranged).unreadable, [])
            },
            row("A store without offers is an empty list", .answers([])) { contract, arranged in
                try expect(try await contract.refreshed(arranged).value, [])
            },
            row("An offer that can't be read is told", .answersPartly(stored)) { contract, arranged in
                if try await contract.refreshed(arranged).unreadable.isEmpty {
                    throw Mismatch(expected: "a place that can't be read", found: "none")
                }
            },
            row("An offer that can't be read leaves the others", .answersPartly(stored)) { contract, arranged in
                let news = try await contract.refreshed(arranged)
                try expect(news.value.map(\.id).sorted(), stored.map(\.id).sorted())
            },
            row("Of a repeated offer one is listed", .answers(stored + [DealExample.repeated])) { contract, arranged in
                let news = try await contract.refreshed(arranged)
                try expect(news.value.map(\.id).sorted(), stored.map(\.id).sorted())
            },
            row("A repeated offer is told", .answers(stored + [DealExample.repeated])) { contract, arranged in
                if try await contract.refreshed(arranged).unreadable.isEmpty {
                    throw Mismatch(expected: "the place of the repetition", found: "none")
                }
            },
            row("What the store offers no more is gone after the next refresh", .answers(stored)) {
                contract,
                arranged in
                _ = try await contract.refreshed(arranged)
                try await arranged.set(.answers(DealExample.others))
                try expect(try await contract.refreshed(arranged).value, DealExample.others)
            },
        ]
    }
}

// MARK: - Those who observe

extension DealsContract {
    private static var observerRows: [Row] {
        let stored = DealExample.stored
        return [
            row("Who comes later gets what is known at once", .answers(stored)) { contract, arranged in
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.isUnavailable)
                var later = UpdatesUnderWay(arranged.observe.deals(), patience: contract.patience)
                defer { later.cancel() }
                try expect(try later.list(try await later.next()).map(\.id), DealExample.ordered.map(\.id))
            },
            row("Everyone who observes gets the news", .answers(stored)) { contract, arranged in
                var first = UpdatesUnderWay(arranged.observe.deals(), patience: contract.patience)
                defer { first.cancel() }
                var second = UpdatesUnderWay(arranged.observe.deals(), patience: contract.patience)
                defer { second.cancel() }
                try await contract.answer(arranged.refreshing)
                try expect(try first.list(try await first.next()).count, stored.count)
                try expect(try second.list(try await second.next()).count, stored.count)
            },
            row("A slow reader gets the latest update, and not all of them", .answers(stored)) { contract, arranged in
                let updates = arranged.observe.deals()
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.answers([]))
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.answers(DealExample.others))
                try await contract.answer(arranged.refreshing)
                var reader = UpdatesUnderWay(updates, patience: contract.patience)
                defer { reader.cancel() }
                try expect(try reader.list(try await reader.next()), DealExample.others)
            },
            row("Who stops observing is told no more, and others still are", .answers(stored)) { contract, arranged in
                var leaving = UpdatesUnderWay(arranged.observe.deals(), patience: contract.patience)
                var staying = UpdatesUnderWay(arranged.observe.deals(), patience: contract.patience)
                defer { staying.cancel() }
                leaving.cancel()
                try await leaving.end()
                try await contract.answer(arranged.refreshing)
                try expect(try staying.list(try await staying.next()).count, stored.count)
            },
        ]
    }
}

// MARK: - Failures

extension DealsContract {
    private static var failureRows: [Row] {
        let failures: [(String, DealsStore, DealsError)] = [
            ("A store out of reach", .isUnavailable, .unavailable),
            ("A malformed answer", .isMalformed(DealExample.stored), .malformed),
            ("Being asked to sign in", .asksToSignIn, .unauthorised),
        ]
        return failures.flatMap { failure, store, error in
            [
                row("\(failure) is a failure of the refresh", store) { contract, arranged in
                    try await contract.expectFailure(error, arranged.refreshing)
                },
                row("\(failure) is told those who observe", store) { contract, arranged in
                    var updates = UpdatesUnderWay(arranged.observe.deals(), patience: contract.patience)
                    defer { updates.cancel() }
                    _ = try await contract.outcome(arranged.refreshing)
                    guard case .failure(error) = try await updates.next() else {
                        throw Mismatch(expected: "\(error)", found: "a list")
                    }
                },
            ]
        } + [
            row("After a failure the next news still come", .isUnavailable) { contract, arranged in
                var updates = UpdatesUnderWay(arranged.observe.deals(), patience: contract.patience)
                defer { updates.cancel() }
                _ = try await contract.outcome(arranged.refreshing)
                _ = try await updates.next()
                try await arranged.set(.answers(DealExample.others))
                try await contract.answer(arranged.refreshing)
                try expect(try updates.list(try await updates.next()), DealExample.others)
            },
            row("A failure does not take the place of a list that was not read yet", .answers(DealExample.others)) {
                contract,
                arranged in
                let unread = arranged.observe.deals()
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.isUnavailable)
                _ = try await contract.outcome(arranged.refreshing)
                var updates = UpdatesUnderWay(unread, patience: contract.patience)
                defer { updates.cancel() }
                try expect(try updates.list(try await updates.next()), DealExample.others)
                guard case .failure(.unavailable) = try await updates.next() else {
                    throw Mismatch(expected: "unavailable", found: "another list")
                }
            },
            row("A failure takes nothing back", .answers(DealExample.stored)) { contract, arranged in
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.isMalformed(DealExample.others))
                _ = try await contract.outcome(arranged.refreshing)
                var later = UpdatesUnderWay(arranged.observe.deals(), patience: contract.patience)
                defer { later.cancel() }
                try expect(try later.list(try await later.next()).map(\.id), DealExample.ordered.map(\.id))
            },
        ]
    }
}

// MARK: - Refreshes that are cancelled

extension DealsContract {
    private static var callRows: [Row] {
        [
            row("A refresh that is cancelled before it starts ends as cancelled", .answers(DealExample.stored)) {
                contract,
                arranged in
                try await contract.expectFailure(.cancelled, cancelled: true, arranged.refreshing)
            },
            Row(name: "A refresh that is cancelled while it waits ends as cancelled, soon") { contract in
                _ = try await contract.cancelled()
            },
            Row(name: "Nobody is told of a refresh that was cancelled") { contract in
                let arranged = try await contract.cancelled()
                try await arranged.set(.answers(DealExample.others))
                try await contract.answer(arranged.refreshing)
                var updates = arranged.updates
                defer { updates.cancel() }
                try expect(try updates.list(try await updates.next()), DealExample.others)
            },
        ]
    }

    /// A refresh that was cancelled while the store held its answer up, and who observes since before it.
    private func cancelled() async throws -> (
        refreshing: @Sendable () async throws(DealsError) -> Void,
        set: @Sendable (DealsStore) async throws -> Void,
        updates: UpdatesUnderWay<DealsUpdate>
    ) {
        var calls = CallsUnderWay<Void, Void, DealsError>(patience: patience)
        defer { calls.abandon() }
        let arranged = try await arrange(.isHeldUp(calls.gate, DealExample.stored))
        let updates = UpdatesUnderWay(arranged.observe.deals(), patience: patience)
        let refreshing = arranged.refreshing
        let call = calls.start({ _ throws(DealsError) in try await refreshing() }, ())
        try await calls.gateReached { "\($0)" }
        calls.cancel(call)
        guard case .failure(.cancelled) = try await calls.outcome(of: call, expected: "cancelled") else {
            throw Mismatch(expected: "cancelled", found: "another end of the call")
        }
        return (refreshing, arranged.set, updates)
    }
}

// MARK: - How

extension DealsContract {
    private static func row(
        _ name: String,
        _ store: DealsStore,
        check: @escaping @Sendable (DealsContract, DealsArrangement) async throws -> Void
    ) -> Row {
        Row(name: name) { contract in try await check(contract, try await contract.arrange(store)) }
    }

    /// What somebody who observes gets of a refresh, after what was known before.
    private func refreshed(_ arranged: DealsArrangement) async throws -> Snapshot<[Deal]> {
        let updates = arranged.observe.deals()
        try await answer(arranged.refreshing)
        var reader = UpdatesUnderWay(updates, patience: patience)
        defer { reader.cancel() }
        return try reader.snapshot(try await reader.next())
    }
}

extension DealsArrangement {
    fileprivate var refreshing: @Sendable () async throws(DealsError) -> Void {
        { [refresh] () async throws(DealsError) in try await refresh.refreshDeals() }
    }
}

extension UpdatesUnderWay<DealsUpdate> {
    fileprivate func snapshot(_ update: DealsUpdate) throws -> Snapshot<[Deal]> {
        switch update {
        case .success(let snapshot): return snapshot
        case .failure(let failure): throw Mismatch(expected: "a list", found: "\(failure)")
        }
    }

    fileprivate func list(_ update: DealsUpdate) throws -> [Deal] { try snapshot(update).value }
}
