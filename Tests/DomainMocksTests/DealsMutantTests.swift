import Domain
import DomainContracts
import Foundation
import Synchronization
import Testing

@testable import DomainMocks

@Suite("Mocked offers without one of their behaviours fail the rows about it, and no others")
struct DealsMutantTests {
    @Test("Offers", arguments: dealsMutants)
    func deals(_ mutant: DealsMutant) async throws {
        var failed: Set<String> = []
        for row in DealsContract.rows {
            let isImpatient = mutant.hangs && mutant.failedRows.contains(row.name)
            let contract = DealsContract(patience: isImpatient ? .milliseconds(20) : .seconds(60)) { store in
                try await mutant.arrange(store)
            }
            do {
                try await contract.check(row)
            } catch let violation as ContractViolation {
                failed.insert(violation.row)
            }
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row about offers is failed by a mutant", arguments: DealsContract.rows)
    func everyRow(_ row: DealsContract.Row) {
        #expect(dealsMutants.contains { $0.failedRows.contains(row.name) })
    }
}

/// Offers with one behaviour taken out, and the rows that must find it.
struct DealsMutant: Sendable, CustomStringConvertible {
    /// What is wrong with it.
    let description: String
    /// The names of the rows that fail, all of them.
    let failedRows: Set<String>
    /// Whether the failing rows find out by running out of patience.
    let hangs: Bool
    let arrange: @Sendable (DealsStore) async throws -> DealsArrangement
}

extension DealsMutant {
    /// A mutant that makes something else of what the store has.
    fileprivate init(
        _ description: String,
        failing rows: String...,
        making change: @escaping @Sendable (DealsStore, Snapshot<[Deal]>) -> Snapshot<[Deal]>
    ) {
        self.init(description: description, failedRows: Set(rows), hangs: false) { store in
            let mock = MockDeals(deals: [])
            let set: @Sendable (DealsStore) async throws -> Void = { store in
                mock.set(store)
                switch store {
                case .answers, .answersPartly:
                    // What the mock makes of the store, without its observers.
                    let answer = try await mock.refreshes(())
                    mock.refreshes.stub(.success(change(store, answer)))
                default:
                    break
                }
            }
            try await set(store)
            return DealsArrangement(observe: mock, refresh: mock, set: set)
        }
    }

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

    /// A mutant that refreshes otherwise.
    fileprivate init(
        _ description: String,
        hangs: Bool = false,
        failing rows: String...,
        refreshing change: @escaping @Sendable (MockDeals) async throws(DealsError) -> Void
    ) {
        self.init(description: description, failedRows: Set(rows), hangs: hangs) { store in
            let mock = MockDeals(deals: [])
            mock.set(store)
            return DealsArrangement(observe: mock, refresh: ChangedRefresh(mock: mock, change: change), set: mock.set)
        }
    }
}

private struct ChangedRefresh: RefreshDeals {
    let mock: MockDeals
    let change: @Sendable (MockDeals) async throws(DealsError) -> Void

    func refreshDeals() async throws(DealsError) { try await change(mock) }
}

/// Observers of a mock's refreshes, told in a wrong manner.
final class DealsHub: ObserveDeals, RefreshDeals {
    enum Manner {
        case newsAlone, everything, nobodyButTheFirst, noFailures, failuresFirst, cancellationsToo
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
        let (all, everything) = AsyncStream<DealsUpdate>.makeStream()
        let mailbox = DealsMailbox()
        let tell: @Sendable (DealsUpdate) -> Void = { [manner] update in
            switch (manner, update) {
            case (.everything, _): everything.yield(update)
            case (.failuresFirst, .failure): mailbox.replace(with: update)
            default: mailbox.put(update)
            }
        }
        state.withLock { state in
            if manner == .nobodyButTheFirst, !state.observers.isEmpty { return }
            if manner != .newsAlone, let known = state.known { tell(known) }
            state.observers.append((tell, mailbox.close))
        }
        if manner == .everything { return all }
        return mailbox.updates { [weak self] in if self?.manner == .endingTogether { self?.end() } }
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

private let laterKnows = "Who comes later gets what is known at once"
private let keepsList = "A failure does not take the place of a list that was not read yet"
private let gone = "What the store offers no more is gone after the next refresh"
private let latest = "A slow reader gets the latest update, and not all of them"
private let takesNothing = "A failure takes nothing back"
private let newsAfterFailure = "After a failure the next news still come"
private let othersStay = "Who stops observing is told no more, and others still are"
private let cancelledBefore = "A refresh that is cancelled before it starts ends as cancelled"
private let cancelledWaiting = "A refresh that is cancelled while it waits ends as cancelled, soon"
private let cancelledSilently = "Nobody is told of a refresh that was cancelled"

extension DealsStore {
    fileprivate var deals: [Deal] {
        switch self {
        case .answers(let deals), .answersPartly(let deals): deals
        default: []
        }
    }

    fileprivate var isPartly: Bool { if case .answersPartly = self { true } else { false } }

    fileprivate var repeats: Bool { Set(deals.map(\.id)).count < deals.count }
}

private let dealsMutants = [
    DealsMutant(
        "lists offers as the store has them",
        failing: "Offers come in the order in which they end, past ones among them",
        laterKnows,
        takesNothing
    ) { store, answer in
        answer.map { answer in
            store.deals.reduce(into: []) { kept, deal in
                if answer.contains(deal) { kept.append(deal) }
            }
        }
    },
    DealsMutant(
        "hides what is over",
        failing: "Offers come in the order in which they end, past ones among them",
        "Every part of an offer comes through",
        "An offer that can't be read leaves the others",
        "Of a repeated offer one is listed",
        laterKnows,
        "Everyone who observes gets the news",
        othersStay,
        takesNothing
    ) { _, answer in
        answer.map { $0.filter { $0.isCurrent(at: Date(timeIntervalSince1970: 1_750_000_000)) } }
    },
    DealsMutant(
        "loses the terms",
        failing: "Every part of an offer comes through",
        gone,
        latest,
        keepsList,
        newsAfterFailure,
        cancelledSilently
    ) { _, answer in
        answer.map { deals in
            deals.map { Deal(id: $0.id, title: $0.title, subtitle: $0.subtitle, end: $0.end, terms: "") }
        }
    },
    DealsMutant("does not say that news are live", failing: "What a refresh has brought says that it is live") {
        $1.with(freshness: .unknown)
    },
    DealsMutant("tells of gaps where none are", failing: "A complete list tells of no gaps") {
        $1.with(unreadable: $1.unreadable + [FieldPath([])])
    },
    DealsMutant("drops an unreadable offer silently", failing: "An offer that can't be read is told") {
        $0.isPartly ? $1.with(unreadable: []) : $1
    },
    DealsMutant("gives up the list for one offer", failing: "An offer that can't be read leaves the others") {
        $0.isPartly ? $1.with(value: []) : $1
    },
    DealsMutant("lists both of a repeated offer", failing: "Of a repeated offer one is listed") {
        $0.repeats ? $1.with(value: $0.deals) : $1
    },
    DealsMutant("drops a repetition silently", failing: "A repeated offer is told") {
        $0.repeats ? $1.with(unreadable: []) : $1
    },
    DealsMutant(
        "takes no offers for a failure",
        failing: "A store without offers is an empty list",
        latest
    ) { mock throws(DealsError) in
        if case .success(let answer) = await Result(async: { () async throws(DealsError) in
            try await mock.refreshes(())
        }), answer.value.isEmpty {
            throw .malformed
        }
        try await mock.refreshDeals()
    },
    DealsMutant(
        description: "keeps what the store offers no more",
        failedRows: [gone, latest],
        hangs: false
    ) { store in
        let mock = MockDeals(deals: [])
        let all = Mutex<[Deal]>(store.deals)
        mock.set(store)
        return DealsArrangement(observe: mock, refresh: mock) { store in
            guard case .answers(let deals) = store else { return mock.set(store) }
            mock.set(
                .answers(
                    all.withLock { all in
                        all += deals
                        return all
                    }
                )
            )
        }
    },
    DealsMutant("tells news alone", hangs: true, failing: laterKnows, takesNothing, telling: .newsAlone),
    DealsMutant(
        "tells nobody but the first",
        hangs: true,
        failing: "Everyone who observes gets the news",
        gone,
        othersStay,
        telling: .nobodyButTheFirst
    ),
    DealsMutant("keeps all updates for a slow reader", failing: latest, gone, telling: .everything),
    DealsMutant("ends for all when one leaves", failing: othersStay, telling: .endingTogether),
    DealsMutant(
        "keeps failures from those who observe",
        hangs: true,
        failing: "A store out of reach is told those who observe",
        "A malformed answer is told those who observe",
        "Being asked to sign in is told those who observe",
        newsAfterFailure,
        keepsList,
        telling: .noFailures
    ),
    DealsMutant(
        "tells a failure in the place of a list",
        failing: keepsList,
        telling: .failuresFirst
    ),
    DealsMutant("ends at a failure", failing: newsAfterFailure, cancelledSilently, telling: .endingAtFailures),
    DealsMutant(
        "forgets at a failure",
        hangs: true,
        failing: takesNothing,
        telling: .forgettingAtFailures
    ),
    DealsMutant(
        "tells those who observe of a cancelled refresh",
        failing: cancelledSilently,
        telling: .cancellationsToo
    ),
    DealsMutant(
        "hides failures of the refresh",
        failing: "A store out of reach is a failure of the refresh",
        "A malformed answer is a failure of the refresh",
        "Being asked to sign in is a failure of the refresh"
    ) { mock throws(DealsError) in
        do throws(DealsError) {
            try await mock.refreshDeals()
        } catch {
            if error == .cancelled { throw error }
        }
    },
    DealsMutant(
        "takes being cancelled for being out of reach",
        failing: cancelledBefore,
        cancelledWaiting,
        cancelledSilently
    ) { mock throws(DealsError) in
        do throws(DealsError) {
            try await mock.refreshDeals()
        } catch {
            throw error == .cancelled ? .unavailable : error
        }
    },
    DealsMutant("starts although it was cancelled", failing: cancelledBefore) { mock throws(DealsError) in
        guard Task.isCancelled else { return try await mock.refreshDeals() }
        try await Task { await Result(async: mock.refreshDeals) }.value.get()
    },
    DealsMutant(
        "does not notice that it is cancelled while it waits",
        hangs: true,
        failing: cancelledWaiting,
        cancelledSilently
    ) { mock throws(DealsError) in
        if Task.isCancelled { throw .cancelled }
        try await Task { await Result(async: mock.refreshDeals) }.value.get()
    },
]

extension Result {
    /// Keeps the error's type where `Task` would widen it.
    fileprivate init(async body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
