import Foundation
import LoopbackHTTP
import Synchronization

/// Responds to requests of the legacy dialect (docs/workspace/legacy-dialect.md) from the store. Independent of any
/// HTTP server.
final class LegacyDialect: SandboxDialect {
    private struct Key: Hashable {
        let list: String
        let user: String
        let flaws: Set<RecordFlaw>
    }

    private let store: Store
    private let sessions: SessionStore
    private let now: @Sendable () -> Date
    /// The rendered lists. Records don't change, and rendering 50,000 of them takes a while. There is one entry for each
    /// combination of user, list and flaw.
    private let rendered = Mutex<[Key: [UInt8]]>([:])

    init(store: Store, sessions: SessionStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.sessions = sessions
        self.now = now
    }

    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>? {
        switch LegacyRequest(method: request.method, path: request.path) {
        case .login: [.signInRefused]
        case .token: []
        case .list: SandboxFault.Kind.onLists
        case .unknown: nil
        }
    }

    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer {
        switch LegacyRequest(method: request.method, path: request.path) {
        case .login:
            faults.contains(.signInRefused) ? Self.badCredentials : await login(request.form)
        case .token:
            await token(request.form)
        case .list(let list, let user):
            await self.list(
                list,
                of: user,
                token: request.headers["x-account-token"],
                flaws: Set(faults.compactMap(\.flaw)),
                age: faults.contains(.stale) ? .seconds(2 * 24 * 3600) : .zero
            )
        case .unknown:
            Self.noSuchPath
        }
    }

    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer {
        switch fault {
        case .unauthorised:
            return Self.badToken
        case .tooManyRequests:
            var answer = SandboxAnswer.error("TOO_MANY_REQUESTS", "Slow down.", status: 429)
            answer.headers["Retry-After"] = "7"
            return answer
        case .unavailable:
            return .error("UNAVAILABLE", "Closed for maintenance.", status: 503)
        default:
            return .error("INTERNAL", "Something broke.", status: 500)
        }
    }

    /// Returns JSON in a different format from the dialect's: `data` is a list.
    func malformed() -> SandboxAnswer {
        .ok(Array("[1,2,3]".utf8), generatedAt: milliseconds)
    }

    static let noSuchPath = SandboxAnswer.error("NO_SUCH_PATH", "There is nothing to ask here.", status: 404)
    static let tooLarge = SandboxAnswer.error("TOO_LARGE", "Nothing here takes this much.", status: 413)
    private static let badCredentials = SandboxAnswer.error("BAD_CREDENTIALS", "Login or password is wrong.")
    private static let badToken = SandboxAnswer.error(
        "BAD_TOKEN",
        "The token is missing, unknown or over.",
        status: 401
    )

    private func login(_ form: [String: String]) async -> SandboxAnswer {
        guard let user = store.user(login: form["login"] ?? "", password: form["password"] ?? "") else {
            return Self.badCredentials
        }
        let session = await sessions.begin(for: user)
        let data = JSONText.object { text in
            text.field("user", user)
            text.field("session", session)
        }
        return .ok(data, generatedAt: milliseconds)
    }

    private func token(_ form: [String: String]) async -> SandboxAnswer {
        guard let grant = await sessions.token(for: form["session"] ?? "") else {
            return .error("BAD_SESSION", "The session is unknown.", status: 401)
        }
        let data = JSONText.object { text in
            text.field("token", grant.token)
            text.field("expires_in", grant.expiresIn)
        }
        return .ok(data, generatedAt: milliseconds)
    }

    /// - Parameter age: The age of the response according to its own `generated_at`.
    private func list(
        _ list: String,
        of user: String,
        token: String?,
        flaws: Set<RecordFlaw> = [],
        age: Duration = .zero
    ) async -> SandboxAnswer {
        guard let token, await sessions.user(token: token) != nil else { return Self.badToken }
        guard let records = records(Key(list: list, user: user, flaws: flaws)) else {
            return .error("NO_SUCH_USER", "Nobody is called so.")
        }
        return .ok(records, generatedAt: milliseconds - Int(age.components.seconds) * 1000)
    }

    private func records(_ key: Key) -> [UInt8]? {
        if let bytes = rendered.withLock({ $0[key] }) { return bytes }
        let list = LegacyLists.all.first { $0.name == key.list }
        guard let bytes = list?.object(of: key.user, in: store, key.flaws) else { return nil }
        rendered.withLock { $0[key] = bytes }
        return bytes
    }

    private var milliseconds: Int {
        RestPayload.milliseconds(now())
    }
}
