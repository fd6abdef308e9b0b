import Domain
import DomainContracts
import Synchronization

/// An implementation with one behaviour taken out, and the rows that must find it.
struct Mutant<Record: Sendable & Equatable, Failure: Error>: Sendable, CustomStringConvertible {
    typealias TestedContract = Contract<UserListSituation<Record>, UserID, Snapshot<[Record]>, Failure>
    typealias Situation = UserListSituation<Record>
    typealias Operation = TestedContract.Operation

    /// What is wrong with it.
    let description: String
    /// The names of the rows that fail, all of them.
    let failedRows: Set<String>
    /// Whether the failing rows find out by running out of patience.
    var hangs = false
    let change: @Sendable (Situation, @escaping Operation) -> Operation

    /// The rows that do not hold for the mutant. `contract` makes a contract with the given patience, for an
    /// implementation to which the given change was made.
    func rowsFailed(
        of rows: [TestedContract.Row],
        contract: (Duration, @escaping @Sendable (Situation, @escaping Operation) -> Operation) -> TestedContract
    ) async throws -> Set<String> {
        var failed: Set<String> = []
        for row in rows {
            let isImpatient = hangs && failedRows.contains(row.name)
            do {
                try await contract(isImpatient ? .milliseconds(20) : .seconds(60), change).check(row)
            } catch let violation as ContractViolation {
                failed.insert(violation.row)
            }
        }
        return failed
    }
}

extension Mutant {
    /// The mutants of whatever lists a user's records. `damage` changes a part of a record that is neither its
    /// identifier nor what orders the list.
    static func ofUserLists(
        unknownUser: Failure,
        unauthorised: Failure,
        unavailable: Failure,
        cancelled: Failure,
        damage: @escaping @Sendable (Record) -> Record
    ) -> [Mutant] where Failure: Equatable {
        [
            Mutant("loses a part of each record", failing: "Every part of a record comes through") { _, answer in
                answer.with(value: answer.value.map(damage))
            },
            Mutant(
                description: "takes a user without records for an unknown one",
                failedRows: ["A user without records has an empty list"]
            ) { _, operation in
                { user throws(Failure) in
                    let answer = try await operation(user)
                    if answer.value.isEmpty { throw unknownUser }
                    return answer
                }
            },
            Mutant("does not say that an answer is live", failing: "A live answer says so") { situation, answer in
                situation.isStored ? answer.with(freshness: .unknown) : answer
            },
            Mutant("tells of gaps where none are", failing: "A complete answer tells of no gaps") { _, answer in
                answer.with(unreadable: answer.unreadable + [FieldPath([])])
            },
            Mutant("gives a kept answer as live", failing: "A kept answer has its age") { situation, answer in
                answer.with(freshness: .live)
            },
            Mutant("does not order what was kept", failing: "A kept answer has its records, in order") {
                situation,
                answer in
                guard case .kept(let given, _) = situation else { return answer }
                return answer.with(value: given[UserID("ada"), default: []])
            },
            Mutant("drops an unreadable record silently", failing: "A record that can't be read is told") {
                situation,
                answer in
                situation.isUnreadable ? answer.with(unreadable: []) : answer
            },
            Mutant("gives up the list for one record", failing: "A record that can't be read leaves the others") {
                situation,
                answer in
                situation.isUnreadable ? answer.with(value: []) : answer
            },
            Mutant("lists both of a repeated identifier", failing: "Of a repeated identifier one record is listed") {
                situation,
                answer in
                guard case .repeated(let given) = situation else { return answer }
                return answer.with(value: given[UserID("ada"), default: []])
            },
            Mutant("drops a repetition silently", failing: "A repeated identifier is told") { situation, answer in
                situation.isRepeated ? answer.with(unreadable: []) : answer
            },
            Mutant("knows everybody", failing: "An unknown user is a failure, not an empty list") { failure in
                failure == unknownUser ? .success(Snapshot([], freshness: .live)) : .failure(failure)
            },
            Mutant(
                description: "gives the beginning of a damaged answer",
                failedRows: ["A malformed answer is a failure, not a part of a list"]
            ) { situation, operation in
                { user throws(Failure) in
                    guard case .malformed(let records) = situation else { return try await operation(user) }
                    return Snapshot(Array(records[user, default: []].prefix(1)), freshness: .live)
                }
            },
            Mutant("hides that sign-in was refused", failing: "A refused sign-in is a failure of its own") { failure in
                .failure(failure == unauthorised ? unavailable : failure)
            },
            Mutant(
                "has an empty list when it reaches nobody",
                failing: "A store out of reach with nothing kept is a failure"
            ) { failure in
                failure == unavailable ? .success(Snapshot([], freshness: .unknown)) : .failure(failure)
            },
            Mutant(
                "takes being cancelled for being out of reach",
                failing: "A call that is cancelled before it starts ends as cancelled",
                "A call that is cancelled while it waits ends as cancelled, soon"
            ) { failure in
                .failure(failure == cancelled ? unavailable : failure)
            },
            Mutant(
                description: "starts although it was cancelled",
                failedRows: ["A call that is cancelled before it starts ends as cancelled"]
            ) { _, operation in
                { user throws(Failure) in
                    guard Task.isCancelled else { return try await operation(user) }
                    return try await started(operation, user).value.get()
                }
            },
            Mutant(
                description: "does not notice that it is cancelled while it waits",
                failedRows: [
                    "A call that is cancelled while it waits ends as cancelled, soon",
                    "A call that is cancelled leaves a newer one for the same user alone",
                ],
                hangs: true
            ) { _, operation in
                { user throws(Failure) in
                    if Task.isCancelled { throw cancelled }
                    return try await started(operation, user).value.get()
                }
            },
            Mutant(
                description: "shares one request and cancels it for everyone",
                failedRows: ["A call that is cancelled leaves a newer one for the same user alone"]
            ) { _, operation in
                let requests = SharedRequests(operation: operation)
                return { user throws(Failure) in
                    let request = requests.request(for: user)
                    return try await withTaskCancellationHandler {
                        await request.value
                    } onCancel: {
                        request.cancel()
                    }.get()
                }
            },
            Mutant(
                description: "shares one request among all users",
                failedRows: ["Calls for two users at once each get their own answer"]
            ) { _, operation in
                let first = FirstUser()
                return { user throws(Failure) in try await operation(first.orElse(user)) }
            },
        ]
    }
}

