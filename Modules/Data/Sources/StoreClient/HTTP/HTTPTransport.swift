public import Foundation

/// Carries one request to a server and the answer back. The clients of this module are made over one, so that tests can
/// put bytes of their own in the server's place.
public protocol HTTPTransport: Sendable {
    /// Sends `request` and answers whatever the server says, whichever status it has. Redirections are answers too: they
    /// are not followed, lest what a request carries goes elsewhere.
    ///
    /// If the calling task is cancelled, the call throws `.cancelled` soon, whether or not the server got the request.
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer
}

/// A request of HTTP.
public struct HTTPRequest: Hashable, Sendable {
    /// `GET`, `POST`, ...
    public var method: String
    /// Where to; with its query.
    public var url: URL
    /// Values by name.
    public var headers: [String: String]
    /// What is sent, if anything.
    public var body: Data?

    /// Makes a request; it asks for `url` unless told otherwise.
    public init(method: String = "GET", url: URL, headers: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and path: what else a request carries may be secret.
    public var description: String { "\(method) \(url.path)" }
    /// Method and path.
    public var debugDescription: String { description }
    /// Method and path.
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "path": url.path]) }
}

/// A server's complete answer.
public struct HTTPAnswer: Hashable, Sendable {
    /// The status code.
    public let status: Int
    /// Values by name, the names in lower case.
    public let headers: [String: String]
    /// What was sent, without its transfer and content encodings.
    public let body: Data
    /// Whether the server was asked just now and said that a body from before is still right, instead of sending it again.
    public let isRevalidated: Bool

    /// Makes an answer; names of headers may be in any case.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data(), isRevalidated: Bool = false) {
        self.status = status
        self.isRevalidated = isRevalidated
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }, uniquingKeysWith: { first, _ in first })
        self.body = body
    }

    /// What the body says it is, in lower case and without parameters: `application/json`.
    public var mediaType: String? {
        headers["content-type"]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }
}

extension HTTPAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and size: what else an answer carries may be secret.
    public var description: String { "\(status), \(body.count) bytes" }
    /// Status and size.
    public var debugDescription: String { description }
    /// Status and size.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "size": body.count]) }
}

/// Why there is no answer.
public enum HTTPTransportError: Error, Hashable, Sendable, CaseIterable {
    /// No answer began: no such host, nobody there, the connection was closed, something that is no HTTP.
    case unreachable
    /// The answer was not complete in time.
    case timedOut
    /// The answer began, and ended before it was complete.
    case cutOff
    /// The body is larger than the transport takes.
    case tooLarge
    /// The server's answer to a request for a token can't be read. Of transports that bear tokens.
    case malformed
    /// The server asks to sign in (again). Of transports that bear tokens; others answer what the server says.
    case unauthorised
    /// The calling task was cancelled.
    case cancelled
}
