import Domain
import DomainContracts
import Synchronization

/// A read with one behaviour removed.
typealias ReadMutant<Input: Hashable & Sendable, Value: Sendable> = Mutant<
    ReadSituation<Input, Value>, Input, Snapshot<Value>, ReadError
>

extension Mutant where Input: Hashable {
    /// Returns the mutants of any read that fail some of `rows`.
    ///
    /// - Parameters:
    ///   - blank: A value that is in none of the examples.
    ///   - damage: Changes a part of a value that is neither an identifier nor relevant for the order of a list.
    static func ofReads<Value: Sendable>(
        against rows: [String],
        blank: Value,
        damage: (row: String, change: @Sendable (Value) -> Value)
    ) -> [Mutant]
    where Situation == ReadSituation<Input, Value>, Output == Snapshot<Value>, Failure == ReadError {
        let nothing = Snapshot(blank, freshness: .live)
        let failures: [Mutant] = [
            Mutant("knows everybody", failing: "An unknown user is a failure, not an empty answer") { failure in
                failure == .unknownUser ? .success(nothing) : .failure(failure)
            },
            Mutant("hides that the store refuses to answer", failing: "A refused sign-in is a failure of its own") {
                .failure($0 == .unauthorised ? .unavailable : $0)
            },
            Mutant(
                "takes being asked to wait for no answer",
                failing: "A store that asks to wait is a failure of its own"
            ) {
                .failure($0 == .busy ? .unavailable : $0)
            },
            Mutant(
                "has an empty answer when it reaches nobody",
                failing: "A store out of reach with nothing cached is a failure"
            ) { $0 == .unavailable ? .success(nothing) : .failure($0) },
            Mutant(
                description: "does without what is mandatory",
                failedRows: ["An answer without a mandatory part is a failure"]
            ) { situation, operation, _ in
                { input throws(Failure) in
                    if case .incomplete = situation { nothing } else { try await operation(input) }
                }
            },
            Mutant(
                description: "gives the beginning of a damaged answer",
                failedRows: ["A damaged answer is a failure, not a part of one"]
            ) { situation, operation, _ in
                { input throws(Failure) in
                    if case .malformed = situation { nothing } else { try await operation(input) }
                }
            },
        ]
        let all =
            ofAnswers(blank: blank, damage: damage) + failures + ofCancellation(.cancelled, .unavailable)
            + ofConcurrentCalls()
        return all.compactMap { $0.against(rows) }
    }

    private static func ofAnswers<Value: Sendable>(
        blank: Value,
        damage: (row: String, change: @Sendable (Value) -> Value)
    ) -> [Mutant]
    where Situation == ReadSituation<Input, Value>, Output == Snapshot<Value>, Failure == ReadError {
        [
            Mutant("loses a part of what it reads", failing: damage.row) { situation, answer in
                situation.isStored ? answer.map(damage.change) : answer
            },
            Mutant("does not say that an answer is live", failing: "A live answer says so") { _, answer in
                answer.freshness == .live ? answer.with(freshness: .unknown) : answer
            },
            Mutant("reports gaps where none are", failing: "A complete answer reports no gaps") { _, answer in
                answer.with(unreadable: answer.unreadable + [FieldPath([])])
            },
            Mutant("takes a cached answer for live", failing: "A cached answer has its age") { _, answer in
                answer.with(freshness: .live)
            },
            Mutant("keeps the age alone", failing: "A cached answer has its contents, in order") { situation, answer in
                situation.isKept ? answer.with(value: blank) : answer
            },
            Mutant("drops an unreadable part silently", failing: "A part that can't be read is reported") {
                situation,
                answer in
                situation.isUnreadable ? answer.with(unreadable: []) : answer
            },
            Mutant("gives up an answer for a part", failing: "A part that can't be read leaves the rest") {
                situation,
                answer in
                situation.isUnreadable ? answer.with(value: blank) : answer
            },
        ]
    }

