import Domain
import Foundation

/// `/auth` of the store (docs/store-api.md). Goes over a transport that knows nothing of tokens, so that asking for one never
/// waits for one.
struct TokenEndpoint: Sendable {
    let baseURL: URL
    let clientID: String?
    let transport: any HTTPTransport
    let now: @Sendable () -> Date

    /// Why there are no tokens.
    enum Failure: Error, Hashable {
        /// What was sent is no good, and never will be.
        case refused
        /// Too many attempts have failed, until then if the store says so.
        case locked(until: Date?)
        case unavailable
        case malformed
        case cancelled
    }

    func signIn(with credentials: Credentials) async throws(Failure) -> Tokens {
        try await tokens(
            of: UserID(credentials.login),
            for: ["grant_type": "password", "username": credentials.login, "password": credentials.password],
            // What some servers answer to a wrong password (Authlib among them).
            refusals: ["invalid_request"]
        )
    }

    func refresh(_ token: String, of user: UserID) async throws(Failure) -> Tokens {
        let renewed = try await tokens(of: user, for: ["grant_type": "refresh_token", "refresh_token": token])
        // Who sends none means that the old one goes on (RFC 6749, section 6).
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
            // What RFC 8693, section 2.2.2, wants for a subject token that is no good.
            refusals: ["invalid_request"]
        )
    }

    /// Tells the store that the tokens are not needed any more. Whether it heard does not matter to anybody here.
    func revoke(_ tokens: Tokens) async {
        guard let request = request("revoke", ["token": tokens.refreshToken ?? tokens.accessToken]) else { return }
        _ = try? await transport.send(request)
    }

    /// - Parameters:
    ///   - user: Whom the tokens are for, unless the store says it.
    ///   - refusals: The errors that refuse what was sent, besides those that always do.
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
        case 429, 500...: throw .unavailable
        default: throw .malformed
        }
        guard answer.mediaType == "application/json",
            let grant = try? JSONDecoder().decode(Grant.self, from: answer.body),
            grant.tokenType.lowercased() == "bearer", Self.isToken(grant.accessToken)
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
            return .locked(until: RetryAfter(answer)?.date(now: now()))
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

    /// What goes into a header must not end it: printable ASCII without blanks (RFC 6750, section 2.1, and more).
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
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
            case .unreachable, .timedOut, .cutOff, .unauthorised: .unavailable
            case .tooLarge, .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}
