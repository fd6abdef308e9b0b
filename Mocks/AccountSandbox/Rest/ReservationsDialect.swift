import Foundation
import LoopbackHTTP

/// Responds to `GET` and `POST /users/{id}/reservations`, and to `DELETE /users/{id}/reservations/{reservation}`
/// (docs/workspace/store-api.md).
struct ReservationsDialect: RestDialect {
    let store: Store
    let sessions: SessionStore
    let now: @Sendable () -> Date

    func methods(at request: DialectRequest) -> [String: Set<SandboxFault.Kind>]? {
        guard let target = target(request) else { return nil }
        return target.reservation == nil
            ? ["GET": SandboxFault.Kind.onLists.subtracting([.unknownStatus]), "POST": SandboxFault.Kind.onChanges]
            : ["DELETE": SandboxFault.Kind.onChanges]
    }

    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer {
        guard let (user, reservation) = target(request) else { throw .unknownUser }
        _ = try await sessions.user(bearing: request)
        guard store.profile(of: user) != nil else { throw .unknownUser }
        if let reservation {
            guard await sessions.cancel(reservation, of: user) else { throw .unknownReservation }
            return SandboxAnswer(status: 204, contentType: nil, headers: Self.noStore, body: Data())
        }
        guard request.method == "GET" else { return made(try await hold(request, for: user)) }
        let all = ListedRecord.listed(await sessions.reservations(of: user), Set(faults.compactMap(\.flaw)))
        let fields = JSONText.fields { text in
            text.field("reservations", all) { Self.write(&$0, $1.record, lacksField: $1.lacksField) }
        }
        return RestPayload.answer(fields, to: request, now: now(), age: RestPayload.age(faults))
    }

    private static let noStore = ["Cache-Control": "no-store"]

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
        let key = try request.idempotencyKey()
        switch await sessions.hold(wish.name, for: user, key: key) {
        case .made(let held): return held
        case .taken: throw Problem(status: 409, code: "name_taken", title: "The name is held already.")
        case .otherKey: throw .reusedKey
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
        return SandboxAnswer(status: 201, headers: Self.noStore, body: RestPayload.body(fields, now: now()))
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
    /// The faults that can affect a change.
    static let onChanges: Set<Self> = onLists.subtracting([.duplicateID, .unknownStatus, .unreadableRecord, .stale])
        .union([.dropApplied])
}
