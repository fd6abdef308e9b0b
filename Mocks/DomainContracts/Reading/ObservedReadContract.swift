public import Domain

/// A value that is observed and refreshed, over one store.
public struct ObservedRead<Value: Sendable>: Sendable {
    let observe: @Sendable () -> AsyncStream<ReadUpdate<Value>>
    let refresh: @Sendable () async throws(ReadError) -> Void
    let set: @Sendable (ReadSituation<UserID, Value>) async throws -> Void

    /// Creates it from the two calls, and a function that changes how the store responds.
    public init(
        observe: @escaping @Sendable () -> AsyncStream<ReadUpdate<Value>>,
        refresh: @escaping @Sendable () async throws(ReadError) -> Void,
        set: @escaping @Sendable (ReadSituation<UserID, Value>) async throws -> Void
    ) {
        self.observe = observe
        self.refresh = refresh
        self.set = set
    }
}

/// What every pair of use cases must do that observe and refresh one value, such as `ObserveDeals` and `RefreshDeals`.
///
/// A situation is how the store responds for the user `ada` at first. In the beginning of every row, nothing is known on the
/// device.
public typealias ObservedReadContract<Value: Sendable> = Contract<ReadSituation<UserID, Value>, ObservedRead<Value>>

extension Contract {
    /// Returns the rows of a contract about an observed list of a user's records.
    public static func observedListRows<Record>(_ examples: ListExamples<Record>) -> [Row]
    where Situation == ReadSituation<UserID, [Record]>, Subject == ObservedRead<[Record]> {
        let rows = ObservedRows(examples: examples)
        return rows.reads + rows.observers + rows.failures + [rows.cancellation]
    }
}

/// The rows that observed lists share.
private struct ObservedRows<Record: Identifiable & Equatable & Sendable>: Sendable {
    typealias UseCase = ObservedReadContract<[Record]>
    typealias Situation = ReadSituation<UserID, [Record]>

    let examples: ListExamples<Record>

    private var stored: Situation { .stored([ada: examples.main.stored]) }
    private var changed: Situation { .stored([ada: examples.others]) }
    private var others: [Record] { examples.others }
    private var ordered: [Record.ID] { examples.main.answered.map(\.id) }

    /// The rows of a read: refreshing and then reading the result is a read like any other. Its situations have nothing cached.
    var reads: [UseCase.Row] {
        let lists = ListRows<UserID, [Record], Record>(
            examples: examples,
            input: ada,
            other: nil,
            records: { $0 },
            value: { $0 }
        ) { reads in
            reads.isStored = false
        }
        return lists.all.map { row in
            UseCase.Row(name: row.name) { contract in
                let read = ReadContract<UserID, [Record]>(
                    timeLimit: contract.timeLimit.duration,
                    clock: contract.timeLimit.clock
                ) { situation in
                    try await contract.arrange(situation).newsOfAnybody
                }
                try await row.check(read)
            }
        }
    }

    var observers: [UseCase.Row] {
        [
            row("A later observer gets what is known at once") { contract, read in
                try await contract.answer(read.refresh)
                try await read.set(.unavailable)
                let later = contract.updates(read)
                try expect(try await later.value().map(\.id), ordered)
            },
            row("Every observer gets the news") { contract, read in
                let first = contract.updates(read)
                let second = contract.updates(read)
                try await contract.answer(read.refresh)
                try expect(try await first.value().count, ordered.count)
                try expect(try await second.value().count, ordered.count)
            },
            row("A slow observer gets the latest update, and not all of them") { contract, read in
                let updates = read.observe()
                try await contract.answer(read.refresh)
                try await read.set(.stored([ada: []]))
                try await contract.answer(read.refresh)
                try await read.set(changed)
                try await contract.answer(read.refresh)
                let reader = UpdatesUnderWay(updates, contract.timeLimit)
                try expect(try await reader.value(), others)
            },
            row("An observer that leaves gets no more news, and the others still do") { contract, read in
                let leaving = contract.updates(read)
                let staying = contract.updates(read)
                leaving.cancel()
                try await leaving.end()
                try await contract.answer(read.refresh)
                try expect(try await staying.value().count, ordered.count)
            },
            row("What the store no longer offers is gone after the next refresh") { contract, read in
                try await contract.answer(read.refresh)
                try await read.set(changed)
                try expect(try await contract.answer(read.news).value, others)
            },
        ]
    }

