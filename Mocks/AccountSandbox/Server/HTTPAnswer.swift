#if Account
    import FlyingFox
    import FlyingSocks
    import Foundation

    extension HTTPResponse {
        /// Creates an HTTP response from an unchanged response.
        init(_ answer: SandboxAnswer) {
            // One write for most bodies: chunks of the default 4 KB take several times as long.
            self.init(answer, HTTPBodySequence(data: answer.body, suggestedBufferSize: 1 << 20))
        }

        /// Creates an HTTP response with the response's status and headers and another body.
        init(_ answer: SandboxAnswer, _ body: HTTPBodySequence) {
            var headers = HTTPHeaders()
            headers[.contentType] = answer.contentType
            for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
            self.init(statusCode: Self.status(answer.status), headers: headers, body: body)
        }

        /// No response: the connection is closed before a byte is sent.
        static var dropped: HTTPResponse {
            HTTPResponse(headers: [:], webSocket: Refusal())
        }

        private static func status(_ code: Int) -> HTTPStatusCode {
            switch code {
            case 200: .ok
            case 201: .created
            case 204: .noContent
            case 304: .notModified
            case 400: .badRequest
            case 401: .unauthorized
            case 403: .forbidden
            case 404: .notFound
            case 405: .methodNotAllowed
            case 409: .conflict
            case 412: HTTPStatusCode(412, phrase: "Precondition Failed")
            case 413: .payloadTooLarge
            case 415: .unsupportedMediaType
            case 422: HTTPStatusCode(422, phrase: "Unprocessable Content")
            case 428: HTTPStatusCode(428, phrase: "Precondition Required")
            case 429: .tooManyRequests
            case 503: .serviceUnavailable
            default: .internalServerError
            }
        }

        /// A handler that throws. The server asks a web socket for its frames before it writes the headers, so an error at that
        /// point prevents any response.
        private struct Refusal: WSHandler {
            struct Dropped: Error {}

            func makeFrames(
                for client: AsyncThrowingStream<WSFrame, any Error>
            ) async throws -> AsyncStream<WSFrame> {
                throw Dropped()
            }
        }
    }
#endif
