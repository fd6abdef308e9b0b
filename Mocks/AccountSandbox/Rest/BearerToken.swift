import LoopbackHTTP

/// The bearer token of a request (RFC 6750).
extension SessionStore {
    /// Returns the user whose access token the request carries. Throws the response if the request carries no valid token.
    func user(bearing request: DialectRequest) throws(Problem) -> String {
        let parts = (request.headers["authorization"] ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .missingToken }
        guard let user = user(accessToken: parts[1]) else { throw .invalidToken }
        return user
    }
}

extension DialectRequest {
    /// Returns the key that names the change, or throws the problem if there is none.
    func idempotencyKey() throws(Problem) -> String {
        guard let key = headers["idempotency-key"], (1...255).contains(key.utf8.count) else {
            throw Problem(status: 400, code: "missing_idempotency_key", title: "A change has a key of its own.")
        }
        return key
    }
}

extension Problem {
    static let invalidToken = Problem(
        status: 401,
        code: "invalid_token",
        title: "The token is unknown, revoked or over.",
        headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#]
    )

    /// A challenge without an error, because a request without a token made no mistake (RFC 6750, section 3.1).
    static let missingToken = Problem(
        status: 401,
        code: "missing_token",
        title: "This takes a token.",
        headers: ["WWW-Authenticate": "Bearer"]
    )
}
