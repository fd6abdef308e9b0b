import Domain
import DomainContracts
import DomainMocks
import Synchronization
import Testing

@Suite("A mocked search without one of its behaviours fails the rows about it, and no others")
struct SearchMutantTests {
    @Test("Names", arguments: searchMutants)
    func names(_ mutant: SearchMutant) async throws {
        var failed: Set<String> = []
        for row in SearchNamesContract.rows {
            let isImpatient = mutant.hangs && mutant.failedRows.contains(row.name)
            let contract = SearchNamesContract(patience: isImpatient ? .milliseconds(20) : .seconds(60)) { situation in
                ChangedSearch(operation: mutant.change(situation, mockedNames(in: situation).names))
            }
            do {
                try await contract.check(row)
            } catch let violation as ContractViolation {
                failed.insert(violation.row)
            }
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row about names is failed by a mutant", arguments: SearchNamesContract.rows)
    func everyRow(_ row: SearchNamesContract.Row) {
        #expect(searchMutants.contains { $0.failedRows.contains(row.name) })
    }
}

private struct ChangedSearch: SearchNames {
    let operation: SearchNamesContract.Operation

    func names(matching query: NameQuery) async throws(SearchNamesError) -> Snapshot<NameMatches> {
        try await operation(query)
    }
}

/// A search with one behaviour taken out, and the rows that must find it.
struct SearchMutant: Sendable, CustomStringConvertible {
    typealias Operation = SearchNamesContract.Operation

    /// What is wrong with it.
    let description: String
    /// The names of the rows that fail, all of them.
    let failedRows: Set<String>
    /// Whether the failing rows find out by running out of patience.
    var hangs = false
    let change: @Sendable (SearchNamesSituation, @escaping Operation) -> Operation
}

extension SearchMutant {
    /// A mutant that changes answers.
    fileprivate init(
        _ description: String,
        failing rows: String...,
        answer change: @escaping @Sendable (SearchNamesSituation, Snapshot<NameMatches>) -> Snapshot<NameMatches>
    ) {
        self.init(description: description, failedRows: Set(rows)) { situation, operation in
            { query throws(SearchNamesError) in change(situation, try await operation(query)) }
        }
    }

    /// A mutant that changes failures.
    fileprivate init(
        _ description: String,
        failing rows: String...,
        failure change: @escaping @Sendable (SearchNamesError) -> SearchNamesContract.Outcome
    ) {
        self.init(description: description, failedRows: Set(rows)) { _, operation in
            { query throws(SearchNamesError) in
                do throws(SearchNamesError) {
                    return try await operation(query)
                } catch {
                    return try change(error).get()
                }
            }
        }
    }

    /// The operation in a task of its own, which the caller's cancellation does not reach.
    fileprivate static func started(
        _ operation: @escaping Operation,
        _ query: NameQuery
    ) -> Task<SearchNamesContract.Outcome, Never> {
        Task {
            do throws(SearchNamesError) {
                return .success(try await operation(query))
            } catch {
                return .failure(error)
            }
        }
    }
}

extension NameMatches {
    fileprivate func with(_ matches: [NameMatch], total: Int? = nil) -> NameMatches {
        NameMatches(matches: matches, total: total ?? self.total, duration: duration)
    }
}

private let nothing = Snapshot(NameMatches(matches: [], total: 0, duration: .zero), freshness: .live)

private let searchMutants = [
    SearchMutant(
        "orders what it finds by name",
        failing: "Names come in the order of the database",
        "A record that can't be read leaves the others",
        "Of a repeated name one record is listed",
        "A search that is cancelled leaves a newer one alone",
        "Two searches at once each get their own answer"
    ) { _, answer in
        answer.map { $0.with($0.matches.sorted { $0.name.text < $1.name.text }) }
    },
    SearchMutant("loses a part of each match", failing: "Every part of a match comes through") { _, answer in
        answer.map { found in
            found.with(
                found.matches.map {
                    NameMatch(
                        name: $0.name,
                        nameServers: $0.nameServers,
                        country: $0.country,
                        createdAt: $0.createdAt,
                        updatedAt: $0.updatedAt,
                        expiresAt: nil,
                        isDead: $0.isDead
                    )
                }
            )
        }
    },
    SearchMutant(
        description: "takes nothing found for a failure",
        failedRows: ["None found is an empty list, not a failure"]
    ) { _, operation in
        { query throws(SearchNamesError) in
            let answer = try await operation(query)
            if answer.value.matches.isEmpty { throw .unavailable }
            return answer
        }
    },
    SearchMutant(
        "counts one more than there is",
        failing: "None found is an empty list, not a failure",
        "The total counts what there is"
    ) { _, answer in
        answer.map { $0.with($0.matches, total: $0.total + 1) }
    },
    SearchMutant("does not say that an answer is live", failing: "A live answer says so") { _, answer in
        answer.with(freshness: .unknown)
    },
    SearchMutant("tells of gaps where none are", failing: "A complete answer tells of no gaps") { _, answer in
        answer.with(unreadable: answer.unreadable + [FieldPath([])])
    },
    SearchMutant("drops an unreadable record silently", failing: "A record that can't be read is told") {
        situation,
        answer in
        if case .unreadable = situation { answer.with(unreadable: []) } else { answer }
    },
    SearchMutant("gives up the list for one record", failing: "A record that can't be read leaves the others") {
        situation,
        answer in
        if case .unreadable = situation { answer.with(value: nothing.value) } else { answer }
    },
    SearchMutant("lists both of a repeated name", failing: "Of a repeated name one record is listed") {
        situation,
        answer in
        guard case .stored = situation, !answer.unreadable.isEmpty else { return answer }
        return answer.map { $0.with($0.matches.prefix(1) + $0.matches) }
    },
    SearchMutant("drops a repetition silently", failing: "A repeated name is told") { situation, answer in
        if case .stored = situation { answer.with(unreadable: []) } else { answer }
    },
    SearchMutant(
        description: "gives the beginning of a damaged answer",
        failedRows: ["A malformed answer is a failure, not a part of a list"]
    ) { situation, operation in
        { query throws(SearchNamesError) in
            guard case .malformed(let names) = situation else { return try await operation(query) }
            return nothing.map { $0.with(Array(names.prefix(1))) }
        }
    },
    SearchMutant(
        "has an empty list when it reaches nobody",
        failing: "A database out of reach is a failure, not an empty list"
    ) { failure in
        failure == .unavailable ? .success(nothing) : .failure(failure)
    },
    SearchMutant(
        "takes being asked to wait for being out of reach",
        failing: "A database that asks to wait is a failure of its own"
    ) { failure in
        .failure(failure == .busy ? .unavailable : failure)
    },
    SearchMutant(
        "takes being cancelled for being out of reach",
        failing: "A search that is cancelled before it starts ends as cancelled",
        "A search that is cancelled while it waits ends as cancelled, soon"
    ) { failure in
        .failure(failure == .cancelled ? .unavailable : failure)
    },
    SearchMutant(
        description: "starts although it was cancelled",
        failedRows: ["A search that is cancelled before it starts ends as cancelled"]
    ) { _, operation in
        { query throws(SearchNamesError) in
            guard Task.isCancelled else { return try await operation(query) }
            return try await SearchMutant.started(operation, query).value.get()
        }
    },
    SearchMutant(
        description: "does not notice that it is cancelled while it waits",
        failedRows: [
            "A search that is cancelled while it waits ends as cancelled, soon",
            "A search that is cancelled leaves a newer one alone",
        ],
        hangs: true
    ) { _, operation in
        { query throws(SearchNamesError) in
            if Task.isCancelled { throw .cancelled }
            return try await SearchMutant.started(operation, query).value.get()
        }
    },
    SearchMutant(
        description: "shares one request among all queries, and cancels it for everyone",
        failedRows: [
            "A search that is cancelled leaves a newer one alone", "Two searches at once each get their own answer",
        ]
    ) { _, operation in
        let shared = SharedRequest(operation: operation)
        return { query throws(SearchNamesError) in
            let request = shared.request(for: query)
            return try await withTaskCancellationHandler {
                await request.value
            } onCancel: {
                request.cancel()
            }.get()
        }
    },
]

/// One request for everything.
private final class SharedRequest: Sendable {
    private let operation: SearchMutant.Operation
    private let request = Mutex<Task<SearchNamesContract.Outcome, Never>?>(nil)

    init(operation: @escaping SearchMutant.Operation) {
        self.operation = operation
    }

    func request(for query: NameQuery) -> Task<SearchNamesContract.Outcome, Never> {
        request.withLock { request in
            let shared = request ?? SearchMutant.started(operation, query)
            request = shared
            return shared
        }
    }
}
