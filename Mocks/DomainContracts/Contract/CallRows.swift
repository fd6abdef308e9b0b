/// The rows that use cases of one call have in common: about calls that are cancelled, or meet.
struct CallRows<Situation: Sendable, Input: Sendable, Output: Sendable, Failure: Error & Equatable>: Sendable {
    typealias UseCase = Contract<Situation, Input, Output, Failure>
    private typealias Calls = CallsUnderWay<Input, Output, Failure>

    let input: Input
    /// The store answers `input`, and others.
    let answered: Situation
    /// As `answered`, and each answer is held up.
    let heldUp: @Sendable (Gate) -> Situation
    let cancelled: Failure
    /// Whether this is the answer to that input.
    let check: @Sendable (Input, Output) throws -> Void

    /// A call that is cancelled.
    var cancellation: [UseCase.Row] {
        [
            UseCase.Row(name: "A call that is cancelled before it starts ends as cancelled") { contract in
                let operation = try await contract.arrange(answered)
                var calls = Calls(patience: contract.patience)
                defer { calls.abandon() }
                let call = calls.start(operation, input, cancelled: true)
                try expectCancelled(try await calls.outcome(of: call, expected: "\(cancelled)"))
            },
            UseCase.Row(name: "A call that is cancelled while it waits ends as cancelled, soon") { contract in
                var calls = Calls(patience: contract.patience)
                defer { calls.abandon() }
                let operation = try await contract.arrange(heldUp(calls.gate))
                let call = calls.start(operation, input)
                try await calls.gateReached(text)
                calls.cancel(call)
                try expectCancelled(try await calls.outcome(of: call, expected: "\(cancelled)"))
            },
        ]
    }

    /// Two calls at once. They may share a request, or the second may wait for the first one's end, so only the first is
    /// waited for at the gate.
    func meeting(_ other: Input) -> [UseCase.Row] {
        [
            UseCase.Row(name: "A call that is cancelled leaves a newer one of the same kind alone") { contract in
                var calls = Calls(patience: contract.patience)
                defer { calls.abandon() }
                let operation = try await contract.arrange(heldUp(calls.gate))
                let older = calls.start(operation, input)
                try await calls.gateReached(text)
                let newer = calls.start(operation, input)
                calls.cancel(older)
                _ = try await calls.outcome(of: older, expected: "an end of the cancelled call")
                calls.gate.open()
                try check(input, try answer(try await calls.outcome(of: newer, expected: "an answer")))
            },
            UseCase.Row(name: "Two calls at once each get their own answer") { contract in
                var calls = Calls(patience: contract.patience)
                defer { calls.abandon() }
                let operation = try await contract.arrange(heldUp(calls.gate))
                let first = calls.start(operation, input)
                try await calls.gateReached(text)
                let second = calls.start(operation, other)
                calls.gate.open()
                try check(input, try answer(try await calls.outcome(of: first, expected: "an answer")))
                try check(other, try answer(try await calls.outcome(of: second, expected: "an answer")))
            },
        ]
    }

    /// A row about the answer to `input`, or another, in `situation`.
    func answer(
        _ name: String,
        to situation: Situation,
        of other: Input? = nil,
        check: @escaping @Sendable (Output) throws -> Void
    ) -> UseCase.Row {
        UseCase.Row(name: name) { contract in
            let outcome = try await outcome(in: situation, other ?? input, of: contract, expected: "an answer")
            try check(try answer(outcome))
        }
    }

    /// A row about the failure of a call with `input`, or another, in `situation`.
    func failure(_ name: String, in situation: Situation, of other: Input? = nil, _ failure: Failure) -> UseCase.Row {
        UseCase.Row(name: name) { contract in
            let outcome = try await outcome(in: situation, other ?? input, of: contract, expected: "\(failure)")
            if case .failure(failure) = outcome { return }
            throw Mismatch(expected: "\(failure)", found: text(outcome))
        }
    }

    private func outcome(
        in situation: Situation,
        _ input: Input,
        of contract: UseCase,
        expected: String
    ) async throws -> UseCase.Outcome {
        let operation = try await contract.arrange(situation)
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let call = calls.start(operation, input)
        return try await calls.outcome(of: call, expected: expected)
    }

    private func answer(_ outcome: UseCase.Outcome) throws -> Output {
        guard case .success(let answer) = outcome else { throw Mismatch(expected: "an answer", found: text(outcome)) }
        return answer
    }

    private func expectCancelled(_ outcome: UseCase.Outcome) throws {
        if case .failure(cancelled) = outcome { return }
        throw Mismatch(expected: "\(cancelled)", found: text(outcome))
    }

    private func text(_ outcome: UseCase.Outcome) -> String {
        switch outcome {
        case .success(let answer): "an answer: \(answer)"
        case .failure(let failure): "\(failure)"
        }
    }
}
