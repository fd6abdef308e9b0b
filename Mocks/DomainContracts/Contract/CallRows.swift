/// The operation of a use case with a single call.
public typealias UseCaseCall<Input, Output, Failure: Error> = @Sendable (Input) async throws(Failure) -> Output

/// The rows that calls have in common: about their results and failures, and about calls that are cancelled, or meet.
struct CallRows<
    Situation: Sendable,
    Subject: Sendable,
    Input: Sendable,
    Output: Sendable,
    Failure: Error & Equatable
>: Sendable {
    typealias UseCase = Contract<Situation, Subject>

    let input: Input
    /// The store has a value for `input`, and for other inputs.
    let answered: Situation
    /// Like `answered`, but the gate delays each response.
    let heldUp: @Sendable (Gate) -> Situation
    let cancelled: Failure
    /// The end of the names of the rows, if a contract has them for several calls.
    var suffix = ""
    let call: @Sendable (Subject, Input) async throws(Failure) -> Output

    /// The rows about a call that is cancelled.
    var cancellation: [UseCase.Row] {
        [
            UseCase.Row(name: "A call that is cancelled before it starts ends as cancelled" + suffix) { contract in
                let subject = try await contract.arrange(answered)
                try await contract.expectFailure(cancelled, cancelled: true, calling(subject, input))
            },
            UseCase.Row(name: "A call that is cancelled while it waits ends as cancelled, soon" + suffix) { contract in
                try await contract.expectCancelled(cancelled) { gate in
                    calling(try await contract.arrange(heldUp(gate)), input)
                }
            },
        ]
    }

    /// Returns the row about two simultaneous calls. They may share a request, or the second may wait until the first has
    /// ended, so the row waits only for the first at the gate.
    ///
    /// - Parameter check: Whether this is the answer to that input.
    func meeting(_ other: Input, check: @escaping @Sendable (Output, Input) throws -> Void) -> [UseCase.Row] {
        [
            UseCase.Row(name: "A call that is cancelled leaves a newer one of the same kind alone") { contract in
                let calls = CallsUnderWay<Output, Failure>(contract.timeLimit)
                let subject = try await contract.arrange(heldUp(calls.gate))
                let older = calls.start(calling(subject, input))
                try await calls.gateReached()
                let newer = calls.start(calling(subject, input))
                calls.cancel(older)
                _ = try await calls.outcome(of: older, expected: "an end of the cancelled call")
                calls.gate.open()
                try check(try await calls.outcome(of: newer, expected: "an answer").expectAnswer(), input)
            },
            UseCase.Row(name: "Two calls at once each get their own answer") { contract in
                let calls = CallsUnderWay<Output, Failure>(contract.timeLimit)
                let subject = try await contract.arrange(heldUp(calls.gate))
                let first = calls.start(calling(subject, input))
                try await calls.gateReached()
                let second = calls.start(calling(subject, other))
                calls.gate.open()
                try check(try await calls.outcome(of: first, expected: "an answer").expectAnswer(), input)
                try check(try await calls.outcome(of: second, expected: "an answer").expectAnswer(), other)
            },
        ]
    }

    /// Returns a row about the value for `input`, or another input, in `situation`.
    func answer(
        _ name: String,
        to situation: Situation,
        of other: Input? = nil,
        check: @escaping @Sendable (Output) throws -> Void
    ) -> UseCase.Row {
        UseCase.Row(name: name + suffix) { contract in
            let subject = try await contract.arrange(situation)
            try check(try await contract.answer(calling(subject, other ?? input)))
        }
    }

    /// Returns a row about the failure of a call with `input`, or another input, in `situation`.
    func failure(_ name: String, in situation: Situation, of other: Input? = nil, _ failure: Failure) -> UseCase.Row {
        UseCase.Row(name: name + suffix) { contract in
            let subject = try await contract.arrange(situation)
            try await contract.expectFailure(failure, calling(subject, other ?? input))
        }
    }

    private func calling(_ subject: Subject, _ input: Input) -> @Sendable () async throws(Failure) -> Output {
        { [call] () async throws(Failure) in try await call(subject, input) }
    }
}
