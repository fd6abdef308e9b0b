public import Domain

/// A fake of a read that returns examples, with hooks.
///
/// To write a fake of your own, provide a name and a conformance:
///
///     public typealias MockFetchInvoices = MockRead<UserID, [Invoice]>
///
///     extension MockFetchInvoices: FetchInvoices {
///         public func fetchInvoices(for user: UserID) async throws(ReadError) -> Snapshot<[Invoice]> { try await calls(user) }
///     }
///
/// Unless its `calls` prescribe something else, the fake does what every read promises: a call that is cancelled throws
/// `.cancelled`, and a call with an input that has no example throws `.unknownUser`.
///
/// Reasons: docs/adr/contracts-and-fakes.md.
public struct MockRead<Input: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Stubs, holds and counts the calls.
    public let calls: MockCalls<Input, Snapshot<Value>, ReadError>

    /// Creates a fake that computes its results.
    public init(answer: @escaping @Sendable (Input) throws(ReadError) -> Snapshot<Value>) {
        calls = MockCalls(cancelled: .cancelled, answer: answer)
    }

    /// Creates a fake that returns `examples`. `freshness` and `unreadable` apply to every result.
    public init(_ examples: [Input: Value], freshness: Freshness = .live, unreadable: [FieldPath] = []) {
        self.init { input throws(ReadError) in
            guard let value = examples[input] else { throw .unknownUser }
            return Snapshot(value, freshness: freshness, unreadable: unreadable)
        }
    }

    /// Creates a fake that returns lists of records. It returns the first record of each identifier and reports the others as
    /// unreadable.
    ///
    /// - Parameters:
    ///   - examples: The records of each input, in any order.
    ///   - freshness: The age of each list.
    ///   - unreadable: The fields that each list reports as unreadable.
    ///   - order: Sorts records in the order that the use case promises.
    public init<Record: Identifiable & Sendable>(
        _ examples: [Input: [Record]],
        freshness: Freshness = .live,
        unreadable: [FieldPath] = [],
        order: @escaping @Sendable ([Record]) -> [Record]
    ) where Value == [Record] {
        self.init { input throws(ReadError) in
            guard let records = examples[input] else { throw .unknownUser }
            return Snapshot(records, freshness: freshness, unreadable: unreadable).withoutRepetitions().map(order)
        }
    }
}

extension Snapshot {
    /// Returns the same snapshot with only the first record of each identifier. The paths of the others are unreadable.
    func withoutRepetitions<Record: Identifiable>() -> Snapshot where Value == [Record] {
        var seen: Set<Record.ID> = []
        let isFirst = value.map { seen.insert($0.id).inserted }
        return Snapshot(
            zip(value, isFirst).filter(\.1).map(\.0),
            freshness: freshness,
            unreadable: unreadable + isFirst.indices.filter { !isFirst[$0] }.map { FieldPath([.index($0)]) }
        )
    }
}
