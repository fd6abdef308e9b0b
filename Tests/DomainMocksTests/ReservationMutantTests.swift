import Domain
import DomainContracts
import DomainMocks
import Foundation
import Synchronization
import Testing

@Suite("Mocked reservations without one of their behaviours fail the rows about it, and no others")
struct ReservationMutantTests {
    @Test("Reservations", arguments: reservationMutants)
    func reservations(_ mutant: ReservationMutant) async throws {
        var failed: Set<String> = []
        for row in ReservationsContract.rows {
            let isImpatient = mutant.hangs && mutant.failedRows.contains(row.name)
            let contract = ReservationsContract(patience: isImpatient ? .milliseconds(20) : .seconds(60)) { situation in
                ChangedReservations(change: mutant.change(situation), store: mockedReservations(in: situation))
            }
            do {
                try await contract.check(row)
            } catch let violation as ContractViolation {
                failed.insert(violation.row)
            }
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row about reservations is failed by a mutant", arguments: ReservationsContract.rows)
    func everyRow(_ row: ReservationsContract.Row) {
        #expect(reservationMutants.contains { $0.failedRows.contains(row.name) })
    }
}

private typealias Reply = Result<ReservationReply, ReservationsError>
private typealias Answer = @Sendable (ReservationCall) async -> Reply

/// The mock behind a change of its calls and replies.
private struct ChangedReservations: ReserveName, CancelReservation, FetchReservations {
    let change: @Sendable (ReservationCall, @escaping Answer) async -> Reply
    let store: MockReservations

    func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey
    ) async throws(ReservationsError) -> Reservation {
        guard case .made(let made) = try await reply(.reserve(name, key: key), user) else { throw .malformed }
        return made
    }

    func cancel(_ reservation: ReservationID, of user: UserID) async throws(ReservationsError) {
        _ = try await reply(.cancel(reservation), user)
    }

    func reservations(of user: UserID) async throws(ReservationsError) -> Snapshot<[Reservation]> {
        guard case .all(let all) = try await reply(.fetch, user) else { throw .malformed }
        return all
    }

    private func reply(_ call: ReservationCall, _ user: UserID) async throws(ReservationsError) -> ReservationReply {
        try await change(call) { [store] call in
            do throws(ReservationsError) {
                switch call {
                case .reserve(let name, let key):
                    return .success(.made(try await store.reserve(name, for: user, key: key)))
                case .cancel(let id):
                    try await store.cancel(id, of: user)
                    return .success(.cancelled)
                case .fetch: return .success(.all(try await store.reservations(of: user)))
                }
            } catch {
                return .failure(error)
            }
        }.get()
    }
}

/// Reservations with one behaviour taken out, and the rows that must find it.
struct ReservationMutant: Sendable, CustomStringConvertible {
    /// What is wrong with it.
    let description: String
    /// The names of the rows that fail, all of them.
    let failedRows: Set<String>
    /// Whether the failing rows find out by running out of patience.
    var hangs = false
    fileprivate let change:
        @Sendable (ReservationsSituation) -> @Sendable (ReservationCall, @escaping Answer) async -> Reply
}

extension ReservationMutant {
    /// A mutant that changes replies.
    fileprivate init(
        _ description: String,
        failing rows: String...,
        reply change: @escaping @Sendable (ReservationsSituation, ReservationCall, Reply) -> Reply
    ) {
        self.init(description: description, failedRows: Set(rows)) { situation in
            { call, answer in change(situation, call, await answer(call)) }
        }
    }

    /// A mutant that changes lists.
    fileprivate init(
        _ description: String,
        failing rows: String...,
        list change: @escaping @Sendable (ReservationsSituation, Snapshot<[Reservation]>) -> Snapshot<[Reservation]>
    ) {
        self.init(description: description, failedRows: Set(rows)) { situation in
            { call, answer in
                await answer(call).map { reply in
                    guard case .all(let all) = reply else { return reply }
                    return .all(change(situation, all))
                }
            }
        }
    }

