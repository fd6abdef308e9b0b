/// What every implementation of one use case, or of several that work together, must do, as rows that a test runs.
///
///     let contract = FetchUserOrderContract { situation in
///         LedgerOrders(ledger: ledger(in: situation)).fetchOrders  // your implementation, put into this situation
///     }
///
///     @Test(arguments: FetchUserOrderContract.rows)
///     func holds(_ row: FetchUserOrderContract.Row) async throws {
///         try await contract.check(row)
///     }
///
/// The subject of a read is its operation. The subject of use cases whose effects later calls observe is an arrangement of
/// them over one store. Each row arranges a subject of its own, so rows may run in parallel and in any order.
///
/// Reasons: docs/adr/contracts-and-fakes.md.
public struct Contract<Situation: Sendable, Subject: Sendable>: Sendable {
    let arrange: @Sendable (Situation) async throws -> Subject
    let timeLimit: TimeLimit

    /// Creates the contract for one implementation.
    ///
    /// - Parameters:
    ///   - timeLimit: How long a call may take. A row waits that long only if the implementation doesn't return at all; a
    ///     passing row never does.
    ///   - clock: Measures the time limit.
    ///   - arrange: Builds the subject in a situation. It throws `NotApplicable` for a situation that the implementation
    ///     can't get into; any other error means that the arrangement itself failed.
    public init(
        timeLimit: Duration = .seconds(300),
        clock: any Clock<Duration> = ContinuousClock(),
        _ arrange: @escaping @Sendable (Situation) async throws -> Subject
    ) {
        self.arrange = arrange
        self.timeLimit = TimeLimit(duration: timeLimit, clock: clock)
    }

    /// Checks one row. Returns if the implementation fulfils it.
    ///
    /// Throws `ContractViolation` if the implementation doesn't, `NotApplicable` if the implementation can't get into the
    /// situation (a row that was not tried never passes by itself: the test decides what happens), and any other error that the
    /// arrangement throws.
    public func check(_ row: Row) async throws {
        do {
            try await row.check(self)
        } catch let mismatch as Mismatch {
            throw ContractViolation(row: row.name, expected: mismatch.expected, found: mismatch.found)
        }
    }

    /// One requirement for every implementation.
    public struct Row: Sendable, Identifiable, CustomStringConvertible {
        /// The requirement in a sentence. Unique in its contract.
        public let name: String
        let check: @Sendable (Contract) async throws -> Void

        /// The name.
        public var id: String { name }
        /// The name.
        public var description: String { name }
    }
}

/// An implementation does not fulfil a row of its contract.
public struct ContractViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the row.
    public let row: String
    /// What the row requires.
    public let expected: String
    /// What the implementation did.
    public let found: String

    /// All three, in one line.
    public var description: String { "\(row): expected \(expected), found \(found)" }
}

extension Contract {
    /// Returns how a call ends.
    func outcome<Output: Sendable, Failure: Error>(
        cancelled: Bool = false,
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) async throws -> Result<Output, Failure> {
        let calls = CallsUnderWay<Output, Failure>(timeLimit)
        let call = calls.start(cancelled: cancelled, operation)
        return try await calls.outcome(of: call, expected: "an end of the call")
    }

    /// Returns what a call returns. Throws `Mismatch` if the call fails.
    @discardableResult
    func answer<Output: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) async throws -> Output {
        try await outcome(operation).expectAnswer()
    }

    /// Throws unless a call ends as `failure`.
    func expectFailure<Output: Sendable, Failure: Error & Equatable>(
        _ failure: Failure,
        cancelled: Bool = false,
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) async throws {
        try await outcome(cancelled: cancelled, operation).expect(failure)
    }

    /// Throws unless a call that is cancelled while the gate delays it ends as `cancelled`, soon.
    ///
    /// - Parameter arrange: Arranges that the gate delays the response, and returns the call.
    func expectCancelled<Output: Sendable, Failure: Error & Equatable>(
        _ cancelled: Failure,
        _ arrange: (Gate) async throws -> @Sendable () async throws(Failure) -> Output
    ) async throws {
        let calls = CallsUnderWay<Output, Failure>(timeLimit)
        let call = calls.start(try await arrange(calls.gate))
        try await calls.gateReached()
        calls.cancel(call)
        try await calls.outcome(of: call, expected: "\(cancelled)").expect(cancelled)
    }
}

extension Result {
    func expectAnswer() throws -> Success {
        guard case .success(let answer) = self else { throw Mismatch(expected: "an answer", found: text) }
        return answer
    }

    func expect(_ failure: Failure) throws where Failure: Equatable {
        if case .failure(failure) = self { return }
        throw Mismatch(expected: "\(failure)", found: text)
    }

    var text: String {
        switch self {
        case .success(let answer): "an answer: \(answer)"
        case .failure(let failure): "\(failure)"
        }
    }
}
