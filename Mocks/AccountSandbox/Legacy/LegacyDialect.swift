import Foundation
import Synchronization

/// Answers requests of the legacy dialect (docs/legacy-dialect.md) from the store. Knows nothing of HTTP servers.
final class LegacyDialect: Sendable {
    private struct Key: Hashable {
        let list: LegacyRequest.List
        let user: String
        let flaws: Set<LegacyRecords.Flaw>
    }

    private let store: Store
    private let sessions: SessionStore
    private let now: @Sendable () -> Date
    /// Records don't change, and 50,000 of them take a while. As many entries as there are users, lists and flaws.
    private let rendered = Mutex<[Key: [UInt8]]>([:])

    init(store: Store, sessions: SessionStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.sessions = sessions
        self.now = now
    }

    func login(_ form: [String: String]) async -> SandboxAnswer {
        guard let user = store.user(login: form["login"] ?? "", password: form["password"] ?? "") else {
            return Self.badCredentials
        }
        var text = JSONText()
        text.append(json: #"{"user":"#)
        text.append(user)
        text.append(json: #","session":"#)
        text.append(await sessions.begin(for: user))
        text.append(json: "}")
        return .ok(text.bytes, generatedAt: milliseconds)
    }

    func token(_ form: [String: String]) async -> SandboxAnswer {
        guard let grant = await sessions.token(for: form["session"] ?? "") else {
            return .error("BAD_SESSION", "The session is unknown.", status: 401)
        }
        var text = JSONText()
        text.append(json: #"{"token":"#)
        text.append(grant.token)
        text.append(json: #","expires_in":"#)
        text.append(grant.expiresIn)
        text.append(json: "}")
        return .ok(text.bytes, generatedAt: milliseconds)
    }

    /// - Parameter age: How long ago the answer claims to be made.
    func list(
        _ list: LegacyRequest.List,
        of user: String,
        token: String?,
        flaws: Set<LegacyRecords.Flaw> = [],
        age: Duration = .zero
    ) async -> SandboxAnswer {
        guard let token, await sessions.user(token: token) != nil else { return Self.badToken }
        guard let records = records(Key(list: list, user: user, flaws: flaws)) else {
            return .error("NO_SUCH_USER", "Nobody is called so.")
        }
        return .ok(records, generatedAt: milliseconds - Int(age.components.seconds) * 1000)
    }

    /// JSON that is not the dialect's: `data` is a list.
    func malformed() -> SandboxAnswer {
        .ok(Array("[1,2,3]".utf8), generatedAt: milliseconds)
    }

    static let badCredentials = SandboxAnswer.error("BAD_CREDENTIALS", "Login or password is wrong.")
    static let badToken = SandboxAnswer.error("BAD_TOKEN", "The token is missing, unknown or over.", status: 401)
    static let noSuchPath = SandboxAnswer.error("NO_SUCH_PATH", "There is nothing to ask here.", status: 404)

    private func records(_ key: Key) -> [UInt8]? {
        if let bytes = rendered.withLock({ $0[key] }) { return bytes }
        let bytes: [UInt8]? =
            switch key.list {
            case .orders: store.orders(of: key.user).map { LegacyRecords.orders($0, flaws: key.flaws) }
            case .addresses: store.addresses(of: key.user).map { LegacyRecords.addresses($0, flaws: key.flaws) }
            }
        guard let bytes else { return nil }
        rendered.withLock { $0[key] = bytes }
        return bytes
    }

    private var milliseconds: Int {
        Int((now().timeIntervalSince1970 * 1000).rounded(.down))
    }
}