extension Mutant {
    /// A mutant that changes answers.
    init(
        _ description: String,
        failing row: String,
        answer change: @escaping @Sendable (Situation, Snapshot<[Record]>) -> Snapshot<[Record]>
    ) {
        self.init(description: description, failedRows: [row]) { situation, operation in
            { user throws(Failure) in change(situation, try await operation(user)) }
        }
    }

    /// A mutant that changes failures.
    private init(
        _ description: String,
        failing rows: String...,
        failure change: @escaping @Sendable (Failure) -> TestedContract.Outcome
    ) {
        self.init(description: description, failedRows: Set(rows)) { _, operation in
            { user throws(Failure) in
                do throws(Failure) {
                    return try await operation(user)
                } catch {
                    return try change(error).get()
                }
            }
        }
    }

    /// The operation in a task of its own, which the caller's cancellation does not reach.
    private static func started(_ operation: @escaping Operation, _ user: UserID) -> Task<TestedContract.Outcome, Never>
    {
        Task {
            do throws(Failure) {
                return .success(try await operation(user))
            } catch {
                return .failure(error)
            }
        }
    }

    /// One request a user, kept for good.
    private final class SharedRequests: Sendable {
        private let operation: Operation
        private let requests = Mutex<[UserID: Task<TestedContract.Outcome, Never>]>([:])

        init(operation: @escaping Operation) {
            self.operation = operation
        }

        func request(for user: UserID) -> Task<TestedContract.Outcome, Never> {
            requests.withLock { requests in
                let request = requests[user] ?? started(operation, user)
                requests[user] = request
                return request
            }
        }
    }

    private final class FirstUser: Sendable {
        private let first = Mutex<UserID?>(nil)

        func orElse(_ user: UserID) -> UserID {
            first.withLock { first in
                let answer = first ?? user
                first = answer
                return answer
            }
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

extension UserListSituation {
    var isStored: Bool { if case .stored = self { true } else { false } }
    var isRepeated: Bool { if case .repeated = self { true } else { false } }
    var isUnreadable: Bool { if case .unreadable = self { true } else { false } }

    func stored(for user: UserID) -> [Record] {
        if case .stored(let records) = self { records[user, default: []] } else { [] }
    }
}
