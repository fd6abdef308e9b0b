import Foundation
import LoopbackHTTP

/// Responds to `POST /auth/token` (RFC 6749, RFC 8693) and `POST /auth/revoke` (RFC 7009), for public clients
/// (docs/workspace/store-api.md).
struct AuthDialect: SandboxDialect {
    let store: Store
    let sessions: SessionStore
    let now: @Sendable () -> Date

    private static let paths: Set = ["/auth/token", "/auth/revoke"]
    private static let exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
    private static let accessToken = "urn:ietf:params:oauth:token-type:access_token"

    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>? {
        guard Self.paths.contains(request.path) else { return nil }
        return request.path == "/auth/token" && request.form["grant_type"] == "password" ? [.signInRefused] : []
    }

    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer {
        guard request.method == "POST" else { return Problem.method(allowed: ["POST"]).answer }
        let form = request.form
        do throws(Refusal) {
            if request.path == "/auth/revoke" {
                try await revoke(form)
                return SandboxAnswer(contentType: nil, headers: Self.noStore, body: Data())
            }
            switch form["grant_type"] {
            case "password":
                return answer(try await signIn(form, isRefused: faults.contains(.signInRefused)))
            case "refresh_token":
                return answer(try await refresh(form))
            case Self.exchange:
                return answer(try await exchange(form), issued: Self.accessToken)
            case nil:
                throw Refusal("invalid_request", "There is no grant_type.")
            default:
                throw Refusal("unsupported_grant_type", "Not this one.")
            }
        } catch {
            return error.answer
        }
    }

    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer { Problem(fault).answer }

    func malformed() -> SandboxAnswer { SandboxAnswer(body: Data("[1,2,3]".utf8)) }

    /// An error response as in RFC 6749, section 5.2, with an additional code for programs.
    private struct Refusal: Error {
        let error: String
        let description: String
        var code: String?
        var retryAfter: Int?

        init(_ error: String, _ description: String, code: String? = nil, retryAfter: Int? = nil) {
            self.error = error
            self.description = description
            self.code = code
            self.retryAfter = retryAfter
        }

        var answer: SandboxAnswer {
            let body = JSONText.object { text in
                text.field("error", error)
                text.field("error_description", description)
                if let code { text.field("code", code) }
            }
            var headers = AuthDialect.noStore
            if let retryAfter { headers["Retry-After"] = String(retryAfter) }
            return SandboxAnswer(status: 400, headers: headers, body: Data(body))
        }
    }

    private static let noStore = ["Cache-Control": "no-store"]

    private func signIn(
        _ form: [String: String],
        isRefused: Bool
    ) async throws(Refusal) -> SessionStore.Grant {
        guard let login = form["username"], let password = form["password"] else {
            throw Refusal("invalid_request", "There is no username or no password.")
        }
        // A login or password that no account can have does not count as a guess.
        guard (1...254).contains(login.utf8.count), Self.lengths.contains(password.count) else {
            throw Refusal("invalid_grant", "Nobody has such a login or password.", code: "password_rules")
        }
        let wrong = Refusal("invalid_grant", "Login or password is wrong.", code: "bad_credentials")
        if isRefused { throw wrong }
        let user = store.user(login: login, password: password)
        switch await sessions.attempt(login, isRight: user != nil) {
        case .locked(let seconds):
            throw Refusal("invalid_grant", "Too many failures.", code: "account_locked", retryAfter: seconds)
        case .accepted:
            guard let user else { throw wrong }
            return await sessions.grant(to: user)
        case .refused:
            throw wrong
        }
    }

    /// The allowed lengths of a password, in characters.
    private static let lengths = 8...128

    private func refresh(_ form: [String: String]) async throws(Refusal) -> SessionStore.Grant {
        guard let token = form["refresh_token"] else { throw Refusal("invalid_request", "There is no refresh_token.") }
        guard let grant = await sessions.refresh(token) else {
            throw Refusal("invalid_grant", "The token is unknown, used or revoked.", code: "bad_refresh_token")
        }
        return grant
    }

    private func exchange(_ form: [String: String]) async throws(Refusal) -> SessionStore.Grant {
        guard let token = form["subject_token"], form["subject_token_type"] == Self.accessToken else {
            throw Refusal("invalid_request", "There is no subject_token, or it is of another type.")
        }
        // RFC 8693, section 2.2.2, requires this response for an unacceptable subject token.
        guard let user = await sessions.user(token: token) else {
            throw Refusal("invalid_request", "The token is unknown or over.", code: "bad_subject_token")
        }
        return await sessions.grant(to: user)
    }

    /// Revokes a token. An unknown token counts as already revoked (RFC 7009, section 2.2).
    private func revoke(_ form: [String: String]) async throws(Refusal) {
        guard let token = form["token"] else { throw Refusal("invalid_request", "There is no token.") }
        await sessions.revoke(token)
    }

    private func answer(_ grant: SessionStore.Grant, issued type: String? = nil) -> SandboxAnswer {
        let body = JSONText.object { text in
            text.field("generated_at", milliseconds: RestPayload.milliseconds(now()), alwaysWithFraction: true)
            text.field("access_token", grant.accessToken)
            text.field("token_type", plain: "Bearer")
            text.field("expires_in", grant.expiresIn)
            text.field("refresh_token", grant.refreshToken)
            text.field("user", grant.user)
            if let type { text.field("issued_token_type", type) }
        }
        return SandboxAnswer(headers: Self.noStore, body: Data(body))
    }
}
