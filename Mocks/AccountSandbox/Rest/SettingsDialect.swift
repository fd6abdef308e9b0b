import Foundation
import LoopbackHTTP

/// Responds to `GET /settings` and `PUT /settings` (docs/workspace/store-api.md).
struct SettingsDialect: RestDialect {
    let store: Store
    let sessions: SessionStore
    let news: NewsDesk
    let now: @Sendable () -> Date

    func methods(at request: DialectRequest) -> [String: Set<SandboxFault.Kind>]? {
        guard request.path == "/settings" else { return nil }
        let faults = SandboxFault.Kind.onLists.subtracting([.duplicateID, .unknownStatus, .unknownFormat, .stale])
        return ["GET": faults, "PUT": faults.union([.dropApplied])]
    }

    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer {
        let bearer = try await sessions.user(bearing: request)
        let user = request.parameters["user"] ?? bearer
        guard store.profile(of: user) != nil else { throw .unknownUser }
        let settings =
            request.method == "GET"
            ? await sessions.settings(of: user)
            : try await changed(request, of: user, by: bearer)
        let fields = JSONText.fields { text in
            text.field(faults.contains(.unreadableRecord) ? "new_offers" : "new_deals", settings.newDeals)
        }
        return SandboxAnswer(
            headers: ["ETag": Self.tag(settings), "Cache-Control": "no-store"],
            body: RestPayload.body(fields, now: now())
        )
    }

    private struct Change: Decodable {
        let newDeals: Bool

        enum CodingKeys: String, CodingKey {
            case newDeals = "new_deals"
        }
    }

    private func changed(
        _ request: DialectRequest,
        of user: String,
        by bearer: String
    ) async throws(Problem) -> SettingsState.Settings {
        guard user == bearer else {
            throw Problem(status: 403, code: "forbidden", title: "Nobody changes the settings of others.")
        }
        guard let change = try? JSONDecoder().decode(Change.self, from: request.body) else {
            throw Problem(status: 422, code: "invalid_settings", title: "These are no settings.")
        }
        let key = try request.idempotencyKey()
        guard let match = request.headers["if-match"] else {
            throw Problem(status: 428, code: "missing_if_match", title: "A change says what it changes.")
        }
        switch await sessions.change(of: user, to: change.newDeals, key: key, if: Condition(match)) {
        case .applied(let settings):
            // Not the outcome, which may be the earlier one of a repeated request.
            news.settingsChanged(of: user, newDeals: await sessions.settings(of: user).newDeals)
            return settings
        case .overtaken(let settings):
            throw Problem(
                status: 412,
                code: "changed_elsewhere",
                title: "The settings are others by now.",
                headers: ["ETag": Self.tag(settings)]
            )
        case .otherKey:
            throw .reusedKey
        }
    }

    /// Returns a strong tag, because `If-Match` accepts no other (RFC 9110, section 13.1.1).
    private static func tag(_ settings: SettingsState.Settings) -> String { EntityTag.strong(settings.version).text }
}
