import Foundation

/// Answers `GET` and `POST /users/{id}/reservations`, and `DELETE /users/{id}/reservations/{reservation}`
/// (docs/store-api.md).
struct ReservationsDialect: SandboxDialect {
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

    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer {
        guard let (user, reservation) = target(request) else { return Problem.unknownUser.answer }
        let methods: Set = reservation == nil ? ["GET", "POST"] : ["DELETE"]
        guard methods.contains(request.method) else {
            return Problem.method(allowed: methods.sorted().joined(separator: ", ")).answer
        }
        do throws(Problem) {
            _ = try await sessions.user(bearing: request)
            guard store.profile(of: user) != nil else { throw .unknownUser }
            if let reservation {
                guard await sessions.cancel(reservation, of: user) else { throw .unknownReservation }
                return SandboxAnswer(status: 204, contentType: nil, headers: Self.unkept, body: Data())
            }
            return request.method == "GET"
                ? list(await sessions.reservations(of: user), request, faults)
                : made(try await hold(request, for: user))
        } catch {
            return error.answer
        }
    }

    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer { Problem(fault).answer }

    func malformed() -> SandboxAnswer { SandboxAnswer(body: Data("[1,2,3]".utf8)) }

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
        var text = JSONText()
        text.append(json: #""reservation":"#)
        Self.append(held, lacksField: false, to: &text)
        return SandboxAnswer(status: 201, headers: Self.unkept, body: RestPayload.body(text.bytes, now: now()))
    }

    private func list(
        _ all: [ReservationsState.Held],
        _ request: DialectRequest,
        _ faults: Set<SandboxFault.Kind>
    ) -> SandboxAnswer {
        var text = JSONText()
        text.append(json: #""reservations":"#)
        text.append(ListedRecord.listed(all, Set(faults.compactMap(\.flaw)))) { text, listed in
            Self.append(listed.record, lacksField: listed.lacksField, to: &text)
        }
        return RestPayload.answer(text.bytes, to: request, now: now(), age: RestPayload.age(faults))
    }

    private static func append(_ held: ReservationsState.Held, lacksField: Bool, to text: inout JSONText) {
        text.append(json: #"{"id":"#)
        text.append(held.id)
        if !lacksField {
            text.append(json: #","name":"#)
            text.append(held.name)
        }
        text.append(json: #","confirmation":"#)
        text.append(held.confirmation)
        text.append(json: #","made_at":"#)
        text.append(milliseconds: held.made, alwaysWithFraction: true)
        text.append(json: "}")
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
