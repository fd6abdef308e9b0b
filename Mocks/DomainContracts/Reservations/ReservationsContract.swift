public import Domain

/// The use cases about reservations, over one store.
public typealias Reservations = ReserveName & CancelReservation & FetchReservations

/// What every `ReserveName` and `CancelReservation` must do, over the store of a `FetchReservations`. The situations are those
/// of `FetchReservationsContract`, and the user `ada` makes the changes.
public typealias ReservationsContract = Contract<ReadSituation<UserID, [Reservation]>, any Reservations>

extension ReservationsContract {
    /// All rows of the contract.
    public static var rows: [Row] { rowsWithoutRules + ruleRows }

    /// The rows that also apply to a fake, which has none of a store's rules.
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

    /// The rows about what a store permits.
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
    private static var failureRows: [Row] {
        changes.flatMap { calls in
            [
                calls.failure("A damaged answer is a failure", in: .malformed([ada: []]), .malformed),
                calls.failure("An unknown user is a failure of its own", in: .stored([:]), .unknownUser),
                calls.failure("A refused sign-in is a failure of its own", in: .unauthorised, .unauthorised),
                calls.failure("A store that asks to wait is a failure of its own", in: .busy, .busy),
                calls.failure("A store out of reach is a failure of its own", in: .unavailable, .unavailable),
            ]
        }
    }

    private static var cancellationRows: [Row] { changes.flatMap(\.cancellation) }

    /// Each change that Ada makes.
    private static var changes:
        [CallRows<ReadSituation<UserID, [Reservation]>, any Reservations, Change, Void, ReservationsError>]
    {
        let each: [(String, Change)] = [
            (": reserve", .reserve(ReservationExample.free, 1)), (": cancel", .cancel(ReservationID("r-99"))),
        ]
        return each.map { suffix, change in
            CallRows(
                input: change,
                answered: .stored([ada: []]),
                heldUp: { .heldUp($0, [ada: []]) },
                cancelled: .cancelled,
                suffix: suffix
            ) { store, change throws(ReservationsError) in try await change.make(in: store) }
        }
    }
}

// MARK: - How

/// A change that Ada makes.
private enum Change: Sendable {
    case reserve(InternetName, Int)
    case cancel(ReservationID)

    func make(in store: any Reservations) async throws(ReservationsError) {
        switch self {
        case .reserve(let name, let number):
            _ = try await store.reserve(name, for: ada, key: ReservationExample.key(number))
        case .cancel(let reservation):
            try await store.cancel(reservation, of: ada)
        }
    }
}

/// Calls that are made one after the other.
private struct Script: Sendable {
    let contract: ReservationsContract
    let store: any Reservations

    func list() async throws -> [ReservationID] {
        try await contract.answer { () async throws(ReadError) in
            try await store.reservations(of: ada)
        }.value.map(\.id)
    }

    func reserve(_ name: InternetName, _ number: Int) async throws -> Reservation {
        try await contract.answer { () async throws(ReservationsError) in
            try await store.reserve(name, for: ada, key: ReservationExample.key(number))
        }
    }

    func cancel(_ reservation: ReservationID) async throws {
        try await contract.answer { () async throws(ReservationsError) in
            try await store.cancel(reservation, of: ada)
        }
    }

    func expectFailure(_ failure: ReservationsError, _ change: Change) async throws {
        try await contract.expectFailure(failure) { () async throws(ReservationsError) in
            try await change.make(in: store)
        }
    }
}

extension ReservationsContract {
    /// A row about a store without reservations of Ada.
    private static func script(_ name: String, _ body: @escaping @Sendable (Script) async throws -> Void) -> Row {
        Row(name: name) { contract in
            try await body(Script(contract: contract, store: try await contract.arrange(.stored([ada: []]))))
        }
    }
}
