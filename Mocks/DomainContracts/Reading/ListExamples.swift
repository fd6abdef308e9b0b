public import Domain

/// Records that the rows of a list's contract use to check an implementation.
///
/// The records of the main order are what the store has for one user. Make their parts as different as possible: optional parts
/// present and missing, unknown words, dates before 1970, other scripts.
public struct ListExamples<Record: Identifiable & Equatable & Sendable>: Sendable {
    let main: ListOrder<Record>
    let more: [ListOrder<Record>]
    let others: [Record]
    let repeated: Record

    /// Creates the examples.
    ///
    /// - Parameters:
    ///   - main: The order in which records must come.
    ///   - more: Orders of other records, for instance of records that tie.
    ///   - others: The records of another user. No identifier is among those of the main order.
    ///   - repeated: A record that shares the identifier, and nothing else, with a record of the main order.
    public init(_ main: ListOrder<Record>, _ more: ListOrder<Record>..., others: [Record], repeated: Record) {
        self.main = main
        self.more = more
        self.others = others
        self.repeated = repeated
    }
}

/// An order in which an implementation must return records, independent of the order in which the store has them.
public struct ListOrder<Record: Sendable>: Sendable {
    let name: String
    let answered: [Record]
    let stored: [Record]

    /// Creates an order from the name of the row, such as "Orders come newest first", the records in the expected order, and
    /// the same records as the store has them: in reverse unless you pass them.
    public init(_ name: String, _ answered: [Record], stored: [Record]? = nil) {
        self.name = name
        self.answered = answered
        self.stored = stored ?? answered.reversed()
    }
}

extension Contract {
    /// Returns the rows of a contract about a list of a user's records.
    ///
    /// - Parameters:
    ///   - examples: The records that the rows expect.
    ///   - refusals: The ways in which the store refuses callers: it asks them to sign in (`.unauthorised`), to wait (`.busy`),
    ///     or both.
    public static func listRows<Record>(
        _ examples: ListExamples<Record>,
        refusals: [ReadError] = [.unauthorised, .busy]
    ) -> [Row]
    where
        Situation == ReadSituation<UserID, [Record]>, Subject == UseCaseCall<UserID, Snapshot<[Record]>, ReadError>
    {
        let grace = UserID("grace")
        let rows = ListRows<UserID, [Record], Record>(
            examples: examples,
            input: ada,
            other: grace,
            records: { $0 },
            value: { $0 }
        ) { reads in
            reads.unknown = UserID("nobody")
            reads.refusals = refusals
        }
        return rows.all
    }
}

/// The rows that reads of lists share, including lists inside another value.
struct ListRows<Input: Hashable & Sendable, Value: Sendable, Record: Identifiable & Equatable & Sendable>: Sendable {
    typealias UseCase = ReadContract<Input, Value>

    let examples: ListExamples<Record>
    private let input: Input
    private let records: @Sendable (Value) -> [Record]
    private let value: @Sendable ([Record]) -> Value
    let reads: ReadRows<Input, Value>

    /// - Parameters:
    ///   - records: Returns the list in a value.
    ///   - value: Returns a value with a list.
    ///   - adapt: Configures what is special about the use case.
    init(
        examples: ListExamples<Record>,
        input: Input,
        other: Input?,
        records: @escaping @Sendable (Value) -> [Record],
        value: @escaping @Sendable ([Record]) -> Value,
        adapt: (inout ReadRows<Input, Value>) -> Void = { _ in }
    ) {
        self.examples = examples
        self.input = input
        self.records = records
        self.value = value
        let first = examples.main
        let others = examples.others
        let sameRecords: ReadRows<Input, Value>.Check = { answer, asked in
            let expected = asked == input ? first.answered : others
            try expectSame(records(answer.value).map(\.id), expected.map(\.id))
        }
        var stored = [input: value(first.stored)]
        if let other { stored[other] = value(others) }
        var reads = ReadRows<Input, Value>(
            stored: stored,
            input: input,
            other: other,
            check: sameRecords,
            checkStored: { answer, _ in try expect(records(answer.value).map(\.id), first.answered.map(\.id)) },
            checkRest: sameRecords
        )
        adapt(&reads)
        self.reads = reads
    }

    var all: [UseCase.Row] { recordRows + orderRows + reads.all }

    private var orderRows: [UseCase.Row] {
        ([examples.main] + examples.more).map { order in
            reads.answer(order.name, to: .stored([input: value(order.stored)])) { answer, _ in
                try expect(records(answer.value).map(\.id), order.answered.map(\.id))
            }
        }
    }

    private var recordRows: [UseCase.Row] {
        let first = examples.main
        let repeating = ReadSituation.stored([input: value(first.stored + [examples.repeated])])
        return [
            reads.answer("Every part of a record comes through", to: .stored([input: value(first.stored)])) {
                answer,
                _ in
                let found = records(answer.value)
                for record in first.answered where !found.contains(record) {
                    throw Mismatch(expected: "\(record)", found: "\(found.filter { $0.id == record.id })")
                }
            },
            reads.answer("No records are an empty list, not a failure", to: .stored([input: value([])])) { answer, _ in
                try expect(records(answer.value).map(\.id), [])
            },
            reads.answer("Of a repeated identifier one record is listed", to: repeating) { answer, asked in
                try reads.check(answer, asked)
            },
            reads.answer("A repeated identifier is reported", to: repeating) { answer, _ in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "the place of the repetition", found: "none") }
            },
        ]
    }
}
