public import Domain
public import Foundation

/// The store's side of a user's settings, from its API (docs/store-api.md). Queueing is others' business.
///
/// | The store | Is told as |
/// | --- | --- |
/// | status 200, JSON of the format and an `ETag` | the settings |
/// | status 401 | unauthorised |
/// | status 403 or 422, to a change | refused |
/// | status 404 with the code `unknown_user` | unknown user |
/// | status 412, to a change | changed elsewhere, with what stands now |
/// | status 429 or 5xx, nobody there, no answer in time | unavailable |
/// | another status or media type, JSON cut off or of another shape, a body cut off or too large | malformed |
public struct StoreSettings: Sendable {
    /// Whether notifications about new deals are sent, and the version of that, which no other value ever has.
    public typealias Answer = (newDeals: Bool, version: String)

    private let resource: StoreResource

    /// Makes a source of settings over a transport that signs its requests.
    ///
    /// - Parameter report: Is told, on any thread, where an answer lacks what is mandatory; the empty path means the whole.
    public init(
        baseURL: URL,
        transport: any HTTPTransport,
        report: @escaping @Sendable (FieldPath) -> Void
    ) {
        resource = StoreResource(baseURL: baseURL, path: "settings", transport: transport, report: report)
    }

    /// The settings of `user`, as the store has them now. If the calling task is cancelled, the call throws `.cancelled`
    /// soon.
    public func fetch(_ user: UserID) async throws(SettingsError) -> Answer {
        do throws(StoreFailure) {
            return try resource.translated(try await resource.get(of: user), SettingsTranslator.translate)
        } catch {
            throw SettingsError(error)
        }
    }

    /// Changes the settings of `user`, and answers what the store has then. A change that was sent before with the same
    /// `key` is not made again; its first answer is repeated.
    ///
    /// - Parameters:
    ///   - key: Names the change: 1 to 255 printable ASCII characters that no other change has.
    ///   - version: What the person has seen; `.changedElsewhere` is thrown where it no longer stands.
    public func change(
        _ user: UserID,
        _ newDeals: Bool,
        _ key: String,
        _ version: String
    ) async throws(SettingsError) -> Answer {
        let isRefused: Bool
        do throws(StoreFailure) {
            let request = HTTPRequest(
                method: "PUT",
                url: try resource.url(of: user),
                headers: [
                    "Accept": "application/json", "Content-Type": "application/json",
                    "Idempotency-Key": key, "If-Match": version,
                ],
                body: SettingsTranslator.body(newDeals: newDeals)
            )
            let answer = try await resource.transport.answer(to: request)
            switch answer.status {
            case 403, 422:
                isRefused = true
            case 412:
                isRefused = false
            default:
                try answer.expectJSON()
                return try resource.translated(answer, SettingsTranslator.translate)
            }
        } catch {
            throw SettingsError(error)
        }
        if isRefused { throw .refused }
        throw .changedElsewhere(NotificationSettings(confirmed: try await fetch(user).newDeals))
    }
}

extension SettingsError {
    fileprivate init(_ failure: StoreFailure) {
        self =
            switch failure {
            case .unknownUser: .unknownUser
            case .unauthorised: .unauthorised
            case .unavailable: .unavailable
            case .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}
