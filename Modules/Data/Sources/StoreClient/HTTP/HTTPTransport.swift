public import Foundation

/// Carries a request to a server and returns the response. The clients in this module are created with a transport, so that
/// tests can replace the server with bytes of their own.
public protocol HTTPTransport: Sendable {
    /// Sends `request` and returns the server's response with any status. Redirections are returned as responses and not
    /// followed, so that the request's headers and body do not reach another server.
    ///
    /// If the calling task is cancelled, the call soon throws `.cancelled`, even if the server has already received the
    /// request.
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer
}

/// An HTTP request.
public struct HTTPRequest: Hashable, Sendable {
    /// The method, such as `GET` or `POST`.
    public var method: String
    /// The URL, including its query.
    public var url: URL
    /// Header values by name.
    public var headers: [String: String]
    /// The body, if there is one.
    public var body: Data?

    /// Creates a request. By default it is a `GET` request for `url`.
    public init(method: String = "GET", url: URL, headers: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and path only: other parts of a request may be secret.
    public var description: String { "\(method) \(url.path)" }
    /// Method and path.
    public var debugDescription: String { description }
    /// Method and path.
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "path": url.path]) }
}

/// A complete HTTP response.
public struct HTTPAnswer: Hashable, Sendable {
    /// The status code.
    public let status: Int
    /// Header values by name, with the names in lower case.
    public let headers: [String: String]
    /// The body, without transfer and content encodings.
    public let body: Data
    /// Whether the server, instead of sending the body again, has just confirmed that an earlier body is still valid.
    public let isRevalidated: Bool

    /// Creates a response. Header names may be in any case.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data(), isRevalidated: Bool = false) {
        let fields = headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        self.init(status: status, fields: fields, body: body, isRevalidated: isRevalidated)
    }

    /// Creates a response from its header fields in their order, with names in any case. Fields with the same name are one list
    /// (RFC 9110, section 5.3).
    public init(status: Int, fields: [(String, String)], body: Data, isRevalidated: Bool = false) {
        self.status = status
        self.isRevalidated = isRevalidated
        headers = Dictionary(fields.map { ($0.lowercased(), $1) }) { $0 == $1 ? $0 : "\($0), \($1)" }
        self.body = body
    }

    /// Whether the header contradicts itself about the length of the body, so that nobody knows where it ends (RFC 9112, section
    /// 6.3). A transport throws `.malformed` then.
    package var hasTwoLengths: Bool {
        let lengths = headers["content-length"]?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return headers["transfer-encoding"] == nil && Set(lengths ?? []).count > 1
    }

    /// The media type of the body, in lower case and without parameters: `application/json`.
    public var mediaType: String? {
        headers["content-type"]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }
}

extension HTTPAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and size only: other parts of a response may be secret.
    public var description: String { "\(status), \(body.count) bytes" }
    /// Status and size.
    public var debugDescription: String { description }
    /// Status and size.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "size": body.count]) }
}

/// Why there is no response.
public enum HTTPTransportError: Error, Hashable, Sendable, CaseIterable {
    /// No response began: the host doesn't exist or doesn't listen, the connection was closed, or the bytes aren't HTTP.
    case unreachable
    /// The server has no certificate that this machine accepts, so nothing was sent. A transport that doesn't learn the reason
    /// throws `.unreachable`.
    case untrusted
    /// The response was not complete in time.
    case timedOut
    /// The response began, but ended before it was complete.
    case cutOff
    /// The body is larger than the transport allows.
    case tooLarge
    /// The server contradicts itself about the length of the body, or its response to a request for a token can't be read.
    case malformed
    /// The server asks to wait before it issues a token. Thrown only by transports that add tokens; others return the response.
    case busy
    /// The server asks to sign in (again). Thrown only by transports that add tokens; others return the response.
    case unauthorised
    /// The tokens for the request can't be read or stored on this device, so it was not sent. Thrown only by transports that
    /// add tokens.
    case notStored
    /// The calling task was cancelled.
    case cancelled
}
