package import Foundation

/// A response as it is sent.
package struct Response: Sendable {
    package var status: Int
    /// The media type of the body; `nil` if there is no body.
    package var contentType: String?
    /// Headers other than content type and length.
    package var headers: [String: String]
    /// The body that is announced; `body` is what is sent of it.
    package var content: Data
    /// Whether another response may follow on the connection.
    package var keepsAlive = false
    package var isHead = false

    package init(status: Int, contentType: String?, headers: [String: String] = [:], content: Data) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.content = content
    }

    /// Returns the response to a request.
    package func to(_ request: IncomingRequest, keepsAlive: Bool) -> Response {
        var response = self
        response.keepsAlive = keepsAlive
        response.isHead = request.method == "HEAD"
        return response
    }

    /// The body; empty if the request or the status forbids one.
    package var body: Data { isHead || hasNone ? Data() : content }

    /// The whole response.
    package var bytes: Data { head() + body }

    /// The status line and the fields, up to the empty line, for the body of the answer.
    package func head() -> Data { head(length: content.count) }

    /// The status line and the fields, up to the empty line.
    ///
    /// - Parameter length: The length of the body that is announced, or `nil` if it is sent in chunks.
    package func head(length: Int?) -> Data {
        head(framing: length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked")
    }

    /// The status line and the fields of a body that ends with the connection.
    package func headOfStream() -> Data { head(framing: nil) }

    private func head(framing: String?) -> Data {
        var lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "Status")"]
        if let contentType { lines.append("Content-Type: \(contentType)") }
        lines += headers.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
        if !hasNone, let framing { lines.append(framing) }
        lines.append("Connection: \(keepsAlive ? "keep-alive" : "close")")
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Whether a response with this status has no body (RFC 9110, section 6.4.1).
    private var hasNone: Bool { [204, 304].contains(status) }

    private static let phrases = [
        200: "OK", 201: "Created", 204: "No Content", 303: "See Other", 304: "Not Modified", 400: "Bad Request",
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict",
        412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        422: "Unprocessable Content", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
        503: "Service Unavailable",
    ]
}
