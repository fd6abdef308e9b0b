import Domain
package import DomainContracts
import Synchronization

/// What a mutant calls when it has begun to hang, so that no row waits for what never comes.
package typealias Hang = @Sendable () -> Void

/// Use cases with one behaviour taken out, and the rows that must find it.
package struct PartsMutant<Parts>: Sendable, CustomStringConvertible {
    /// What is wrong with them.
    package let description: String
    /// The names of all rows that fail.
    package let failedRows: Set<String>
    private let change: @Sendable (inout Parts, @escaping Hang) -> Void

    /// A mutant that changes parts.
    package init(_ description: String, failing rows: String..., change: @escaping @Sendable (inout Parts) -> Void) {
        self.init(description, failing: rows) { parts, _ in change(&parts) }
    }

    /// A mutant that may hang.
    package init(
        _ description: String,
        failing rows: String...,
        change: @escaping @Sendable (inout Parts, @escaping Hang) -> Void
    ) {
        self.init(description, failing: rows, change: change)
    }

    package init(
        _ description: String,
        failing rows: [String],
        change: @escaping @Sendable (inout Parts, @escaping Hang) -> Void
    ) {
        self.description = description
        failedRows = Set(rows)
        self.change = change
    }

    /// The rows that do not hold for the mutant.
    ///
    /// - Parameter arrange: Arranges a subject in a situation, of parts that it changes.
    package func rowsFailed<Situation, Subject>(
        of rows: [Contract<Situation, Subject>.Row],
        _ arrange: @escaping @Sendable (Situation, (inout Parts) -> Void) async throws -> Subject
    ) async throws -> Set<String> {
        try await violatedRows(of: rows, expected: failedRows) { [change] situation, hang in
            try await arrange(situation) { change(&$0, hang) }
        }
    }
}

/// The names of the rows that don't hold for a subject. In those that are expected a wait ends as soon as the subject hangs.
package func violatedRows<Situation, Subject>(
    of rows: [Contract<Situation, Subject>.Row],
    expected: Set<String>,
    _ arrange: @escaping @Sendable (Situation, @escaping Hang) async throws -> Subject
) async throws -> Set<String> {
    var violated: Set<String> = []
    for row in rows {
        let hanging = HangClock()
        let clock: any Clock<Duration> = expected.contains(row.name) ? hanging : ContinuousClock()
        let contract = Contract<Situation, Subject>(clock: clock) { try await arrange($0, hanging.hang) }
        do {
            try await contract.check(row)
        } catch let violation as ContractViolation {
            violated.insert(violation.row)
        }
    }
    return violated
}

/// A clock on which no time passes until something hangs, and then all of it.
package final class HangClock: Clock {
    private let state = Mutex<(hangs: Bool, sleepers: [AsyncStream<Never>.Continuation])>((false, []))

    package init() {}

    package var now: ContinuousClock.Instant { .now }
    package var minimumResolution: Duration { .zero }

    @Sendable package func hang() {
        let sleepers = state.withLock { state in
            defer { state = (true, []) }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.finish() }
    }

    package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let (sleep, sleeper) = AsyncStream<Never>.makeStream()
        state.withLock { state in
            if state.hangs { sleeper.finish() } else { state.sleepers.append(sleeper) }
        }
        for await _ in sleep {}
        try Task.checkCancellation()
    }
}

/// Runs `body` in a task of its own, which the caller's cancellation does not reach; that is a hang.
package func unreached<Value: Sendable, Failure: Error>(
    hang: @escaping Hang = {},
    _ body: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let task = Task { await Result(async: body) }
    return try await withTaskCancellationHandler {
        await task.value
    } onCancel: {
        hang()
    }.get()
}
