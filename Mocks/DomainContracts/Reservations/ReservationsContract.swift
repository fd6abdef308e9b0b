public import Domain

/// What every `ReserveName`, `CancelReservation` and `FetchReservations` over one store must do.
public typealias ReservationsContract = Contract<
    ReservationsSituation, ReservationCall, ReservationReply, ReservationsError
>

extension ReservationsContract {
    /// Every row of the contract.
    public static var rows: [Row] { listRows + changeRows + failureRows + callRows }

    /// Makes the contract for implementations of the three use cases over one store.
    ///
    /// - Parameters:
    ///   - patience: How long a call may take. Only an implementation that does not answer at all makes a row wait so
    ///     long; a passing row never does.
    ///   - arrange: Builds the implementations in a situation. It throws `NotApplicable` for a situation they can't get
    ///     into; any other error means that the arrangement itself failed.
    public init(
        patience: Duration = .seconds(60),
        _ arrange:
            @escaping @Sendable (ReservationsSituation) async throws
            -> any ReserveName & CancelReservation & FetchReservations
    ) {
        self.init(
            arrange: { situation in
                let store = try await arrange(situation)
                return { call throws(ReservationsError) in
                    let user = ReservationExample.user
                    switch call {
                    case .reserve(let name, let key):
                        return .made(try await store.reserve(name, for: user, key: key))
                    case .cancel(let reservation):
                        try await store.cancel(reservation, of: user)
                        return .cancelled
                    case .fetch:
                        return .all(try await store.reservations(of: user))
                    }
                }
            },
            patience: patience
        )
    }
}

// MARK: - The list

extension ReservationsContract {
    private typealias Calls = CallsUnderWay<ReservationCall, ReservationReply, ReservationsError>

    private static var listRows: [Row] {
        let all = ReservationExample.reservations
        let stored = ReservationExample.stored
        let repeated = stored + [stored[0]]
        return [
            list("Reservations come newest first", in: .stored(stored)) { try expect(ids($0), all.map(\.id)) },
            list("Every part of a reservation comes through", in: .stored(stored)) { answer in
                try expect(Set(answer.value), Set(all))
            },
            list("No reservations are an empty list, not a failure", in: .stored([])) { try expect(ids($0), []) },
            list("A live list says so", in: .stored(stored)) { try expect($0.freshness, .live) },
            list("A complete list tells of no gaps", in: .stored(stored)) { try expect($0.unreadable, []) },
            list("A reservation that can't be read is told", in: .unreadable(stored)) { answer in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "a place that can't be read", found: "none") }
            },
            list("A reservation that can't be read leaves the others", in: .unreadable(stored)) { answer in
                try expect(ids(answer), all.map(\.id))
            },
            list("Of a repeated identifier one reservation is listed", in: .stored(repeated)) { answer in
                try expect(ids(answer), all.map(\.id))
            },
            list("A repeated identifier is told", in: .stored(repeated)) { answer in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "the place of the repetition", found: "none") }
            },
        ]
    }

    private static func list(
        _ name: String,
        in situation: ReservationsSituation,
        check: @escaping @Sendable (Snapshot<[Reservation]>) throws -> Void
    ) -> Row {
        script(name, in: situation) { store in try check(try await store.list()) }
    }
}

// MARK: - Changes

extension ReservationsContract {
    private static var changeRows: [Row] {
        let stored = ReservationExample.stored
        let free = ReservationExample.free
        let held = ReservationExample.reservations[1]
        return [
            script("A reservation is of the name that was asked for", in: .stored(stored)) { store in
                try expect(try await store.reserve(free, 1).name, free)
            },
            script("A reservation that was made is listed", in: .stored(stored)) { store in
                let made = try await store.reserve(free, 1)
                let listed = try await store.list().value
                try expect(listed.filter { $0.name == free }.map(\.id), [made.id])
                try expect(listed.count, stored.count + 1)
            },
            script("A repeated request answers the same reservation", in: .stored(stored)) { store in
                let made = try await store.reserve(free, 1)
                try expect(try await store.reserve(free, 1), made)
            },
            script("A repeated request makes no second reservation", in: .stored(stored)) { store in
                _ = try await store.reserve(free, 1)
                _ = try? await store.reserve(free, 1)
                try expect(try await store.list().value.count, stored.count + 1)
            },
            script("The key of another request is refused", in: .stored(stored)) { store in
                _ = try await store.reserve(free, 1)
                try await store.fails(.refused, .reserve(ReservationExample.alsoFree, key: ReservationExample.key(1)))
            },
            script("A name that is held is taken", in: .stored(stored)) { store in
                try await store.fails(.taken, .reserve(held.name, key: ReservationExample.key(1)))
            },
            script("A reservation that was cancelled is not listed", in: .stored(stored)) { store in
                try await store.cancel(held.id)
                let rest = ReservationExample.reservations.filter { $0.id != held.id }
                try expect(try await ids(store.list()), rest.map(\.id))
            },
            script("To cancel again is no failure", in: .stored(stored)) { store in
                try await store.cancel(held.id)
                try await store.cancel(held.id)
            },
            script("A name that was given free can be reserved", in: .stored(stored)) { store in
                try await store.cancel(held.id)
                try expect(try await store.reserve(held.name, 1).name, held.name)
            },
            script("Nobody's reservation can't be cancelled", in: .stored(stored)) { store in
                try await store.fails(.unknownReservation, .cancel(ReservationExample.unknown))
            },
        ]
    }

