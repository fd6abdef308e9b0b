import DataSupport
public import Domain
import Foundation

/// The store's side of a user's settings, over its API (docs/workspace/store-api.md). Other types queue changes.
///
/// In addition to the meanings in `StoreAPI`, status 403 with the code `forbidden` and 422 with `invalid_settings` mean that a
/// change is refused, and 412 that the settings were changed elsewhere. What another refusal says about an earlier attempt with
/// the same key isn't known, so it is malformed.
///
/// The store's tags of settings are strong (docs/store-api.md). One that arrives as weak was changed on the way, by a proxy that
/// compresses, and would never match in `If-Match` (RFC 9110, section 8.8.3). So the strong tag is the version.
public struct StoreSettings: Sendable {
    /// Whether notifications about new deals are sent, and the version of that value, which is never reused.
    public typealias Answer = (newDeals: Bool, version: String)

    private let store: StoreAPI

    /// Creates a source of the settings for the users of `store`.
    public init(_ store: StoreAPI) {
        self.store = store
    }

    /// Returns the current settings of `user` in the store. If the calling task is cancelled, the call soon throws
    /// `.cancelled`.
    public func fetch(_ user: UserID) async throws(ReadError) -> Answer {
        try read(try await store.send("GET", ["settings"], query: Self.query(user)))
    }

    /// Changes the settings of `user`, and returns the resulting settings. A change that was sent before with the same `key` is
    /// not made again; its first response is repeated.
    ///
    /// - Parameters:
    ///   - user: The user whose settings change.
    ///   - newDeals: Whether the user wants to hear of new deals.
    ///   - key: Identifies the change: 1 to 255 printable ASCII characters, different for each change.
    ///   - version: The version that the person has seen; `.changedElsewhere` is thrown if it is no longer the current
    ///     one.
    public func change(
        _ user: UserID,
        _ newDeals: Bool,
        _ key: String,
        _ version: String
    ) async throws(SettingsError) -> Answer {
        // Settings that were stored before may have a weak tag.
        let tag = EntityTag(version)?.strong ?? version
        let isRefused: Bool
        do throws(ReadError) {
            let answer = try await store.send(
                "PUT",
                ["settings"],
                query: Self.query(user),
                headers: ["Idempotency-Key": key, "If-Match": tag],
                body: Data((newDeals ? #"{"new_deals":true}"# : #"{"new_deals":false}"#).utf8)
            )
            switch (answer.status, answer.problemCode) {
            case (403, "forbidden"), (422, "invalid_settings"): isRefused = true
            case (412, _): isRefused = false
            default: return try read(answer)
            }
        } catch {
            throw SettingsError(error)
        }
        if isRefused { throw .refused }
        let stands: Answer
        do throws(ReadError) {
            stands = try await fetch(user)
        } catch {
            throw SettingsError(error)
        }
        // Nothing has changed elsewhere: this store can't compare its own tag.
        if stands.version == tag { throw .refused }
        throw .changedElsewhere(NotificationSettings(confirmed: stands.newDeals))
    }

    private static func query(_ user: UserID) -> [(name: String, value: String)] { [("user", user.rawValue)] }

    private func read(_ answer: HTTPAnswer) throws(ReadError) -> Answer {
        try store.read(answer) { record throws(Unreadable) in
            guard let tag = answer.entityTag else { throw Unreadable("version") }
            return (try record.bool("new_deals", as: "newDeals"), tag.strong)
        }
    }
}
