import Foundation

/// Answers `GET` and `POST /users/{id}/reservations`, and `DELETE /users/{id}/reservations/{reservation}`
/// (docs/store-api.md).
struct ReservationsDialect: RestDialect {
    let store: Store
    let sessions: SessionStore
    let now: @Sendable () -> Date

    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>? {
        guard target(request) != nil else { return nil }
        switch request.method {
        case "GET": return SandboxFault.Kind.onLists.subtracting([.unknownStatus])
        case "POST", "DELETE": return SandboxFault.Kind.onChanges
        default: return []
        }
    }

    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer {
        guard let (user, reservation) = target(request) else { throw .unknownUser }
        let methods: Set = reservation == nil ? ["GET", "POST"] : ["DELETE"]
        guard methods.contains(request.method) else { throw .method(allowed: methods.sorted().joined(separator: ", ")) }
        _ = try await sessions.user(bearing: request)
        guard store.profile(of: user) != nil else { throw .unknownUser }
        if let reservation {
            guard await sessions.cancel(reservation, of: user) else { throw .unknownReservation }
            return SandboxAnswer(status: 204, contentType: nil, headers: Self.unkept, body: Data())
        }
        guard request.method == "GET" else { return made(try await hold(request, for: user)) }
        let all = ListedRecord.listed(await sessions.reservations(of: user), Set(faults.compactMap(\.flaw)))
        let fields = JSONText.fields { text in
            text.field("reservations", all) { Self.write(&$0, $1.record, lacksField: $1.lacksField) }
        }
        return RestPayload.answer(fields, to: request, now: now(), age: RestPayload.age(faults))
    }

    private static let unkept = ["Cache-Control": "no-store"]

    private struct Wish: Decodable {
        let name: String
    }

    private func target(_ request: DialectRequest) -> (user: String, reservation: String?)? {
        guard let parts = request.segments, (3...4).contains(parts.count), parts[0] == "users",
            parts[2] == "reservations"
        else { return nil }
        return (parts[1], parts.count == 4 ? parts[3] : nil)
    }

    private func hold(_ request: DialectRequest, for user: String) async throws(Problem) -> ReservationsState.Held {
        guard let wish = try? JSONDecoder().decode(Wish.self, from: request.body), Self.isName(wish.name) else {
            throw Problem(status: 422, code: "invalid_name", title: "The store holds no such name.")
        }
        guard let key = request.headers["idempotency-key"], (1...255).contains(key.utf8.count) else {
            throw Problem(status: 400, code: "missing_idempotency_key", title: "A change has a key of its own.")
        }
        switch await sessions.hold(wish.name, for: user, key: key) {
        case .made(let held): return held
        case .taken: throw Problem(status: 409, code: "name_taken", title: "The name is held already.")
        case .otherKey:
            throw Problem(status: 409, code: "reused_idempotency_key", title: "The key belongs to another change.")
        }
    }

    private static func isName(_ name: String) -> Bool {
        (1...253).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { scalar in
                scalar == "-" || scalar == "." || scalar.properties.isAlphabetic
                    || scalar.properties.numericType != nil
            }
    }

    private func made(_ held: ReservationsState.Held) -> SandboxAnswer {
        let fields = JSONText.fields { text in
            text.field("reservation") { text in text.object { Self.write(&$0, held, lacksField: false) } }
        }
        return SandboxAnswer(status: 201, headers: Self.unkept, body: RestPayload.body(fields, now: now()))
    }

    private static func write(_ text: inout JSONText, _ held: ReservationsState.Held, lacksField: Bool) {
        text.field("id", held.id)
        if !lacksField { text.field("name", held.name) }
        text.field("confirmation", held.confirmation)
        text.field("made_at", milliseconds: held.made, alwaysWithFraction: true)
    }
}

extension Problem {
    static let unknownReservation = Problem(
        status: 404,
        code: "unknown_reservation",
        title: "The user has no such reservation."
    )
}

extension SandboxFault.Kind {
    /// What can happen to a change.
    static let onChanges: Set<Self> = onLists.subtracting([.duplicateID, .unknownStatus, .unreadableRecord, .stale])
        .union([.dropApplied])
}
