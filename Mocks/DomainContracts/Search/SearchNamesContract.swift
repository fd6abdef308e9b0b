public import Domain

/// What every `SearchNames` must do.
public typealias SearchNamesContract = Contract<
    SearchNamesSituation, NameQuery, Snapshot<NameMatches>, SearchNamesError
>

extension SearchNamesContract {
    /// Every row of the contract.
    public static var rows: [Row] { answerRows + failureRows + callRows }

    /// Makes the contract for one implementation.
    ///
    /// - Parameters:
    ///   - patience: How long a call may take. Only an implementation that does not answer at all makes a row wait so
    ///     long; a passing row never does.
    ///   - arrange: Builds the implementation in a situation. It throws `NotApplicable` for a situation the
    ///     implementation can't get into; any other error means that the arrangement itself failed.
    public init(
        patience: Duration = .seconds(60),
        _ arrange: @escaping @Sendable (SearchNamesSituation) async throws -> any SearchNames
    ) {
        self.init(arrange: { situation in try await arrange(situation).names }, patience: patience)
    }
}

// MARK: - One search

extension SearchNamesContract {
    private typealias Calls = CallsUnderWay<NameQuery, Snapshot<NameMatches>, SearchNamesError>

    private static var answerRows: [Row] {
        let stored = NameExample.stored
        let repeated = [NameExample.matches[0]] + stored
        return [
            answer("Names come in the order of the database", to: .stored(stored)) { answer in
                try expect(names(answer), names(NameExample.matches))
            },
            answer("Every part of a match comes through", to: .stored(stored)) { answer in
                for match in NameExample.matches where !answer.value.matches.contains(match) {
                    let found = answer.value.matches.filter { $0.name == match.name }
                    throw Mismatch(expected: "\(match)", found: "\(found)")
                }
            },
            answer("None found is an empty list, not a failure", to: .stored(stored), NameExample.nothing) { answer in
                try expect(names(answer), [])
                try expect(answer.value.total, 0)
            },
            answer("The total counts what there is", to: .stored(stored)) { answer in
                try expect(answer.value.total, NameExample.matches.count)
            },
            answer("A live answer says so", to: .stored(stored)) { answer in
                try expect(answer.freshness, .live)
            },
            answer("A complete answer tells of no gaps", to: .stored(stored)) { answer in
                try expect(answer.unreadable, [])
            },
            answer("A record that can't be read is told", to: .unreadable(stored)) { answer in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "a place that can't be read", found: "none") }
            },
            answer("A record that can't be read leaves the others", to: .unreadable(stored)) { answer in
                try expect(names(answer), names(NameExample.matches))
            },
            answer("Of a repeated name one record is listed", to: .stored(repeated)) { answer in
                try expect(names(answer), names(NameExample.matches))
            },
            answer("A repeated name is told", to: .stored(repeated)) { answer in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "the place of the repetition", found: "none") }
            },
        ]
    }

    private static var failureRows: [Row] {
        [
            failure(
                "A malformed answer is a failure, not a part of a list",
                in: .malformed(NameExample.stored),
                .malformed
            ),
            failure("A database out of reach is a failure, not an empty list", in: .unavailable, .unavailable),
            failure("A database that asks to wait is a failure of its own", in: .busy, .busy),
        ]
    }

    private static func answer(
        _ name: String,
        to situation: SearchNamesSituation,
        _ query: NameQuery = NameExample.med,
        check: @escaping @Sendable (Snapshot<NameMatches>) throws -> Void
    ) -> Row {
        Row(name: name) { contract in
            let outcome = try await outcome(in: situation, query, of: contract, expected: "an answer")
            try check(try answer(outcome))
        }
    }

    private static func failure(_ name: String, in situation: SearchNamesSituation, _ failure: SearchNamesError) -> Row
    {
        Row(name: name) { contract in
            let outcome = try await outcome(in: situation, NameExample.med, of: contract, expected: "\(failure)")
            try expectFailure(outcome, failure)
        }
    }

    private static func outcome(
        in situation: SearchNamesSituation,
        _ query: NameQuery,
        of contract: SearchNamesContract,
        expected: String
    ) async throws -> Outcome {
        let operation = try await contract.arrange(situation)
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let call = calls.start(operation, query)
        return try await calls.outcome(of: call, expected: expected)
    }
}

