import DataSupport
public import Domain
import Foundation

/// The store's side of a user's settings, from its API (docs/store-api.md). Who queues changes is not this type's business.
///
/// Beside what `StoreAPI` says of all answers, a change is refused by status 403 or 422, and changed elsewhere by 412.
public struct StoreSettings: Sendable {
    /// Whether notifications about new deals are sent, and the version of that, which no other value ever has.
    public typealias Answer = (newDeals: Bool, version: String)

    private let store: StoreAPI

    /// Creates a source of the settings of the users of `store`.
    public init(_ store: StoreAPI) {
        self.store = store
    }

    /// Returns the settings of `user`, as the store has them now. If the calling task is cancelled, the call throws
    /// `.cancelled` soon.
    public func fetch(_ user: UserID) async throws(ReadError) -> Answer {
        try read(try await store.send("GET", ["settings"], query: Self.query(user)))
    }

    /// Changes the settings of `user`, and returns what the store has then. A change that was sent before with the same
    /// `key` is not made again; its first answer is repeated.
    ///
    /// - Parameters:
    ///   - key: Names the change: 1 to 255 printable ASCII characters that no other change has.
    ///   - version: What the person has seen; `.changedElsewhere` is thrown if it no longer stands.
    public func change(
        _ user: UserID,
        _ newDeals: Bool,
        _ key: String,
        _ version: String
    ) async throws(SettingsError) -> Answer {
        let isRefused: Bool
        do throws(ReadError) {
            let answer = try await store.send(
                "PUT",
                ["settings"],
                query: Self.query(user),
                headers: ["Idempotency-Key": key, "If-Match": version],
                body: Data((newDeals ? #"{"new_deals":true}"# : #"{"new_deals":false}"#).utf8)
            )
            guard [403, 412, 422].contains(answer.status) else { return try read(answer) }
            isRefused = answer.status != 412
        } catch {
            throw SettingsError(error)
        }
        if isRefused { throw .refused }
        let stands: Bool
        do throws(ReadError) {
            stands = try await fetch(user).newDeals
        } catch {
            throw SettingsError(error)
        }
        throw .changedElsewhere(NotificationSettings(confirmed: stands))
    }

    private static func query(_ user: UserID) -> [(name: String, value: String)] { [("user", user.rawValue)] }

    private func read(_ answer: HTTPAnswer) throws(ReadError) -> Answer {
        try store.read(answer) { record throws(Unreadable) in
            guard let version = answer.headers["etag"] else { throw Unreadable("version") }
            return (try record.bool("new_deals", as: "newDeals"), version)
        }
    }
}
