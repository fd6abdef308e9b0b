import Domain
import DomainContracts
import DomainMocks
import TestSupport
import Testing

private struct BrokenArrangement: Error {}

@Suite("What a contract tells about an implementation")
struct ContractTests {
    private static let firstRow = FetchUserOrderContract.rows[0]

    private static func row(_ name: String) throws -> FetchUserOrderContract.Row {
        try #require(FetchUserOrderContract.rows.first { $0.name == name })
    }

    @Test("The names of its rows are unique")
    func uniqueNames() {
        #expect(Set(FetchUserOrderContract.rows.map(\.name)).count == FetchUserOrderContract.rows.count)
        #expect(Set(FetchUserAddressesContract.rows.map(\.name)).count == FetchUserAddressesContract.rows.count)
        #expect(Set(SearchNamesContract.rows.map(\.name)).count == SearchNamesContract.rows.count)
        #expect(Set(FetchReservationsContract.rows.map(\.name)).count == FetchReservationsContract.rows.count)
        #expect(Set(ReservationsContract.rows.map(\.name)).count == ReservationsContract.rows.count)
        #expect(Set(SignInContract.rows.map(\.name)).count == SignInContract.rows.count)
        #expect(Set(SignOutContract.rows.map(\.name)).count == SignOutContract.rows.count)
        #expect(Set(FetchProfileContract.rows.map(\.name)).count == FetchProfileContract.rows.count)
        #expect(Set(DealsContract.rows.map(\.name)).count == DealsContract.rows.count)
        #expect(Set(SettingsContract.rows.map(\.name)).count == SettingsContract.rows.count)
    }

    @Test("A violation names the row, what was expected and what was found")
    func violation() async throws {
        let contract = FetchUserOrderContract { _ in MockFetchUserOrder(orders: [:]).fetchOrders }
        let row = try Self.row("A refused sign-in is a failure of its own")
        let violation = try await #require(throws: ContractViolation.self) { try await contract.check(row) }
        #expect(
            violation.description
                == "A refused sign-in is a failure of its own: expected unauthorised, found unknownUser"
        )
    }

    @Test("A situation that is not applicable does not pass by itself")
    func notApplicable() async throws {
        let contract = FetchUserOrderContract { _ in throw NotApplicable("nothing is kept") }
        let error = try await #require(throws: NotApplicable.self) { try await contract.check(Self.firstRow) }
        #expect(error.description == "not applicable: nothing is kept")
    }

    @Test("An arrangement that breaks is not taken for a violation")
    func brokenArrangement() async {
        let contract = FetchUserOrderContract { _ in throw BrokenArrangement() }
        await #expect(throws: BrokenArrangement.self) { try await contract.check(Self.firstRow) }
    }

    @Test("An implementation that never ends fails every row", arguments: FetchUserOrderContract.rows)
    func neverEnds(_ row: FetchUserOrderContract.Row) async {
        let clock = HangClock()
        clock.hang()
        let contract = FetchUserOrderContract(clock: clock) { _ in NeverEnding().fetchOrders }
        await #expect(throws: ContractViolation.self) { try await contract.check(row) }
    }

    @Test("Passing the gate notices cancellation")
    func passes() async throws {
        let contract = FetchUserOrderContract { situation in
            guard case .heldUp(let gate, _) = situation else { throw BrokenArrangement() }
            return Gated(gate: gate).fetchOrders
        }
        try await contract.check(Self.row("A call that is cancelled while it waits ends as cancelled, soon"))
    }

    @Test("Passing the gate may ignore cancellation, and then the implementation must not")
    func passesIgnoringCancellation() async throws {
        let clock = HangClock()
        let contract = FetchUserOrderContract(clock: clock) { situation in
            guard case .heldUp(let gate, _) = situation else { throw BrokenArrangement() }
            return Gated(gate: gate, hang: clock.hang).fetchOrders
        }
        let row = try Self.row("A call that is cancelled while it waits ends as cancelled, soon")
        let violation = try await #require(throws: ContractViolation.self) { try await contract.check(row) }
        #expect(violation.expected == "cancelled")
    }

    @Test("An implementation that answers without its store can't pass for one that waits")
    func doesNotWait() async throws {
        let contract = FetchUserOrderContract { _ in MockFetchUserOrder(orders: SampleAccount.orders).fetchOrders }
        let row = try Self.row("A call that is cancelled while it waits ends as cancelled, soon")
        let violation = try await #require(throws: ContractViolation.self) { try await contract.check(row) }
        #expect(violation.found.hasPrefix("an answer: "))
    }
}

/// The sample orders, behind a gate. It hangs where it does not notice being cancelled.
private struct Gated: FetchUserOrder {
    let gate: Gate
    var hang: Hang?

    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        if let hang {
            await withTaskCancellationHandler {
                await gate.passIgnoringCancellation()
            } onCancel: {
                hang()
            }
        } else {
            do { try await gate.pass() } catch { throw .cancelled }
        }
        return Snapshot(SampleAccount.orders[SampleAccount.ada] ?? [], freshness: .live)
    }
}

/// A use case that ends neither by itself nor when it is cancelled.
private struct NeverEnding: FetchUserOrder {
    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        let (never, continuation) = AsyncStream<Never>.makeStream()
        await Task { for await _ in never {} }.value
        continuation.finish()
        throw .unavailable
    }
}
