import Domain
import DomainContracts
import Synchronization
import TestSupport

/// A use case of one call with one behaviour taken out, and the rows that must find it.
struct Mutant<Situation: Sendable, Input: Sendable, Output: Sendable, Failure: Error & Equatable>: Sendable,
    CustomStringConvertible
{
    typealias Outcome = Result<Output, Failure>
    typealias Operation = UseCaseCall<Input, Output, Failure>
    typealias TestedContract = Contract<Situation, Operation>
    typealias Change = @Sendable (Situation, @escaping Operation, @escaping Hang) -> Operation

    /// What is wrong with it.
    let description: String
    /// The names of all rows that fail.
    let failedRows: Set<String>
    let change: Change

    /// Returns the rows that fail for the mutant of an implementation.
    func rowsFailed(
        of rows: [TestedContract.Row],
        _ arrange: @escaping @Sendable (Situation) -> Operation
    ) async throws -> Set<String> {
        try await violatedRows(of: rows, expected: failedRows) { situation, hang in
            change(situation, arrange(situation), hang)
        }
    }
}

// MARK: - Kinds of mutants

extension Mutant {
    /// Creates a mutant that changes results.
    init(
        _ description: String,
        failing rows: String...,
        answer change: @escaping @Sendable (Situation, Output) -> Output
    ) {
        self.init(description: description, failedRows: Set(rows)) { situation, operation, _ in
            { input throws(Failure) in change(situation, try await operation(input)) }
        }
    }

    /// Creates a mutant that changes failures.
    init(
        _ description: String,
        failing rows: String...,
        failure change: @escaping @Sendable (Failure) -> Outcome
    ) {
        self.init(description: description, failedRows: Set(rows)) { _, operation, _ in
            { input throws(Failure) in
                do throws(Failure) {
                    return try await operation(input)
                } catch {
                    return try change(error).get()
                }
            }
        }
    }

    /// Returns the mutants that handle cancellation incorrectly. `other` is a failure other than `cancelled`.
    static func ofCancellation(_ cancelled: Failure, _ other: Failure) -> [Mutant] {
        let before = "A call that is cancelled before it starts ends as cancelled"
        let waiting = "A call that is cancelled while it waits ends as cancelled, soon"
        let beside = "A call that is cancelled leaves a newer one of the same kind alone"
        return [
            Mutant("takes being cancelled for another failure", failing: before, waiting) { failure in
                .failure(failure == cancelled ? other : failure)
            },
            Mutant(description: "starts although it was cancelled", failedRows: [before]) { _, operation, _ in
                { input throws(Failure) in
                    guard Task.isCancelled else { return try await operation(input) }
                    return try await started(operation, input).value.get()
                }
            },
            Mutant(
                description: "does not notice that it is cancelled while it waits",
                failedRows: [waiting, beside]
            ) { _, operation, hang in
                { input throws(Failure) in
                    if Task.isCancelled { throw cancelled }
                    return try await unreached(hang: hang) { () async throws(Failure) in try await operation(input) }
                }
            },
        ]
    }

    /// Returns the mutant for these rows; `nil` if none of them is about the removed behaviour.
    func against(_ rows: [String]) -> Mutant? {
        let failing = failedRows.intersection(rows)
        return failing.isEmpty
            ? nil : Mutant(description: description, failedRows: failing, change: change)
    }

    /// Runs the operation in a task of its own, which the caller's cancellation does not affect.
    static func started(_ operation: @escaping Operation, _ input: Input) -> Task<Outcome, Never> {
        Task { await Result(async: { () async throws(Failure) in try await operation(input) }) }
    }
}

/// Returns the names of the rows that no mutant fails.
func unfailed<Situation, Subject>(
    _ rows: [Contract<Situation, Subject>.Row],
    by failed: some Sequence<Set<String>>
) -> Set<String> {
    Set(rows.map(\.name)).subtracting(failed.joined())
}
