public import Domain

/// The use cases about reservations over one store.
public typealias Reservations = ReserveName & CancelReservation & FetchReservations

/// What every `ReserveName` and `CancelReservation` over the store of a `FetchReservations` must do. The situations are
/// those of `FetchReservationsContract`, and the user `ada` makes the changes.
public typealias ReservationsContract = ScenarioContract<ReadSituation<UserID, [Reservation]>, any Reservations>

extension ReservationsContract {
    /// Every row of the contract.
    public static var rows: [Row] { rowsWithoutRules + ruleRows }

    /// The rows that also hold for a fake, which has none of a store's rules.
    public static var rowsWithoutRules: [Row] { changeRows + failureRows + cancellationRows }
}

// MARK: - Changes

extension ReservationsContract {
    private static var changeRows: [Row] {
        let free = ReservationExample.free
        return [
            script("A reservation is of the requested name") { store in
                try expect(try await store.reserve(free, 1).name, free)
            },
            script("A reservation that was made is listed") { store in
                let before = try await store.list()
                let made = try await store.reserve(free, 1)
                try expectSame(try await store.list(), before + [made.id])
            },
            script("A reservation that was cancelled is not listed") { store in
                let before = try await store.list()
                try await store.cancel(try await store.reserve(free, 1).id)
                try expectSame(try await store.list(), before)
            },
            script("To cancel again is no failure") { store in
                let made = try await store.reserve(free, 1)
                try await store.cancel(made.id)
                try await store.cancel(made.id)
            },
            script("A name that was given free can be reserved") { store in
                try await store.cancel(try await store.reserve(free, 1).id)
                try expect(try await store.reserve(free, 2).name, free)
            },
        ]
    }

    /// The rows about what a store allows.
    public static var ruleRows: [Row] {
        let free = ReservationExample.free
        return [
            script("A repeated request returns the same reservation") { store in
                let made = try await store.reserve(free, 1)
                try expect(try await store.reserve(free, 1), made)
            },
            script("A repeated request makes no second reservation") { store in
                let before = try await store.list()
                _ = try await store.reserve(free, 1)
                _ = try? await store.reserve(free, 1)
                try expect(try await store.list().count, before.count + 1)
            },
            script("The key of another request is refused") { store in
                _ = try await store.reserve(free, 1)
                try await store.expectFailure(.refused, .reserve(ReservationExample.alsoFree, 1))
            },
            script("A name that is held is taken") { store in
                _ = try await store.reserve(free, 1)
                try await store.expectFailure(.taken, .reserve(free, 2))
            },
            script("A reservation of nobody can't be cancelled") { store in
                try await store.expectFailure(.unknownReservation, .cancel(ReservationID("r-99")))
            },
        ]
    }
}

// MARK: - Failures and cancelled calls

extension ReservationsContract {
    private typealias Calls = CallsUnderWay<Void, Void, ReservationsError>

    private static var failureRows: [Row] {
        Change.each.flatMap { name, change in
            [
                ("A damaged answer is a failure: \(name)", .malformed([ReservationExample.ada: []]), .malformed),
                ("An unknown user is a failure of its own: \(name)", .stored([:]), .unknownUser),
                ("A refused sign-in is a failure of its own: \(name)", .unauthorised, .unauthorised),
                ("A store out of reach is a failure of its own: \(name)", .unavailable, .unavailable),
            ].map { (name, situation, failure) in
                script(name, in: situation) { store in try await store.expectFailure(failure, change) }
            }
        }
    }

    private static var cancellationRows: [Row] {
        Change.each.flatMap { name, change in
            [
                script("A change that is cancelled before it starts ends as cancelled: \(name)") { store in
                    try await store.expectFailure(.cancelled, change, cancelled: true)
                },
                Row(name: "A change that is cancelled while it waits ends as cancelled, soon: \(name)") { contract in
                    var calls = Calls(patience: contract.patience)
                    defer { calls.abandon() }
                    let situation = ReadSituation.heldUp(calls.gate, [ReservationExample.ada: [Reservation]()])
                    let store = try await contract.arrange(situation)
                    let call = calls.start({ _ throws(ReservationsError) in try await change.make(in: store) }, ())
                    try await calls.gateReached { "\($0)" }
                    calls.cancel(call)
                    let outcome = try await calls.outcome(of: call, expected: "cancelled")
                    if case .failure(.cancelled) = outcome { return }
                    throw Mismatch(expected: "cancelled", found: "\(outcome)")
                },
            ]
        }
    }
}

// MARK: - How

/// A change that Ada makes.
private enum Change: Sendable {
    case reserve(InternetName, Int)
    case cancel(ReservationID)

    static var each: [(name: String, change: Change)] {
        [("reserve", .reserve(ReservationExample.free, 1)), ("cancel", .cancel(ReservationID("r-99")))]
    }

    func make(in store: any Reservations) async throws(ReservationsError) {
        switch self {
        case .reserve(let name, let number):
            guard let key = IdempotencyKey("contract-\(number)") else { throw .malformed }
            _ = try await store.reserve(name, for: ReservationExample.ada, key: key)
        case .cancel(let reservation):
            try await store.cancel(reservation, of: ReservationExample.ada)
        }
    }
}

/// Calls one after the other.
private struct Script: Sendable {
    let contract: ReservationsContract
    let store: any Reservations

    func list() async throws -> [ReservationID] {
        try await contract.answer { () async throws(ReadError) in
            try await store.reservations(of: ReservationExample.ada)
        }.value.map(\.id)
    }

    func reserve(_ name: InternetName, _ number: Int) async throws -> Reservation {
        let key = try ReservationExample.key(number)
        return try await contract.answer { () async throws(ReservationsError) in
            try await store.reserve(name, for: ReservationExample.ada, key: key)
        }
    }

    func cancel(_ reservation: ReservationID) async throws {
        try await contract.answer { () async throws(ReservationsError) in
            try await store.cancel(reservation, of: ReservationExample.ada)
        }
    }

    func expectFailure(_ failure: ReservationsError, _ change: Change, cancelled: Bool = false) async throws {
        try await contract.expectFailure(failure, cancelled: cancelled) { () async throws(ReservationsError) in
            try await change.make(in: store)
        }
    }
}

extension ReservationsContract {
    /// A row about a store without reservations of Ada, or in another situation.
    private static func script(
        _ name: String,
        in situation: ReadSituation<UserID, [Reservation]> = .stored([ReservationExample.ada: []]),
        _ body: @escaping @Sendable (Script) async throws -> Void
    ) -> Row {
        Row(name: name) { contract in
            try await body(Script(contract: contract, store: try await contract.arrange(situation)))
        }
    }
}