// MARK: - Searches that are cancelled, or meet

extension SearchNamesContract {
    private static var callRows: [Row] {
        [
            Row(name: "A search that is cancelled before it starts ends as cancelled", check: checkCancelledBefore),
            Row(
                name: "A search that is cancelled while it waits ends as cancelled, soon",
                check: checkCancelledWhileWaiting
            ),
            Row(name: "A search that is cancelled leaves a newer one alone", check: checkCancelledBesideAnother),
            Row(name: "Two searches at once each get their own answer", check: checkTwoQueries),
        ]
    }

    @Sendable
    private static func checkCancelledBefore(_ contract: SearchNamesContract) async throws {
        let operation = try await contract.arrange(.stored(NameExample.stored))
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let call = calls.start(operation, NameExample.med, cancelled: true)
        try expectFailure(try await calls.outcome(of: call, expected: "cancelled"), .cancelled)
    }

    @Sendable
    private static func checkCancelledWhileWaiting(_ contract: SearchNamesContract) async throws {
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let operation = try await contract.arrange(.heldUp(calls.gate, NameExample.stored))
        let call = calls.start(operation, NameExample.med)
        try await calls.gateReached(text)
        calls.cancel(call)
        try expectFailure(try await calls.outcome(of: call, expected: "cancelled"), .cancelled)
    }

    /// Of one query, so that the two calls may share a request: only the first is waited for at the gate.
    @Sendable
    private static func checkCancelledBesideAnother(_ contract: SearchNamesContract) async throws {
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let operation = try await contract.arrange(.heldUp(calls.gate, NameExample.stored))
        let older = calls.start(operation, NameExample.med)
        try await calls.gateReached(text)
        let newer = calls.start(operation, NameExample.med)
        calls.cancel(older)
        _ = try await calls.outcome(of: older, expected: "an end of the cancelled search")
        calls.gate.open()
        let answer = try answer(try await calls.outcome(of: newer, expected: "an answer"))
        try expect(names(answer), names(NameExample.matches))
    }

    /// The second call may wait for the first one's end, so only the first is waited for at the gate.
    @Sendable
    private static func checkTwoQueries(_ contract: SearchNamesContract) async throws {
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let operation = try await contract.arrange(.heldUp(calls.gate, NameExample.stored))
        let first = calls.start(operation, NameExample.med)
        try await calls.gateReached(text)
        let second = calls.start(operation, NameExample.loom)
        calls.gate.open()
        let found = try answer(try await calls.outcome(of: first, expected: "an answer"))
        try expect(names(found), names(NameExample.matches))
        let others = try answer(try await calls.outcome(of: second, expected: "an answer"))
        try expect(names(others), names(NameExample.others))
    }
}

// MARK: - What is expected

extension SearchNamesContract {
    private static func names(_ answer: Snapshot<NameMatches>) -> [InternetName] { names(answer.value.matches) }

    private static func names(_ matches: [NameMatch]) -> [InternetName] { matches.map(\.name) }

    private static func answer(_ outcome: Outcome) throws -> Snapshot<NameMatches> {
        guard case .success(let answer) = outcome else { throw Mismatch(expected: "an answer", found: text(outcome)) }
        return answer
    }

    private static func expectFailure(_ outcome: Outcome, _ expected: SearchNamesError) throws {
        if case .failure(expected) = outcome { return }
        throw Mismatch(expected: "\(expected)", found: text(outcome))
    }

    @Sendable
    private static func text(_ outcome: Outcome) -> String {
        switch outcome {
        case .success(let answer): "an answer of \(answer.value.matches.count)"
        case .failure(let failure): "\(failure)"
        }
    }
}