    var failures: [UseCase.Row] {
        let failures: [(String, Situation, ReadError)] = [
            ("A store out of reach", .unavailable, .unavailable),
            ("A damaged answer", .malformed([ada: examples.main.stored]), .malformed),
            ("A refused sign-in", .unauthorised, .unauthorised),
        ]
        return failures.map { failure, situation, error in
            row("\(failure) is reported to observers", situation) { contract, read in
                let updates = contract.updates(read)
                _ = try await contract.outcome(read.refresh)
                guard case .failure(error) = try await updates.next() else {
                    throw Mismatch(expected: "\(error)", found: "a value")
                }
            }
        } + [
            row("After a failure the next news still come", .unavailable) { contract, read in
                let updates = contract.updates(read)
                _ = try await contract.outcome(read.refresh)
                _ = try await updates.next()
                try await read.set(changed)
                try await contract.answer(read.refresh)
                try expect(try await updates.value(), others)
            },
            row("A failure does not replace a list that was not read yet", changed) { contract, read in
                let unread = read.observe()
                try await contract.answer(read.refresh)
                try await read.set(.unavailable)
                _ = try await contract.outcome(read.refresh)
                let updates = UpdatesUnderWay(unread, contract.timeLimit)
                try expect(try await updates.value(), others)
                guard case .failure(.unavailable) = try await updates.next() else {
                    throw Mismatch(expected: "unavailable", found: "another list")
                }
            },
            row("A list replaces a failure that was not read yet", .unavailable) { contract, read in
                let unread = read.observe()
                _ = try await contract.outcome(read.refresh)
                try await read.set(changed)
                try await contract.answer(read.refresh)
                let updates = UpdatesUnderWay(unread, contract.timeLimit)
                try expect(try await updates.value(), others)
            },
            row("A failure takes nothing back") { contract, read in
                try await contract.answer(read.refresh)
                try await read.set(.malformed([ada: others]))
                _ = try await contract.outcome(read.refresh)
                let later = contract.updates(read)
                try expect(try await later.value().map(\.id), ordered)
            },
        ]
    }

    var cancellation: UseCase.Row {
        UseCase.Row(name: "A cancelled refresh is not reported to observers") { contract in
            let calls = CallsUnderWay<Void, ReadError>(contract.timeLimit)
            let read = try await contract.arrange(.heldUp(calls.gate, [ada: examples.main.stored]))
            let updates = contract.updates(read)
            let call = calls.start(read.refresh)
            try await calls.gateReached()
            calls.cancel(call)
            _ = try await calls.outcome(of: call, expected: "an end of the cancelled refresh")
            calls.gate.open()
            try await read.set(changed)
            try await contract.answer(read.refresh)
            try expect(try await updates.value(), others)
        }
    }

    /// Returns a row about a store that has the examples, or is in another situation.
    private func row(
        _ name: String,
        _ situation: Situation? = nil,
        check: @escaping @Sendable (UseCase, ObservedRead<[Record]>) async throws -> Void
    ) -> UseCase.Row {
        UseCase.Row(name: name) { contract in
            try await check(contract, try await contract.arrange(situation ?? stored))
        }
    }
}

extension Contract {
    fileprivate func updates<Value>(_ read: ObservedRead<Value>) -> UpdatesUnderWay<ReadUpdate<Value>> {
        UpdatesUnderWay(read.observe(), timeLimit)
    }
}

extension ObservedRead {
    fileprivate var newsOfAnybody: UseCaseCall<UserID, Snapshot<Value>, ReadError> {
        { _ throws(ReadError) in try await news() }
    }

    /// Refreshes, and returns what an observer then receives.
    @Sendable fileprivate func news() async throws(ReadError) -> Snapshot<Value> {
        let updates = observe()
        try await refresh()
        // In a task of its own, because the task that refreshes may be cancelled by now.
        let update = await Task { await updates.first { _ in true } }.value
        guard let update else { throw .unavailable }
        return try update.get()
    }
}

extension UpdatesUnderWay {
    /// Waits for the next update, which must be a value.
    fileprivate func value<Value>() async throws -> Value where Update == ReadUpdate<Value> {
        switch try await next() {
        case .success(let snapshot): return snapshot.value
        case .failure(let failure): throw Mismatch(expected: "a value", found: "\(failure)")
        }
    }
}
