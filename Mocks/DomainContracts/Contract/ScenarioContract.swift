/// What every implementation of use cases that work together must do, as rows that a test runs: a `Contract` for calls
/// that leave something behind, which a later call finds.
///
///     let contract = SettingsContract { start in ... }  // builds your implementations over one store
///
///     @Test(arguments: SettingsContract.rows)
///     func holds(_ row: SettingsContract.Row) async throws {
///         try await contract.check(row)
///     }
///
/// Each row arranges implementations of its own, so rows may run in parallel and in any order.
public struct ScenarioContract<Situation: Sendable, Arrangement: Sendable>: Sendable {
    let arrange: @Sendable (Situation) async throws -> Arrangement
    let patience: Duration

    /// Makes the contract for one set of implementations.
    ///
    /// - Parameters:
    ///   - patience: How long a call may take. Only an implementation that does not answer at all makes a row wait so
    ///     long; a passing row never does.
    ///   - arrange: Builds the implementations in a situation. It throws `NotApplicable` for a situation they can't get
    ///     into; any other error means that the arrangement itself failed.
    public init(
        patience: Duration = .seconds(300),
        _ arrange: @escaping @Sendable (Situation) async throws -> Arrangement
    ) {
        self.arrange = arrange
        self.patience = patience
    }

    /// Checks one row: returns if it holds, and throws as `Contract.check` does.
    public func check(_ row: Row) async throws {
        do {
            try await row.check(self)
        } catch let mismatch as Mismatch {
            throw ContractViolation(row: row.name, expected: mismatch.expected, found: mismatch.found)
        }
    }

    /// One thing that every implementation must do.
    public struct Row: Sendable, Identifiable, CustomStringConvertible {
        /// What must be so, in a sentence. Unique in its contract.
        public let name: String
        let check: @Sendable (ScenarioContract) async throws -> Void

        /// The name.
        public var id: String { name }
        /// The name.
        public var description: String { name }
    }
}

extension ScenarioContract {
    /// How a call of `operation` ends.
    func outcome<Output: Sendable, Failure: Error>(
        cancelled: Bool = false,
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) async throws -> Result<Output, Failure> {
        var calls = CallsUnderWay<Void, Output, Failure>(patience: patience)
        defer { calls.abandon() }
        let call = calls.start({ _ throws(Failure) in try await operation() }, (), cancelled: cancelled)
        return try await calls.outcome(of: call, expected: "an end of the call")
    }

    /// What a call of `operation` answers, which must not fail.
    func answer<Output: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) async throws -> Output {
        switch try await outcome(operation) {
        case .success(let answer): return answer
        case .failure(let failure): throw Mismatch(expected: "an answer", found: "\(failure)")
        }
    }

    /// Sees that a call of `operation` ends as `failure`.
    func expectFailure<Output: Sendable, Failure: Error & Equatable>(
        _ failure: Failure,
        cancelled: Bool = false,
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) async throws {
        switch try await outcome(cancelled: cancelled, operation) {
        case .success(let answer): throw Mismatch(expected: "\(failure)", found: "an answer: \(answer)")
        case .failure(let found): try expect(found, failure)
        }
    }
}
