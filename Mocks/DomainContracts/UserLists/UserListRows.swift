import Domain
import Foundation

/// The rows that all use cases listing a user's records have in common, and what they are tried with.
struct UserListRows<Record: Sendable & Equatable, Failure: UserListFailure>: Sendable {
    typealias UseCase = Contract<UserListSituation<Record>, UserID, Snapshot<[Record]>, Failure>
    private typealias Calls = CallsUnderWay<UserID, Snapshot<[Record]>, Failure>

    /// At least two, as the store has them: not in the order they must be answered.
    let stored: [Record]
    /// The same, in the order they must be answered; as different in their parts as they can be.
    let answered: [Record]
    /// Another user's; no identifier is in both lists.
    let others: [Record]
    /// Has the identifier of one of `stored`, and nothing else of it.
    let duplicate: Record
    let id: @Sendable (Record) -> Identifier<Record>

    /// Every row but those about the order of a live list, which is each use case's own.
    var all: [UseCase.Row] { answerRows + failureRows + callRows }
}

/// The failures that use cases listing a user's records have in common.
protocol UserListFailure: Error, Equatable {
    static var unknownUser: Self { get }
    static var unauthorised: Self { get }
    static var unavailable: Self { get }
    static var malformed: Self { get }
    static var cancelled: Self { get }
}

private let ada = UserID("ada")
private let grace = UserID("grace")

// MARK: - One call for Ada

extension UserListRows {
    /// A row about the answer when the store has `records` for Ada.
    static func answer(
        _ name: String,
        toStored records: [Record],
        check: @escaping @Sendable (Snapshot<[Record]>) throws -> Void
    ) -> UseCase.Row {
        answer(name, to: .stored([ada: records]), check: check)
    }

    private var answerRows: [UseCase.Row] {
        let byUser = [ada: stored]
        let repeated = [ada: stored + [duplicate]]
        let asOf = Date(timeIntervalSince1970: 1_790_000_000)
        return [
            Self.answer("Every part of a record comes through", toStored: stored) { answer in
                for record in answered where !answer.value.contains(record) {
                    let found = answer.value.filter { id($0) == id(record) }
                    throw Mismatch(expected: "\(record)", found: "\(found)")
                }
            },
            Self.answer("A user without records has an empty list", toStored: []) { answer in
                try expect(answer.value.map(id), [])
            },
            Self.answer("A live answer says so", toStored: stored) { answer in
                try expect(answer.freshness, .live)
            },
            Self.answer("A complete answer tells of no gaps", toStored: stored) { answer in
                try expect(answer.unreadable, [])
            },
            Self.answer("A kept answer has its age", to: .kept(byUser, asOf: asOf)) { answer in
                try expect(answer.freshness, .kept(asOf: asOf))
            },
            Self.answer("A kept answer has its records, in order", to: .kept(byUser, asOf: asOf)) { answer in
                try expect(answer.value.map(id), answered.map(id))
            },
            Self.answer("A record that can't be read is told", to: .unreadable(byUser)) { answer in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "a place that can't be read", found: "none") }
            },
            Self.answer("A record that can't be read leaves the others", to: .unreadable(byUser)) { answer in
                try expectSame(answer.value, answered)
            },
            Self.answer("Of a repeated identifier one record is listed", to: .repeated(repeated)) { answer in
                try expectSame(answer.value, answered)
            },
            Self.answer("A repeated identifier is told", to: .repeated(repeated)) { answer in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "the place of the repetition", found: "none") }
            },
        ]
    }

    private var failureRows: [UseCase.Row] {
        [
            failure("An unknown user is a failure, not an empty list", in: .unknownUser, .unknownUser),
            failure(
                "A malformed answer is a failure, not a part of a list",
                in: .malformed([ada: stored]),
                .malformed
            ),
            failure("A refused sign-in is a failure of its own", in: .unauthorised, .unauthorised),
            failure("A store out of reach with nothing kept is a failure", in: .unavailable, .unavailable),
        ]
    }

    private static func answer(
        _ name: String,
        to situation: UserListSituation<Record>,
        check: @escaping @Sendable (Snapshot<[Record]>) throws -> Void
    ) -> UseCase.Row {
        UseCase.Row(name: name) { contract in
            let outcome = try await outcome(in: situation, of: contract, expected: "an answer")
            guard case .success(let answer) = outcome else {
                throw Mismatch(expected: "an answer", found: text(outcome))
            }
            try check(answer)
        }
    }

    private func failure(
        _ name: String,
        in situation: UserListSituation<Record>,
        _ failure: Failure
    ) -> UseCase.Row {
        UseCase.Row(name: name) { contract in
            let outcome = try await Self.outcome(in: situation, of: contract, expected: "\(failure)")
            try Self.expectFailure(outcome, failure)
        }
    }

    private static func outcome(
        in situation: UserListSituation<Record>,
        of contract: UseCase,
        expected: String
    ) async throws -> UseCase.Outcome {
        let operation = try await contract.arrange(situation)
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let call = calls.start(operation, ada)
        return try await calls.outcome(of: call, expected: expected)
    }
}

