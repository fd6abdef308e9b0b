import Domain
import DomainContracts
import Synchronization

/// An implementation with one behaviour taken out, and the rows that must find it.
struct Mutant<Situation: Sendable, Input: Sendable, Output: Sendable, Failure: Error & Equatable>: Sendable,
    CustomStringConvertible
{
    typealias TestedContract = Contract<Situation, Input, Output, Failure>
    typealias Operation = TestedContract.Operation
    typealias Change = @Sendable (Situation, @escaping Operation) -> Operation

    /// What is wrong with it.
    let description: String
    /// The names of the rows that fail, all of them.
    let failedRows: Set<String>
    /// Whether the failing rows find out by running out of patience.
    var hangs = false
    let change: Change

    /// The rows that do not hold for the mutant of an implementation.
    func rowsFailed(
        of rows: [TestedContract.Row],
        _ arrange: @escaping @Sendable (Situation) -> Operation
    ) async throws -> Set<String> {
        try await violatedRows(of: rows) { row in
            let isImpatient = hangs && failedRows.contains(row.name)
            let contract = TestedContract(patience: isImpatient ? .milliseconds(20) : .seconds(300)) { situation in
                change(situation, arrange(situation))
            }
            try await contract.check(row)
        }
    }
}

/// The names of the rows that `check` finds violated.
func violatedRows<Row>(of rows: [Row], check: (Row) async throws -> Void) async throws -> Set<String> {
    var violated: Set<String> = []
    for row in rows {
        do {
            try await check(row)
        } catch let violation as ContractViolation {
            violated.insert(violation.row)
        }
    }
    return violated
}

// MARK: - Kinds of mutants

extension Mutant {
    /// A mutant that changes answers.
    init(
        _ description: String,
        failing rows: String...,
        answer change: @escaping @Sendable (Situation, Output) -> Output
    ) {
        self.init(description: description, failedRows: Set(rows)) { situation, operation in
            { input throws(Failure) in change(situation, try await operation(input)) }
        }
    }

    /// A mutant that changes failures.
    init(
        _ description: String,
        failing rows: String...,
        failure change: @escaping @Sendable (Failure) -> TestedContract.Outcome
    ) {
        self.init(description: description, failedRows: Set(rows)) { _, operation in
            { input throws(Failure) in
                do throws(Failure) {
                    return try await operation(input)
                } catch {
                    return try change(error).get()
                }
            }
        }
    }

    /// The mutants that treat cancellation wrongly. `other` is another failure than `cancelled`.
    static func ofCancellation(_ cancelled: Failure, _ other: Failure) -> [Mutant] {
        let before = "A call that is cancelled before it starts ends as cancelled"
        let waiting = "A call that is cancelled while it waits ends as cancelled, soon"
        let beside = "A call that is cancelled leaves a newer one of the same kind alone"
        return [
            Mutant("takes being cancelled for another failure", failing: before, waiting) { failure in
                .failure(failure == cancelled ? other : failure)
            },
            Mutant(description: "starts although it was cancelled", failedRows: [before]) { _, operation in
                { input throws(Failure) in
                    guard Task.isCancelled else { return try await operation(input) }
                    return try await started(operation, input).value.get()
                }
            },
            Mutant(
                description: "does not notice that it is cancelled while it waits",
                failedRows: [waiting, beside],
                hangs: true
            ) { _, operation in
                { input throws(Failure) in
                    if Task.isCancelled { throw cancelled }
                    return try await started(operation, input).value.get()
                }
            },
        ]
    }

    /// The mutant as far as it goes against these rows; `nil` if none of them is about what it lacks.
    func against(_ rows: [String]) -> Mutant? {
        let failing = failedRows.intersection(rows)
        return failing.isEmpty
            ? nil : Mutant(description: description, failedRows: failing, hangs: hangs, change: change)
    }

    /// The operation in a task of its own, which the caller's cancellation does not reach.
    static func started(_ operation: @escaping Operation, _ input: Input) -> Task<TestedContract.Outcome, Never> {
        Task {
            do throws(Failure) {
                return .success(try await operation(input))
            } catch {
                return .failure(error)
            }
        }
    }
}
