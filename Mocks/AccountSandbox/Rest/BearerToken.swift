/// RFC 6750: who asks.
extension SessionStore {
    /// The user whose access token the request bears; throws what to answer if it bears none that is good.
    func user(bearing request: DialectRequest) throws(Problem) -> String {
        let parts = (request.headers["authorization"] ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .missingToken }
        guard let user = user(accessToken: parts[1]) else { throw .invalidToken }
        return user
    }
}

extension Problem {
    static let invalidToken = Problem(
        status: 401,
        code: "invalid_token",
        title: "The token is unknown, revoked or over.",
        headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#]
    )

    /// A challenge without an error: who bears no token did nothing wrong (RFC 6750, section 3.1).
    static let missingToken = Problem(
        status: 401,
        code: "missing_token",
        title: "This takes a token.",
        headers: ["WWW-Authenticate": "Bearer"]
    )
}
