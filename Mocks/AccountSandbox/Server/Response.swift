#if Account
    import Foundation

    /// A response as it is sent.
    struct Response {
        let answer: SandboxAnswer
        /// Whether another response may follow on the connection.
        let keepsAlive: Bool
        private let isHead: Bool

        /// The response to a request that could not be read.
        init(_ answer: SandboxAnswer) {
            self.answer = answer
            keepsAlive = false
            isHead = false
        }

        init(_ answer: SandboxAnswer, to incoming: RequestReader.Incoming) {
            self.answer = answer
            keepsAlive = incoming.keepsAlive
            isHead = incoming.request.method == "HEAD"
        }

        /// The body; empty if the request or the status forbids one.
        var body: Data { isHead || hasNone ? Data() : answer.body }

        /// The whole response.
        var bytes: Data { head() + body }

        /// The status line and the fields, up to the empty line, for the body of the answer.
        func head() -> Data { head(length: answer.body.count) }

        /// The status line and the fields, up to the empty line.
        ///
        /// - Parameter length: The length of the body that is announced, or `nil` if it is sent in chunks.
        func head(length: Int?) -> Data {
            var lines = ["HTTP/1.1 \(answer.status) \(Self.phrases[answer.status] ?? "Status")"]
            if let contentType = answer.contentType { lines.append("Content-Type: \(contentType)") }
            lines += answer.headers.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
            if !hasNone { lines.append(length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked") }
            lines.append("Connection: \(keepsAlive ? "keep-alive" : "close")")
            return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        }

        /// Whether a response with this status has no body (RFC 9110, section 6.4.1).
        private var hasNone: Bool { [204, 304].contains(answer.status) }

        private static let phrases = [
            200: "OK", 201: "Created", 204: "No Content", 304: "Not Modified", 400: "Bad Request", 401: "Unauthorized",
            403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict", 412: "Precondition Failed",
            413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 422: "Unprocessable Content",
            428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
            500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
        ]
    }
#endif
