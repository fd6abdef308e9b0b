import Domain
import Foundation

/// The failures that use cases listing a user's records have in common.
protocol UserListFailure: Error, Equatable {
    static var unknownUser: Self { get }
    static var unauthorised: Self { get }
    static var unavailable: Self { get }
    static var malformed: Self { get }
    static var cancelled: Self { get }
}

/// Records to try an implementation with.
struct UserListExample<Record: Sendable & Equatable>: Sendable {
    /// At least two, in the order they must be answered, as different in their parts as they can be.
    let records: [Record]
    /// Another user's; no identifier is in both lists.
    let others: [Record]
    /// Has the identifier of the last of `records`, and nothing else of it.
    let duplicate: Record
    let id: @Sendable (Record) -> Identifier<Record>
}

extension Contract.Row where Input == UserID, Failure: UserListFailure {
    /// What every use case that lists a user's records must do.
    static func userListRows<Record: Sendable & Equatable>(
        _ example: UserListExample<Record>
    ) -> [Self] where Situation == UserListSituation<Record>, Output == Snapshot<[Record]> {
        let stored = [ada: example.records, grace: example.others]
        let ids = example.records.map(example.id).sorted()
        let asOf = Date(timeIntervalSince1970: 1_790_000_000)

        return [
            .answer("Every part of a record comes through", to: .stored(stored)) { answer in
                for record in example.records where !answer.value.contains(record) {
                    let found = answer.value.filter { example.id($0) == example.id(record) }
                    throw Mismatch(expected: "\(record)", found: "\(found)")
                }
            },
            .answer("A user without records has an empty list", to: .stored([ada: []])) { answer in
                try expect(answer.value.map(example.id), [])
            },
            .answer("A live answer says so", to: .stored(stored)) { answer in
                try expect(answer.freshness, .live)
            },
            .answer("A complete answer tells of no gaps", to: .stored(stored)) { answer in
                try expect(answer.unreadable, [])
            },
            .answer("A kept answer has its age", to: .kept(stored, asOf: asOf)) { answer in
                try expect(answer.freshness, .kept(asOf: asOf))
            },
            .answer("A kept answer has its records, in order", to: .kept(stored, asOf: asOf)) { answer in
                try expect(answer.value.map(example.id), example.records.map(example.id))
            },
            .answer("A record that can't be read is told", to: .unreadable(stored)) { answer in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "a place that can't be read", found: "none") }
            },
            .answer("A record that can't be read leaves the others", to: .unreadable(stored)) { answer in
                try expect(answer.value.map(example.id).sorted(), ids)
            },
            .answer("Of a repeated identifier one record is listed", to: .repeated(repeating(example))) { answer in
                try expect(answer.value.map(example.id).sorted(), ids)
            },
            .answer("A repeated identifier is told", to: .repeated(repeating(example))) { answer in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "the place of the repetition", found: "none") }
            },
            .failure("An unknown user is a failure, not an empty list", .unknownUser, in: .unknownUser),
            .failure("A malformed answer is a failure, not a part of a list", .malformed, in: .malformed(stored)),
            .failure("A refused sign-in is a failure of its own", .unauthorised, in: .unauthorised),
            .failure("A store out of reach with nothing kept is a failure", .unavailable, in: .unavailable),
            cancelledBefore(stored),
            cancelledWhileWaiting(stored),
            cancelledBesideAnother(stored, example),
            twoUsers(stored, example),
        ]
    }

    private static func repeating<Record>(_ example: UserListExample<Record>) -> [UserID: [Record]] {
        [ada: example.records + [example.duplicate]]
    }

    /// A row about the answer for `ada`.
    static func answer<Record: Sendable>(
        _ name: String,
        to situation: UserListSituation<Record>,
        check: @escaping @Sendable (Output) throws -> Void
    ) -> Self where Situation == UserListSituation<Record>, Output == Snapshot<[Record]> {
        Self(name: name) { contract in
            let expected = "an answer"
            switch try await contract.outcome(in: situation, expected: expected) {
            case .success(let answer): try check(answer)
            case .failure(let failure): throw Mismatch(expected: expected, found: "\(failure)")
            }
        }
    }

    private static func failure<Record: Sendable>(
        _ name: String,
        _ failure: Failure,
        in situation: UserListSituation<Record>
    ) -> Self where Situation == UserListSituation<Record>, Output == Snapshot<[Record]> {
        Self(name: name) { contract in
            try expectFailure(failure, in: try await contract.outcome(in: situation, expected: "\(failure)"))
        }
    }

    private static func cancelledBefore<Record: Sendable>(
        _ stored: [UserID: [Record]]
    ) -> Self where Situation == UserListSituation<Record>, Output == Snapshot<[Record]> {
        Self(name: "A call that is cancelled before it starts ends as cancelled") { contract in
            let operation = try await contract.arrange(.stored(stored))
            var calls = CallsUnderWay<Input, Output, Failure>(patience: contract.patience)
            defer { calls.abandon() }
            let call = calls.start(operation, ada, cancelled: true)
            try expectFailure(.cancelled, in: try await calls.outcome(of: call, expected: "\(Failure.cancelled)"))
        }
    }

    private static func cancelledWhileWaiting<Record: Sendable>(
        _ stored: [UserID: [Record]]
    ) -> Self where Situation == UserListSituation<Record>, Output == Snapshot<[Record]> {
        Self(name: "A call that is cancelled while it waits ends as cancelled, soon") { contract in
            var calls = CallsUnderWay<Input, Output, Failure>(patience: contract.patience)
            defer { calls.abandon() }
            let operation = try await contract.arrange(.heldUp(calls.gate, stored))
            let call = calls.start(operation, ada)
            try await calls.gateReached(text)
            calls.cancel(call)
            try expectFailure(.cancelled, in: try await calls.outcome(of: call, expected: "\(Failure.cancelled)"))
        }
    }

    /// The calls may share one request to the store, so that only the first is seen at the gate.
    private static func cancelledBesideAnother<Record: Sendable & Equatable>(
        _ stored: [UserID: [Record]],
        _ example: UserListExample<Record>
    ) -> Self where Situation == UserListSituation<Record>, Output == Snapshot<[Record]> {
        Self(name: "A call that is cancelled leaves a newer one for the same user alone") { contract in
            var calls = CallsUnderWay<Input, Output, Failure>(patience: contract.patience)
            defer { calls.abandon() }
            let operation = try await contract.arrange(.heldUp(calls.gate, stored))
            let older = calls.start(operation, ada)
            try await calls.gateReached(text)
            let newer = calls.start(operation, ada)
            calls.cancel(older)
            _ = try await calls.outcome(of: older, expected: "an end of the cancelled call")
            calls.gate.open()
            let outcome = try await calls.outcome(of: newer, expected: "an answer")
            try expectRecords(example.records, in: outcome, by: example.id)
        }
    }

    private static func twoUsers<Record: Sendable & Equatable>(
        _ stored: [UserID: [Record]],
        _ example: UserListExample<Record>
    ) -> Self where Situation == UserListSituation<Record>, Output == Snapshot<[Record]> {
        Self(name: "Calls for two users at once each get their own answer") { contract in
            var calls = CallsUnderWay<Input, Output, Failure>(patience: contract.patience)
            defer { calls.abandon() }
            let operation = try await contract.arrange(.heldUp(calls.gate, stored))
            let first = calls.start(operation, ada)
            try await calls.gateReached(text)
            let second = calls.start(operation, grace)
            calls.gate.open()
            for (call, records) in [(first, example.records), (second, example.others)] {
                let outcome = try await calls.outcome(of: call, expected: "an answer")
                try expectRecords(records, in: outcome, by: example.id)
            }
        }
    }

    private static func text<Record>(_ outcome: Result<Output, Failure>) -> String where Output == Snapshot<[Record]> {
        switch outcome {
        case .success(let answer): "an answer of \(answer.value.count)"
        case .failure(let failure): "\(failure)"
        }
    }

    private static func expectFailure<Record>(_ failure: Failure, in outcome: Result<Output, Failure>) throws
    where Output == Snapshot<[Record]> {
        if case .failure(failure) = outcome { return }
        throw Mismatch(expected: "\(failure)", found: text(outcome))
    }

    private static func expectRecords<Record>(
        _ records: [Record],
        in outcome: Result<Output, Failure>,
        by id: (Record) -> Identifier<Record>
    ) throws where Output == Snapshot<[Record]> {
        let ids = records.map(id).sorted()
        guard case .success(let answer) = outcome else { throw Mismatch(expected: "\(ids)", found: text(outcome)) }
        try expect(answer.value.map(id).sorted(), ids)
    }
}

extension Contract where Input == UserID {
    /// How a single call for `ada` ends.
    fileprivate func outcome(in situation: Situation, expected: String) async throws -> Outcome {
        let operation = try await arrange(situation)
        var calls = CallsUnderWay<Input, Output, Failure>(patience: patience)
        defer { calls.abandon() }
        let call = calls.start(operation, ada)
        return try await calls.outcome(of: call, expected: expected)
    }
}
