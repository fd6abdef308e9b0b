import Foundation
import LoopbackHTTP

/// Responds to `GET /user`.
struct ProfileDialect: RestDialect {
    let store: Store
    let sessions: SessionStore
    let now: @Sendable () -> Date

    func methods(at request: DialectRequest) -> [String: Set<SandboxFault.Kind>]? {
        guard request.path == "/user" else { return nil }
        return ["GET": SandboxFault.Kind.onLists.subtracting([.duplicateID, .unknownStatus]).union([.unknownFormat])]
    }

    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer {
        let bearer = try await sessions.user(bearing: request)
        let user = request.parameters["user"] ?? bearer
        guard let profile = store.profile(of: user) else { throw .unknownUser }
        let fields = JSONText.fields { text in
            text.field("user", user)
            if !faults.contains(.unreadableRecord) { text.field("name", profile.name) }
            if faults.contains(.unknownFormat) {
                text.field("phone") { $0.append(json: "[0]") }
            } else {
                text.field("phone", profile.phone)
            }
            text.field("bonus_points", profile.bonusPoints)
        }
        return RestPayload.answer(fields, to: request, now: now(), age: RestPayload.age(faults))
    }
}
