import Foundation

/// Answers `GET /user` (docs/store-api.md).
struct ProfileDialect: SandboxDialect {
    let store: Store
    let sessions: SessionStore
    let now: @Sendable () -> Date

    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>? {
        guard request.path == "/user" else { return nil }
        guard request.method == "GET" else { return [] }
        return SandboxFault.Kind.onLists.subtracting([.duplicateID, .unknownStatus]).union([.unknownFormat])
    }

    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer {
        guard request.method == "GET" else { return Problem.method(allowed: "GET").answer }
        do throws(Problem) {
            let bearer = try await sessions.user(bearing: request)
            let user = request.parameters["user"] ?? bearer
            guard let profile = store.profile(of: user) else { throw .unknownUser }
            var text = JSONText()
            text.append(json: #""user":"#)
            text.append(user)
            if !faults.contains(.unreadableRecord) {
                text.append(json: #","name":"#)
                text.append(profile.name)
            }
            text.append(json: #","phone":"#)
            if faults.contains(.unknownFormat) {
                text.append(json: "[0]")
            } else if let phone = profile.phone {
                text.append(phone)
            } else {
                text.append(json: "null")
            }
            text.append(json: #","bonus_points":"#)
            text.append(profile.bonusPoints)
            return RestPayload.answer(text.bytes, to: request, now: now(), age: RestPayload.age(faults))
        } catch {
            return error.answer
        }
    }

    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer { Problem(fault).answer }

    func malformed() -> SandboxAnswer { SandboxAnswer(body: Data("[1,2,3]".utf8)) }
}