// MARK: - Calls that are cancelled, or meet

extension UserListRows {
    private var callRows: [UseCase.Row] {
        [
            UseCase.Row(
                name: "A call that is cancelled before it starts ends as cancelled",
                check: checkCancelledBefore
            ),
            UseCase.Row(
                name: "A call that is cancelled while it waits ends as cancelled, soon",
                check: checkCancelledWhileWaiting
            ),
            UseCase.Row(
                name: "A call that is cancelled leaves a newer one for the same user alone",
                check: checkCancelledBesideAnother
            ),
            UseCase.Row(
                name: "Calls for two users at once each get their own answer",
                check: checkTwoUsers
            ),
        ]
    }

    @Sendable
    private func checkCancelledBefore(_ contract: UseCase) async throws {
        let operation = try await contract.arrange(.stored([ada: stored]))
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let call = calls.start(operation, ada, cancelled: true)
        try Self.expectFailure(try await calls.outcome(of: call, expected: "\(Failure.cancelled)"), .cancelled)
    }

    @Sendable
    private func checkCancelledWhileWaiting(_ contract: UseCase) async throws {
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let operation = try await contract.arrange(.heldUp(calls.gate, [ada: stored]))
        let call = calls.start(operation, ada)
        try await calls.gateReached(Self.text)
        calls.cancel(call)
        try Self.expectFailure(try await calls.outcome(of: call, expected: "\(Failure.cancelled)"), .cancelled)
    }

    /// The two calls may share one request to the store, so only the first is waited for at the gate.
    @Sendable
    private func checkCancelledBesideAnother(_ contract: UseCase) async throws {
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let operation = try await contract.arrange(.heldUp(calls.gate, [ada: stored]))
        let older = calls.start(operation, ada)
        try await calls.gateReached(Self.text)
        let newer = calls.start(operation, ada)
        calls.cancel(older)
        _ = try await calls.outcome(of: older, expected: "an end of the cancelled call")
        calls.gate.open()
        try expectRecords(try await calls.outcome(of: newer, expected: "an answer"), answered)
    }

    /// The second call may wait for the first one's end, so only the first is waited for at the gate.
    @Sendable
    private func checkTwoUsers(_ contract: UseCase) async throws {
        var calls = Calls(patience: contract.patience)
        defer { calls.abandon() }
        let operation = try await contract.arrange(.heldUp(calls.gate, [ada: stored, grace: others]))
        let first = calls.start(operation, ada)
        try await calls.gateReached(Self.text)
        let second = calls.start(operation, grace)
        calls.gate.open()
        try expectRecords(try await calls.outcome(of: first, expected: "an answer"), answered)
        try expectRecords(try await calls.outcome(of: second, expected: "an answer"), others)
    }
}

// MARK: - What is expected

extension UserListRows {
    /// The same identifiers, in any order.
    private func expectSame(_ found: [Record], _ expected: [Record]) throws {
        try expect(found.map(id).sorted(), expected.map(id).sorted())
    }

    private func expectRecords(_ outcome: UseCase.Outcome, _ expected: [Record]) throws {
        guard case .success(let answer) = outcome else {
            throw Mismatch(expected: "an answer", found: Self.text(outcome))
        }
        try expectSame(answer.value, expected)
    }

    private static func expectFailure(_ outcome: UseCase.Outcome, _ expected: Failure) throws {
        if case .failure(expected) = outcome { return }
        throw Mismatch(expected: "\(expected)", found: text(outcome))
    }

    private static func text(_ outcome: UseCase.Outcome) -> String {
        switch outcome {
        case .success(let answer): "an answer of \(answer.value.count)"
        case .failure(let failure): "\(failure)"
        }
    }
}