    /// Mutants that take one failure for another, one for each call.
    fileprivate static func confused(
        _ description: String,
        _ failure: ReservationsError,
        for other: ReservationsError,
        failing rows: String...
    ) -> [ReservationMutant] {
        let calls: [(String, @Sendable (ReservationCall) -> Bool)] = [
            ("fetch", { $0 == .fetch }), ("reserve", { if case .reserve = $0 { true } else { false } }),
            ("cancel", { if case .cancel = $0 { true } else { false } }),
        ]
        return calls.map { name, isMeant in
            ReservationMutant(
                description: "\(description), at \(name)",
                failedRows: Set(rows.map { "\($0): \(name)" })
            ) { _ in
                { call, answer in
                    let reply = await answer(call)
                    return isMeant(call) && reply == .failure(failure) ? .failure(other) : reply
                }
            }
        }
    }
}

extension Snapshot {
    fileprivate func with(freshness: Freshness? = nil, unreadable: [FieldPath]? = nil) -> Self {
        Snapshot(value, freshness: freshness ?? self.freshness, unreadable: unreadable ?? self.unreadable)
    }
}

private let listed = [
    "Reservations come newest first", "A reservation that can't be read leaves the others",
    "Of a repeated identifier one reservation is listed", "A reservation that was cancelled is not listed",
]

private let reservationMutants =
    [
        ReservationMutant(
            description: "lists the oldest first",
            failedRows: Set(listed)
        ) { _ in
            { call, answer in
                await answer(call).map { reply in
                    if case .all(let all) = reply { .all(all.map { $0.reversed() }) } else { reply }
                }
            }
        },
        ReservationMutant("loses a part of each", failing: "Every part of a reservation comes through") { _, all in
            all.map {
                $0.map {
                    Reservation(
                        id: $0.id,
                        name: $0.name,
                        confirmation: ConfirmationNumber(""),
                        madeAt: $0.madeAt
                    )
                }
            }
        },
        ReservationMutant(
            "takes nothing reserved for a failure",
            failing: "No reservations are an empty list, not a failure"
        ) { situation, call, reply in
            if case .stored(let stored) = situation, stored.isEmpty, call == .fetch {
                .failure(.malformed)
            } else {
                reply
            }
        },
        ReservationMutant("does not say that a list is live", failing: "A live list says so") { _, all in
            all.with(freshness: .unknown)
        },
        ReservationMutant("tells of gaps where none are", failing: "A complete list tells of no gaps") { _, all in
            all.with(unreadable: all.unreadable + [FieldPath([])])
        },
        ReservationMutant("drops an unreadable one silently", failing: "A reservation that can't be read is told") {
            situation,
            all in
            if case .unreadable = situation { all.with(unreadable: []) } else { all }
        },
        ReservationMutant(
            "gives up the list for one",
            failing: "A reservation that can't be read leaves the others"
        ) { situation, all in
            if case .unreadable = situation { all.map { _ in [] } } else { all }
        },
        ReservationMutant(
            "lists both of a repeated identifier",
            failing: "Of a repeated identifier one reservation is listed"
        ) { _, all in
            all.unreadable.contains { $0.components.last == .field("id") } ? all.map { $0 + $0.suffix(1) } : all
        },
        ReservationMutant("drops a repetition silently", failing: "A repeated identifier is told") { situation, all in
            if case .stored = situation { all.with(unreadable: []) } else { all }
        },
        ReservationMutant(
            "reserves another name",
            failing: "A reservation is of the name that was asked for",
            "A reservation that was made is listed",
            "A name that was given free can be reserved"
        ) { _, _, reply in
            guard case .success(.made(let made)) = reply else { return reply }
            let other = Reservation(
                id: ReservationID(made.id.rawValue + "x"),
                name: InternetName("other.example"),
                confirmation: made.confirmation,
                madeAt: made.madeAt
            )
            return .success(.made(other))
        },
        ReservationMutant(
            "does not list what was made",
            failing: "A reservation that was made is listed",
            "A repeated request makes no second reservation"
        ) { situation, all in
            guard case .stored(let stored) = situation else { return all }
            return all.map { $0.filter { made in stored.contains { $0.id == made.id } } }
        },
        ReservationMutant(
            description: "answers a repeated request with a new confirmation",
            failedRows: ["A repeated request answers the same reservation"]
        ) { _ in
            let count = Mutex(0)
            return { call, answer in
                let reply = await answer(call)
                guard case .success(.made(let made)) = reply else { return reply }
                let number = count.withLock {
                    $0 += 1
                    return $0
                }
                return .success(
                    .made(
                        Reservation(
                            id: made.id,
                            name: made.name,
                            confirmation: ConfirmationNumber("\(number)"),
                            madeAt: made.madeAt
                        )
                    )
                )
            }
        },
        ReservationMutant(
            description: "takes a key for part of a request, so that nothing is ever repeated",
            failedRows: [
                "A repeated request answers the same reservation", "A repeated request makes no second reservation",
                "The key of another request is refused",
            ]
        ) { _ in
            let count = Mutex(0)
            return { call, answer in
                guard case .reserve(let name, _) = call else { return await answer(call) }
                let number = count.withLock {
                    $0 += 1
                    return $0
                }
                guard let key = IdempotencyKey("mutant-\(number)") else { return .failure(.malformed) }
                let reply = await answer(.reserve(name, key: key))
                // Where the name is held by the request before, a store that knows no keys makes another one beside it.
                guard reply == .failure(.taken), number > 1 else { return reply }
                return await answer(.reserve(InternetName("\(name.text)-\(number)"), key: key))
            }
        },
        ReservationMutant("takes a held name for an odd one", failing: "A name that is held is taken") { _, _, reply in
            reply == .failure(.taken) ? .failure(.refused) : reply
        },
        ReservationMutant(
            description: "cancels nothing",
            failedRows: [
                "A reservation that was cancelled is not listed", "A name that was given free can be reserved",
            ]
        ) { situation in
            { call, answer in
                guard case .stored = situation, case .cancel(let id) = call, id != ReservationExample.unknown,
                    !Task.isCancelled
                else { return await answer(call) }
                return .success(.cancelled)
            }
        },
        ReservationMutant(
            description: "does not remember what was cancelled",
            failedRows: ["To cancel again is no failure"]
        ) { _ in
            let cancelled = Mutex<Set<ReservationID>>([])
            return { call, answer in
                guard case .cancel(let id) = call else { return await answer(call) }
                guard cancelled.withLock({ $0.insert(id).inserted }) else { return .failure(.unknownReservation) }
                return await answer(call)
            }
        },
        ReservationMutant("cancels anything", failing: "Nobody's reservation can't be cancelled") { _, _, reply in
            reply == .failure(.unknownReservation) ? .success(.cancelled) : reply
        },
        ReservationMutant(
            description: "does not notice that it is cancelled while it waits",
            failedRows: Set(
                ["fetch", "reserve", "cancel"].map {
                    "A call that is cancelled while it waits ends as cancelled, soon: \($0)"
                }
            ),
            hangs: true
        ) { _ in
            { call, answer in
                if Task.isCancelled { return .failure(.cancelled) }
                return await Task { await answer(call) }.value
            }
        },
    ]
    + ReservationMutant.confused(
        "takes being cancelled for being out of reach",
        .cancelled,
        for: .unavailable,
        failing: "A call that is cancelled before it starts ends as cancelled",
        "A call that is cancelled while it waits ends as cancelled, soon"
    )
    + ReservationMutant.confused(
        "takes a damaged answer for no answer",
        .malformed,
        for: .unavailable,
        failing: "A malformed answer is a failure"
    )
    + ReservationMutant.confused(
        "takes an unknown user for a refused sign-in",
        .unknownUser,
        for: .unauthorised,
        failing: "An unknown user is a failure of its own"
    )
    + ReservationMutant.confused(
        "takes a refused sign-in for being out of reach",
        .unauthorised,
        for: .unavailable,
        failing: "A refused sign-in is a failure of its own"
    )
    + ReservationMutant.confused(
        "takes being out of reach for a damaged answer",
        .unavailable,
        for: .malformed,
        failing: "A store out of reach is a failure of its own"
    )