    private static func script(
        _ name: String,
        in situation: ReservationsSituation,
        _ body: @escaping @Sendable (inout Script) async throws -> Void
    ) -> Row {
        Row(name: name) { contract in
            var store = Script(
                operation: try await contract.arrange(situation),
                calls: Calls(patience: contract.patience)
            )
            defer { store.calls.abandon() }
            try await body(&store)
        }
    }

    /// Calls one after the other.
    private struct Script {
        let operation: Operation
        var calls: Calls

        mutating func list() async throws -> Snapshot<[Reservation]> {
            guard case .all(let all) = try await reply(.fetch) else {
                throw Mismatch(expected: "a list", found: "none")
            }
            return all
        }

        mutating func reserve(_ name: InternetName, _ key: Int) async throws -> Reservation {
            guard case .made(let made) = try await reply(.reserve(name, key: ReservationExample.key(key))) else {
                throw Mismatch(expected: "a reservation", found: "none")
            }
            return made
        }

        mutating func cancel(_ reservation: ReservationID) async throws {
            _ = try await reply(.cancel(reservation))
        }

        mutating func fails(_ failure: ReservationsError, _ call: ReservationCall) async throws {
            let number = calls.start(operation, call)
            try expectFailure(try await calls.outcome(of: number, expected: "\(failure)"), failure)
        }

        private mutating func reply(_ call: ReservationCall) async throws -> ReservationReply {
            let number = calls.start(operation, call)
            let outcome = try await calls.outcome(of: number, expected: "an answer")
            guard case .success(let reply) = outcome else {
                throw Mismatch(expected: "an answer", found: text(outcome))
            }
            return reply
        }
    }
}

// MARK: - Failures and cancelled calls

extension ReservationsContract {
    private static func eachCall() throws -> [(name: String, call: ReservationCall)] {
        [
            ("fetch", .fetch), ("reserve", .reserve(ReservationExample.free, key: try ReservationExample.key(1))),
            ("cancel", .cancel(ReservationExample.reservations[0].id)),
        ]
    }

    private static var callNames: [String] { ["fetch", "reserve", "cancel"] }

    private static func call(_ name: String) throws -> ReservationCall {
        guard let call = try eachCall().first(where: { $0.name == name })?.call else {
            throw Mismatch(expected: "a call", found: name)
        }
        return call
    }

    private static var failureRows: [Row] {
        let stored = ReservationExample.stored
        return callNames.flatMap { name in
            [
                failure("A malformed answer is a failure: \(name)", name, in: .malformed(stored), .malformed),
                failure("An unknown user is a failure of its own: \(name)", name, in: .unknownUser, .unknownUser),
                failure("A refused sign-in is a failure of its own: \(name)", name, in: .unauthorised, .unauthorised),
                failure("A store out of reach is a failure of its own: \(name)", name, in: .unavailable, .unavailable),
            ]
        }
    }

    private static func failure(
        _ name: String,
        _ callName: String,
        in situation: ReservationsSituation,
        _ failure: ReservationsError
    ) -> Row {
        script(name, in: situation) { store in try await store.fails(failure, call(callName)) }
    }

    private static var callRows: [Row] {
        callNames.flatMap { name in
            [
                Row(name: "A call that is cancelled before it starts ends as cancelled: \(name)") { contract in
                    let operation = try await contract.arrange(.stored(ReservationExample.stored))
                    var calls = Calls(patience: contract.patience)
                    defer { calls.abandon() }
                    let number = calls.start(operation, try call(name), cancelled: true)
                    try expectFailure(try await calls.outcome(of: number, expected: "cancelled"), .cancelled)
                },
                Row(name: "A call that is cancelled while it waits ends as cancelled, soon: \(name)") { contract in
                    var calls = Calls(patience: contract.patience)
                    defer { calls.abandon() }
                    let operation = try await contract.arrange(.heldUp(calls.gate, ReservationExample.stored))
                    let number = calls.start(operation, try call(name))
                    try await calls.gateReached(text)
                    calls.cancel(number)
                    try expectFailure(try await calls.outcome(of: number, expected: "cancelled"), .cancelled)
                },
            ]
        }
    }
}

// MARK: - What is expected

extension ReservationsContract {
    private static func ids(_ answer: Snapshot<[Reservation]>) -> [ReservationID] { answer.value.map(\.id) }

    private static func expectFailure(_ outcome: Outcome, _ expected: ReservationsError) throws {
        if case .failure(expected) = outcome { return }
        throw Mismatch(expected: "\(expected)", found: text(outcome))
    }

    @Sendable
    private static func text(_ outcome: Outcome) -> String {
        switch outcome {
        case .success(.made): "a reservation"
        case .success(.cancelled): "a cancelled reservation"
        case .success(.all(let all)): "a list of \(all.value.count)"
        case .failure(let failure): "\(failure)"
        }
    }
}
