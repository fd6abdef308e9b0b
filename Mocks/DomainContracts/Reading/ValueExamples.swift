public import Domain

/// Values that the rows of a value's contract use to check an implementation.
public struct ValueExamples<Value: Equatable & Sendable>: Sendable {
    let full: Value
    let sparse: Value
    let rest: Value

    /// Creates the examples from the values of two users, and what is left of the first.
    ///
    /// - Parameters:
    ///   - full: A value with all its parts.
    ///   - sparse: A value without its optional parts.
    ///   - rest: What is left of `full` when one of its optional parts can't be read.
    public init(full: Value, sparse: Value, rest: Value) {
        self.full = full
        self.sparse = sparse
        self.rest = rest
    }
}

extension Contract {
    /// Returns the rows of a contract about one value of a user.
    ///
    /// - Parameters:
    ///   - examples: The values that the rows expect.
    ///   - refusals: The ways in which the store refuses callers: it asks them to sign in (`.unauthorised`), to wait (`.busy`),
    ///     or both.
    public static func valueRows<Value>(
        _ examples: ValueExamples<Value>,
        refusals: [ReadError] = [.unauthorised, .busy]
    ) -> [Row]
    where Situation == ReadSituation<UserID, Value>, Subject == UseCaseCall<UserID, Snapshot<Value>, ReadError> {
        let zoe = UserID("zoe")
        let isValue: ReadRows<UserID, Value>.Check = { answer, user in
            try expect(answer.value, user == ada ? examples.full : examples.sparse)
        }
        let reads = ReadRows<UserID, Value>(
            stored: [ada: examples.full, zoe: examples.sparse],
            input: ada,
            other: zoe,
            unknown: UserID("nobody"),
            refusals: refusals,
            check: isValue,
            checkStored: isValue,
            checkRest: { answer, _ in try expect(answer.value, examples.rest) }
        )
        return [
            reads.answer("Every part of a value comes through", to: .stored(reads.stored), check: isValue),
            reads.answer(
                "A value without its optional parts comes through",
                to: .stored(reads.stored),
                of: zoe,
                check: isValue
            ),
        ] + reads.all
    }
}
