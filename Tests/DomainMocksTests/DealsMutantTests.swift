import Domain
import DomainContracts
import DomainMocks
import Synchronization
import Testing

@Suite("Mocked offers without one of their behaviours fail the rows about it, and no others")
struct DealsMutantTests {
    @Test("What a refresh brings", arguments: dealReadMutants)
    func reads(_ mutant: ReadMutant<UserID, [Deal]>) async throws {
        let failed = try await violatedRows(of: readRows) { row in
            let isImpatient = mutant.hangs && mutant.failedRows.contains(row.name)
            let contract = DealsContract(patience: isImpatient ? .milliseconds(20) : .seconds(300)) { situation in
                let deals = ChangedReads(mutant)
                deals.set(situation)
                return DealsArrangement(observe: deals, refresh: deals, set: deals.set)
            }
            try await contract.check(row)
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("What observers get", arguments: dealsMutants)
    func observers(_ mutant: DealsMutant) async throws {
        let failed = try await violatedRows(of: DealsContract.rows) { row in
            let isImpatient = mutant.hangs && mutant.failedRows.contains(row.name)
            let contract = DealsContract(patience: isImpatient ? .milliseconds(20) : .seconds(300), mutant.arrange)
            try await contract.check(row)
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row is failed by a mutant")
    func everyRow() {
        let failed = dealsMutants.flatMap(\.failedRows) + dealReadMutants.flatMap(\.failedRows)
        #expect(Set(DealsContract.rows.map(\.name)).subtracting(failed) == [])
    }
}

// MARK: - What a refresh brings

private let inOrder = "Offers come in the order in which they end, past ones among them"

/// The rows that offers share with other lists.
private let readRows = DealsContract.rows.filter { row in
    row.name == inOrder || FetchUserOrderContract.rows.contains { $0.name == row.name }
}

private let dealReadMutants = ReadMutant<UserID, [Deal]>.ofLists(
    against: readRows.map(\.name),
    blank: [],
    damage: { Deal(id: $0.id, title: $0.title, subtitle: $0.subtitle, end: $0.end, terms: "") },
    orders: [inOrder],
    map: { $1($0) }
)

/// A mock whose refreshes a mutant has changed.
private final class ChangedReads: ObserveDeals, RefreshDeals {
    private let mutant: ReadMutant<UserID, [Deal]>
    private let mock = MockDeals(deals: [])
    private let updates = ReadUpdates<[Deal]>()
    private let situation = Mutex<DealsSituation>(.unavailable)

    init(_ mutant: ReadMutant<UserID, [Deal]>) {
        self.mutant = mutant
    }

    @Sendable func set(_ next: DealsSituation) {
        situation.withLock { $0 = next }
        mock.set(next)
    }

    func deals() -> AsyncStream<DealsUpdate> { updates.observe() }

    func refreshDeals() async throws(ReadError) {
        let read = mutant.change(situation.withLock { $0 }) { [mock] _ throws(ReadError) in
            try await mock.refreshes(())
        }
        do throws(ReadError) {
            updates.send(.success(try await read(UserID("ada"))))
        } catch {
            if error != .cancelled { updates.send(.failure(error)) }
            throw error
        }
    }
}

// MARK: - What observers get

/// Offers with one behaviour taken out, and the rows that must find it.
struct DealsMutant: Sendable, CustomStringConvertible {
    /// What is wrong with it.
    let description: String
    /// The names of the rows that fail, all of them.
    let failedRows: Set<String>
    /// Whether the failing rows find out by running out of patience.
    let hangs: Bool
    let arrange: @Sendable (DealsSituation) async throws -> DealsArrangement
}

extension DealsMutant {
    /// A mutant that tells its observers otherwise.
    fileprivate init(
        _ description: String,
        hangs: Bool = false,
        failing rows: String...,
        telling manner: DealsHub.Manner
    ) {
        self.init(description: description, failedRows: Set(rows), hangs: hangs) { store in
            let mock = MockDeals(deals: [])
            mock.set(store)
            let hub = DealsHub(mock, manner)
            return DealsArrangement(observe: hub, refresh: hub, set: mock.set)
        }
    }
}

/// Observers of a mock's refreshes, told in a wrong manner.
final class DealsHub: ObserveDeals, RefreshDeals {
    enum Manner {
        case newsAlone, everything, nobodyButTheFirst, noFailures, latestAlone, cancellationsToo
        case endingAtFailures, forgettingAtFailures, endingTogether
    }

    private struct State {
        var known: DealsUpdate?
        var observers: [(tell: @Sendable (DealsUpdate) -> Void, end: @Sendable () -> Void)] = []
    }

    private let mock: MockDeals
    private let manner: Manner
    private let state = Mutex(State())

    init(_ mock: MockDeals, _ manner: Manner) {
        self.mock = mock
        self.manner = manner
    }

    func deals() -> AsyncStream<DealsUpdate> {
        let observer = observer
        state.withLock { state in
            if manner == .nobodyButTheFirst, !state.observers.isEmpty { return }
            if manner != .newsAlone, let known = state.known { observer.tell(known) }
            state.observers.append((observer.tell, observer.end))
        }
        return observer.updates
    }

    private typealias Observer = (
        updates: AsyncStream<DealsUpdate>, tell: @Sendable (DealsUpdate) -> Void, end: @Sendable () -> Void
    )

    private var observer: Observer {
        switch manner {
        case .everything, .latestAlone, .endingTogether:
            let policy: AsyncStream<DealsUpdate>.Continuation.BufferingPolicy =
                manner == .everything ? .unbounded : .bufferingNewest(1)
            let (updates, continuation) = AsyncStream<DealsUpdate>.makeStream(bufferingPolicy: policy)
            if manner == .endingTogether { continuation.onTermination = { [weak self] _ in self?.end() } }
            return (updates, { continuation.yield($0) }, { continuation.finish() })
        default:
            let mailbox = ReadMailbox<[Deal]>()
            return (mailbox.updates(), mailbox.put, mailbox.close)
        }
    }

    func refreshDeals() async throws(DealsError) {
        do throws(DealsError) {
            let news = DealsUpdate.success(try await mock.refreshes(()))
            tell(news)
            state.withLock { $0.known = news }
        } catch {
            if manner == .forgettingAtFailures { state.withLock { $0.known = nil } }
            if manner != .noFailures, error != .cancelled || manner == .cancellationsToo { tell(.failure(error)) }
            if manner == .endingAtFailures { end() }
            throw error
        }
    }

    private func tell(_ update: DealsUpdate) {
        let observers = state.withLock { $0.observers }
        for observer in observers { observer.tell(update) }
    }

    private func end() {
        let observers = state.withLock { state in
            defer { state.observers = [] }
            return state.observers
        }
        for observer in observers { observer.end() }
    }
}

private let keepsList = "A failure does not replace a list that was not read yet"
private let gone = "What the store no longer offers is gone after the next refresh"
private let latest = "A slow observer gets the latest update, and not all of them"
private let laterKnows = "A later observer gets what is known at once"
private let newsAfterFailure = "After a failure the next news still come"
private let othersStay = "An observer that leaves gets no more news, and the others still do"
private let silent = "A cancelled refresh is not reported to observers"
private let takesNothing = "A failure takes nothing back"

private let dealsMutants = [
    DealsMutant(description: "keeps what the store no longer offers", failedRows: [gone, latest], hangs: false) {
        situation in
        let mock = MockDeals(deals: [])
        let all = Mutex<[Deal]>([])
        let set: @Sendable (DealsSituation) -> Void = { situation in
            guard case .stored(let stored) = situation else { return mock.set(situation) }
            let deals = all.withLock { all in
                all += stored[UserID("ada"), default: []]
                return all
            }
            mock.set(.stored([UserID("ada"): deals]))
        }
        set(situation)
        return DealsArrangement(observe: mock, refresh: mock, set: set)
    },
    DealsMutant("tells news alone", hangs: true, failing: laterKnows, takesNothing, telling: .newsAlone),
    DealsMutant(
        "tells nobody but the first",
        hangs: true,
        failing: "Every observer gets the news",
        othersStay,
        telling: .nobodyButTheFirst
    ),
    DealsMutant("keeps all updates for a slow reader", failing: latest, gone, telling: .everything),
    DealsMutant("ends for all when one leaves", failing: othersStay, keepsList, telling: .endingTogether),
    DealsMutant(
        "keeps failures from observers",
        hangs: true,
        failing: "A store out of reach is reported to observers",
        "A damaged answer is reported to observers",
        "A refused sign-in is reported to observers",
        newsAfterFailure,
        keepsList,
        telling: .noFailures
    ),
    DealsMutant("tells a failure in the place of a list", failing: keepsList, telling: .latestAlone),
    DealsMutant("ends at a failure", failing: newsAfterFailure, silent, telling: .endingAtFailures),
    DealsMutant("forgets at a failure", hangs: true, failing: takesNothing, telling: .forgettingAtFailures),
    DealsMutant("tells observers of a cancelled refresh", failing: silent, telling: .cancellationsToo),
]
