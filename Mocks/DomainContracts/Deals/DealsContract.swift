public import Domain

/// How the store behind `RefreshDeals` answers for the user `ada`, until it is set to answer in another way.
public typealias DealsSituation = ReadSituation<UserID, [Deal]>

/// Implementations of `ObserveDeals` and `RefreshDeals` that belong together, over one store.
public struct DealsArrangement: Sendable {
    let observe: any ObserveDeals
    let refresh: any RefreshDeals
    let set: @Sendable (DealsSituation) async throws -> Void

    /// Takes both implementations, and what makes the store answer in another way.
    public init(
        observe: any ObserveDeals,
        refresh: any RefreshDeals,
        set: @escaping @Sendable (DealsSituation) async throws -> Void
    ) {
        self.observe = observe
        self.refresh = refresh
        self.set = set
    }
}

/// What every pair of `ObserveDeals` and `RefreshDeals` must do. Every row begins with nothing known on the device.
public typealias DealsContract = ScenarioContract<DealsSituation, DealsArrangement>

extension DealsContract {
    /// Every row of the contract.
    public static var rows: [Row] { readRows + observerRows + failureRows + cancellationRows }

    private static var ada: UserID { UserID("ada") }
    private static var deals: [Deal] { DealExample.all.main.stored }
    private static var ordered: [DealID] { DealExample.all.main.answered.map(\.id) }
    private static var others: [Deal] { DealExample.all.others }
}

// MARK: - What a refresh brings

extension DealsContract {
    /// To refresh, and to read what that brings, is a read like another. Its situations have nothing cached.
    private static var readRows: [Row] {
        let lists = ListRows<UserID, [Deal], Deal>(
            examples: DealExample.all,
            input: ada,
            other: nil,
            records: { $0 },
            value: { $0 }
        ) { reads in
            reads.isKept = false
        }
        return lists.all.map { row in
            Row(name: row.name) { contract in
                let read = ReadContract<UserID, [Deal]>(patience: contract.patience) { situation in
                    let arranged = try await contract.arrange(situation)
                    return { _ throws(ReadError) in try await arranged.news() }
                }
                try await row.check(read)
            }
        }
    }
}

// MARK: - Those who observe

extension DealsContract {
    private static var observerRows: [Row] {
        [
            row("A later observer gets what is known at once") { contract, arranged in
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.unavailable)
                var later = contract.updates(arranged)
                defer { later.cancel() }
                try expect(try await later.list().map(\.id), ordered)
            },
            row("Every observer gets the news") { contract, arranged in
                var first = contract.updates(arranged)
                defer { first.cancel() }
                var second = contract.updates(arranged)
                defer { second.cancel() }
                try await contract.answer(arranged.refreshing)
                try expect(try await first.list().count, deals.count)
                try expect(try await second.list().count, deals.count)
            },
            row("A slow observer gets the latest update, and not all of them") { contract, arranged in
                let updates = arranged.observe.deals()
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.stored([ada: []]))
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.stored([ada: others]))
                try await contract.answer(arranged.refreshing)
                var reader = UpdatesUnderWay(updates, patience: contract.patience)
                defer { reader.cancel() }
                try expect(try await reader.list(), others)
            },
            row("An observer that leaves gets no more news, and the others still do") { contract, arranged in
                var leaving = contract.updates(arranged)
                var staying = contract.updates(arranged)
                defer { staying.cancel() }
                leaving.cancel()
                try await leaving.end()
                try await contract.answer(arranged.refreshing)
                try expect(try await staying.list().count, deals.count)
            },
            row("What the store no longer offers is gone after the next refresh") { contract, arranged in
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.stored([ada: others]))
                try expect(try await contract.answer(arranged.news).value, others)
            },
        ]
    }
}

// MARK: - Failures

