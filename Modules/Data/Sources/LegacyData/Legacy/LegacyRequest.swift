public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request of the singleton that somebody else sends.
public struct LegacyRequest: Sendable {
    /// `GET` or `POST`.
    public let method: String
    /// Where it goes; `nil` if the singleton has no valid address.
    public let url: URL?
    /// Header values by name. The token is among them.
    public let headers: [String: String]
    /// The body, if there is one.
    public let body: Data?

    init(_ request: URLRequest) {
        method = request.httpMethod ?? "GET"
        url = request.url
        headers = request.allHTTPHeaderFields ?? [:]
        body = request.httpBody
    }
}

/// How a request of the singleton ends.
public enum LegacyReply: Sendable {
    /// The store has responded.
    case response(status: Int, body: Data)
    /// The store could not be reached, or the connection ended too early.
    case unreachable
    /// The time was used up, or the request was cancelled.
    case timedOut
    /// The response can't be read, or is too large.
    case malformed
}