    private static func ofConcurrentCalls<Value: Sendable>() -> [Mutant]
    where Situation == ReadSituation<Input, Value>, Output == Snapshot<Value>, Failure == ReadError {
        [
            Mutant(
                description: "shares one request and cancels it for everyone",
                failedRows: ["A call that is cancelled leaves a newer one of the same kind alone"]
            ) { _, operation, _ in
                sharing(operation)
            },
            Mutant(
                description: "gives every call the answer to the first",
                failedRows: ["Two calls at once each get their own answer"]
            ) { _, operation, _ in
                let first = Mutex<Input?>(nil)
                return { input throws(Failure) in
                    try await operation(
                        first.withLock { first in
                            first = first ?? input
                            return first ?? input
                        }
                    )
                }
            },
        ]
    }

    /// Returns the mutants of reads of lists, in addition to those of all reads.
    ///
    /// - Parameters:
    ///   - map: Changes the list in a value.
    ///   - also: Rows that fail together with one that all lists share.
    static func ofLists<Value: Sendable, Record: Identifiable & Sendable>(
        against rows: [String],
        blank: Value,
        damage: @escaping @Sendable (Record) -> Record,
        orders: [String],
        also: [String: [String]] = [:],
        map: @escaping @Sendable (Value, ([Record]) -> [Record]) -> Value
    ) -> [Mutant]
    where Situation == ReadSituation<Input, Value>, Output == Snapshot<Value>, Failure == ReadError {
        let lists: [Mutant] = [
            Mutant(
                description: "takes an empty list for a failure",
                failedRows: Set(["No records are an empty list, not a failure"] + also["No records", default: []])
            ) { situation, operation, _ in
                { input throws(Failure) in
                    let answer = try await operation(input)
                    guard situation.isStored, count(answer.value, map) == 0 else { return answer }
                    throw .unavailable
                }
            },
            Mutant(
                "lists both of a repeated identifier",
                failing: "Of a repeated identifier one record is listed"
            ) { situation, answer in
                answer.unreadable.isEmpty || !situation.isStored
                    ? answer : answer.map { map($0) { $0 + $0.suffix(1) } }
            },
            Mutant("drops a repetition silently", failing: "A repeated identifier is reported") { situation, answer in
                situation.isStored ? answer.with(unreadable: []) : answer
            },
            Mutant(description: "lists records in another order", failedRows: Set(orders)) { situation, operation, _ in
                { input throws(Failure) in
                    let answer = try await operation(input)
                    return situation.isStored ? answer.map { map($0) { $0.reversed() } } : answer
                }
            },
            Mutant("does not order what is cached", failing: "A cached answer has its contents, in order") {
                situation,
                answer in
                situation.isKept ? answer.map { map($0) { $0.reversed() } } : answer
            },
        ]
        let reads = ofReads(
            against: rows,
            blank: blank,
            damage: ("Every part of a record comes through", { value in map(value) { $0.map(damage) } })
        )
        return reads + lists.compactMap { $0.against(rows) }
    }

    private static func count<Value, Record>(
        _ value: Value,
        _ map: (Value, ([Record]) -> [Record]) -> Value
    ) -> Int {
        var count = 0
        _ = map(value) { records in
            count = records.count
            return records
        }
        return count
    }

    /// Shares one request between all calls with the same input; cancelling any call cancels it.
    private static func sharing(_ operation: @escaping Operation) -> Operation {
        let requests = Mutex<[Input: Task<Outcome, Never>]>([:])
        return { input throws(Failure) in
            let request = requests.withLock { requests in
                let request = requests[input] ?? started(operation, input)
                requests[input] = request
                return request
            }
            return try await withTaskCancellationHandler {
                await request.value
            } onCancel: {
                request.cancel()
            }.get()
        }
    }
}

extension Snapshot {
    func with(value: Value? = nil, freshness: Freshness? = nil, unreadable: [FieldPath]? = nil) -> Snapshot {
        Snapshot(
            value ?? self.value,
            freshness: freshness ?? self.freshness,
            unreadable: unreadable ?? self.unreadable
        )
    }
}

extension ReadSituation {
    var isStored: Bool { if case .stored = self { true } else { false } }
    var isKept: Bool { if case .cached = self { true } else { false } }
    var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
}
