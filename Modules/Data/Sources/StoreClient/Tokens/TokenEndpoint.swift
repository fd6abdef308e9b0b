import Domain
import Foundation

/// The endpoints below `/auth` of the store (docs/workspace/store-api.md). The transport must add no tokens, so that a
/// request for a token never waits for a token.
struct TokenEndpoint: Sendable {
    let baseURL: URL
    let clientID: String?
    let transport: any HTTPTransport
    let now: @Sendable () -> Date

    /// Why there are no tokens.
    enum Failure: Error, Hashable {
        /// The store refused what was sent, permanently.
        case refused
        /// Too many attempts have failed. The store accepts no further attempt until `until`; `nil` if the store doesn't say.
        case locked(until: Date?)
        /// The store asks to wait.
        case busy
        case unavailable
        case malformed
        case cancelled
    }

    func signIn(with credentials: Credentials) async throws(Failure) -> Tokens {
        try await tokens(
            of: UserID(credentials.login),
            for: ["grant_type": "password", "username": credentials.login, "password": credentials.password],
            // Some servers respond with this error to a wrong password (Authlib is one of them).
            refusals: ["invalid_request"]
        )
    }

    func refresh(_ token: String, of user: UserID) async throws(Failure) -> Tokens {
        let renewed = try await tokens(of: user, for: ["grant_type": "refresh_token", "refresh_token": token])
        // If the store sends no new refresh token, the old one remains valid (RFC 6749, section 6).
        return Tokens(
            user: renewed.user,
            accessToken: renewed.accessToken,
            refreshToken: renewed.refreshToken ?? token,
            expiresAt: renewed.expiresAt
        )
    }

    func exchange(_ legacy: LegacyToken) async throws(Failure) -> Tokens {
        try await tokens(
            of: legacy.user,
            for: [
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token": legacy.token,
                "subject_token_type": "urn:ietf:params:oauth:token-type:access_token",
            ],
            // RFC 8693, section 2.2.2, requires this error for a subject token that is not valid.
            refusals: ["invalid_request"]
        )
    }

    /// Notifies the store that a token is no longer needed, and returns whether it was notified. Status 400, 404 or 405 counts
    /// too, because the store would refuse the same request again. A page of HTML comes from somebody else on the way, such as
    /// a Wi-Fi network that wants to be signed in to.
    func revoke(_ token: String) async -> Bool {
        guard let request = request("revoke", ["token": token]) else { return true }
        guard let answer = try? await transport.send(request), answer.mediaType != "text/html" else { return false }
        return 200..<300 ~= answer.status || [400, 404, 405].contains(answer.status)
    }

    /// - Parameters:
    ///   - user: The user of the tokens, unless the store's response names one.
    ///   - refusals: The errors that count as a refusal, in addition to those that always do.
    private func tokens(
        of user: UserID,
        for form: [String: String],
        refusals: Set<String> = []
    ) async throws(Failure) -> Tokens {
        guard let request = request("token", form) else { throw .unavailable }
        let start = now()
        let answer: HTTPAnswer
        do throws(HTTPTransportError) {
            answer = try await transport.send(request)
        } catch {
            throw Failure(error)
        }
        switch answer.status {
        case 200: break
        case 400: throw refusal(answer, refusals)
        case 401: throw .refused
        case 429: throw .busy
        case 500...: throw .unavailable
        default: throw .malformed
        }
        guard answer.mediaType == "application/json",
            let grant = try? JSONDecoder().decode(Grant.self, from: answer.body),
            grant.tokenType.lowercased() == "bearer", Tokens.isToken(grant.accessToken)
        else { throw .malformed }
        return Tokens(
            user: grant.user.map { UserID($0) } ?? user,
            accessToken: grant.accessToken,
            refreshToken: grant.refreshToken,
            expiresAt: grant.expiresIn.map { start.addingTimeInterval($0) }
        )
    }

    private func refusal(_ answer: HTTPAnswer, _ refusals: Set<String>) -> Failure {
        guard let refusal = try? JSONDecoder().decode(Refusal.self, from: answer.body) else { return .malformed }
        switch (refusal.error, refusal.code) {
        case ("invalid_grant", "account_locked"):
            let wait = (answer.retryAfter(now: now()) ?? .zero) / .seconds(1)
            // An end that has passed, and one after years, is none that anybody can wait for.
            return .locked(until: wait > 0 && wait < 366 * 86_400 ? now().addingTimeInterval(wait) : nil)
        case ("invalid_grant", _), ("invalid_target", _):
            return .refused
        default:
            return refusals.contains(refusal.error) ? .refused : .malformed
        }
    }

    private func request(_ path: String, _ form: [String: String]) -> HTTPRequest? {
        guard let url = baseURL.endpoint(["auth", path]) else { return nil }
        var form = form
        form["client_id"] = clientID
        let fields = form.sorted { $0.key < $1.key }.compactMap { name, value in
            value.percentEncoded.map { "\(name)=\($0)" }
        }
        return HTTPRequest(
            method: "POST",
            url: url,
            headers: ["Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"],
            body: Data(fields.joined(separator: "&").utf8)
        )
    }

    private struct Grant: Decodable {
        let accessToken: String
        let tokenType: String
        let expiresIn: Double?
        let refreshToken: String?
        let user: String?

        private enum CodingKeys: String, CodingKey {
            case user
            case accessToken = "access_token"
            case tokenType = "token_type"
            case expiresIn = "expires_in"
            case refreshToken = "refresh_token"
        }
    }

    private struct Refusal: Decodable {
        let error: String
        let code: String?
    }
}

extension TokenEndpoint.Failure {
    fileprivate init(_ error: HTTPTransportError) {
        self =
            switch error {
            case .unreachable, .untrusted, .timedOut, .cutOff, .unauthorised, .notStored: .unavailable
            case .busy: .busy
            case .tooLarge, .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}
