/// What every implementation of one use case must do, as rows that a test runs.
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
/// Each row arranges an implementation of its own, so rows may run in parallel and in any order.
public struct Contract<Situation: Sendable, Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// The operation of the use case.
    public typealias Operation = @Sendable (Input) async throws(Failure) -> Output
    /// How a call ends.
    public typealias Outcome = Result<Output, Failure>

    let arrange: @Sendable (Situation) async throws -> Operation
    let patience: Duration

    /// Makes the contract for one implementation.
    ///
    /// - Parameters:
    ///   - patience: How long a call may take. Only an implementation that doesn't answer at all makes a row wait so
    ///     long; a passing row never does.
    ///   - arrange: Builds the implementation in a situation and returns its operation. It throws `NotApplicable` for a
    ///     situation that the implementation can't get into; any other error means that the arrangement itself failed.
    public init(
        patience: Duration = .seconds(300),
        _ arrange: @escaping @Sendable (Situation) async throws -> Operation
    ) {
        self.arrange = arrange
        self.patience = patience
    }

    /// Checks one row: returns if it holds.
    ///
    /// Throws `ContractViolation` if it does not, `NotApplicable` if the implementation can't get into the situation (a
    /// row that was not tried never passes by itself: the test says what becomes of it), and whatever else the
    /// arrangement throws.
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
        let check: @Sendable (Contract) async throws -> Void

        /// The name.
        public var id: String { name }
        /// The name.
        public var description: String { name }
    }
}