extension DealsContract {
    private static var failureRows: [Row] {
        let failures: [(String, DealsSituation, ReadError)] = [
            ("A store out of reach", .unavailable, .unavailable),
            ("A damaged answer", .malformed([ada: deals]), .malformed),
            ("A refused sign-in", .unauthorised, .unauthorised),
        ]
        return failures.map { failure, situation, error in
            row("\(failure) is reported to observers", situation) { contract, arranged in
                var updates = contract.updates(arranged)
                defer { updates.cancel() }
                _ = try await contract.outcome(arranged.refreshing)
                guard case .failure(error) = try await updates.next() else {
                    throw Mismatch(expected: "\(error)", found: "a list")
                }
            }
        } + [
            row("After a failure the next news still come", .unavailable) { contract, arranged in
                var updates = contract.updates(arranged)
                defer { updates.cancel() }
                _ = try await contract.outcome(arranged.refreshing)
                _ = try await updates.next()
                try await arranged.set(.stored([ada: others]))
                try await contract.answer(arranged.refreshing)
                try expect(try await updates.list(), others)
            },
            row("A failure does not replace a list that was not read yet", .stored([ada: others])) {
                contract,
                arranged in
                let unread = arranged.observe.deals()
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.unavailable)
                _ = try await contract.outcome(arranged.refreshing)
                var updates = UpdatesUnderWay(unread, patience: contract.patience)
                defer { updates.cancel() }
                try expect(try await updates.list(), others)
                guard case .failure(.unavailable) = try await updates.next() else {
                    throw Mismatch(expected: "unavailable", found: "another list")
                }
            },
            row("A failure takes nothing back") { contract, arranged in
                try await contract.answer(arranged.refreshing)
                try await arranged.set(.malformed([ada: others]))
                _ = try await contract.outcome(arranged.refreshing)
                var later = contract.updates(arranged)
                defer { later.cancel() }
                try expect(try await later.list().map(\.id), ordered)
            },
        ]
    }

    private static var cancellationRows: [Row] {
        [
            Row(name: "A cancelled refresh is not reported to observers") { contract in
                var calls = CallsUnderWay<Void, Void, ReadError>(patience: contract.patience)
                defer { calls.abandon() }
                let arranged = try await contract.arrange(.heldUp(calls.gate, [ada: deals]))
                var updates = contract.updates(arranged)
                defer { updates.cancel() }
                let refreshing = arranged.refreshing
                let call = calls.start({ _ throws(ReadError) in try await refreshing() }, ())
                try await calls.gateReached { "\($0)" }
                calls.cancel(call)
                _ = try await calls.outcome(of: call, expected: "an end of the cancelled refresh")
                calls.gate.open()
                try await arranged.set(.stored([ada: others]))
                try await contract.answer(refreshing)
                try expect(try await updates.list(), others)
            }
        ]
    }
}

// MARK: - How

extension DealsContract {
    /// A row about a store that has the examples, or is in another situation.
    private static func row(
        _ name: String,
        _ situation: DealsSituation? = nil,
        check: @escaping @Sendable (DealsContract, DealsArrangement) async throws -> Void
    ) -> Row {
        Row(name: name) { contract in
            try await check(contract, try await contract.arrange(situation ?? .stored([ada: deals])))
        }
    }

    private func updates(_ arranged: DealsArrangement) -> UpdatesUnderWay<DealsUpdate> {
        UpdatesUnderWay(arranged.observe.deals(), patience: patience)
    }
}

extension DealsArrangement {
    fileprivate var refreshing: @Sendable () async throws(ReadError) -> Void {
        { [refresh] () async throws(ReadError) in try await refresh.refreshDeals() }
    }

    /// Refreshes, and returns what an observer gets then.
    @Sendable fileprivate func news() async throws(ReadError) -> Snapshot<[Deal]> {
        let updates = observe.deals()
        try await refresh.refreshDeals()
        // In a task of its own: who refreshes may be cancelled by now.
        let update = await Task { await updates.first { _ in true } }.value
        guard let update else { throw .unavailable }
        return try update.get()
    }
}

extension UpdatesUnderWay<DealsUpdate> {
    /// Waits for the next update, which must be a list.
    fileprivate mutating func list() async throws -> [Deal] {
        switch try await next() {
        case .success(let snapshot): return snapshot.value
        case .failure(let failure): throw Mismatch(expected: "a list", found: "\(failure)")
        }
    }
}
