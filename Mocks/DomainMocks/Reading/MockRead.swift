public import Domain

/// A fake of a read: it answers from examples, with hooks.
///
/// A fake of your own is a name and a conformance:
///
///     public typealias MockFetchInvoices = MockRead<UserID, [Invoice]>
///
///     extension MockFetchInvoices: FetchInvoices {
///         public func fetchInvoices(for user: UserID) async throws(ReadError) -> Snapshot<[Invoice]> { try await calls(user) }
///     }
///
/// Unless its `calls` say otherwise, the fake does what every read promises: a call that is cancelled throws
/// `.cancelled`, and an input without an example `.unknownUser`.
public struct MockRead<Input: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Stubs, holds and counts the calls.
    public let calls: MockCalls<Input, Snapshot<Value>, ReadError>

    /// Makes a fake that computes its answers.
    public init(answer: @escaping @Sendable (Input) throws(ReadError) -> Snapshot<Value>) {
        calls = MockCalls(cancelled: .cancelled, answer: answer)
    }

    /// Makes a fake that answers from `examples`; `freshness` and `unreadable` are those of every answer.
    public init(_ examples: [Input: Value], freshness: Freshness = .live, unreadable: [FieldPath] = []) {
        self.init { input throws(ReadError) in
            guard let value = examples[input] else { throw .unknownUser }
            return Snapshot(value, freshness: freshness, unreadable: unreadable)
        }
    }

    /// Makes a fake that answers from lists of records. It returns the first record of each identifier and reports the
    /// others as unreadable.
    ///
    /// - Parameter order: Puts records in the order that the use case promises.
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
    /// The same answer with the first record of each identifier. The places of the others are unreadable.
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
