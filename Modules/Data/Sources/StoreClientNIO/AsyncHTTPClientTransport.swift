#if AsyncHTTPClient
    import AsyncHTTPClient
    import DataSupport
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOHTTPCompression
    public import StoreClient

    /// An `HTTPTransport` over AsyncHTTPClient, for services on Linux. A server that closes the connection in the middle of a
    /// header causes an error here, but ends a process that uses URLSession (docs/limits.md).
    ///
    /// All requests share its persistent connections, on the existing event loops of the process. The transport has no cookies
    /// and no cache, and follows no redirection.
    public final class AsyncHTTPClientTransport: HTTPTransport {
        private let client: HTTPClient
        private let deadline: Duration
        private let largestBody: Int
        private let clock: any Clock<Duration>

        /// Creates a transport.
        ///
        /// - Parameters:
        ///   - deadline: The time limit of an exchange, from the request to the last byte of the response, measured by `clock`.
        ///   - largestBody: The maximum size of a response's body in bytes, uncompressed.
        ///   - clock: Measures the deadline.
        public init(deadline: Duration, largestBody: Int, clock: any Clock<Duration>) {
            var configuration = HTTPClient.Configuration(
                redirectConfiguration: .disallow,
                // One deadline applies to the whole exchange.
                timeout: HTTPClient.Configuration.Timeout(connect: .seconds(3600), read: nil),
                decompression: .enabled(limit: .size(largestBody))
            )
            // Another layer decides whether to try again.
            configuration.connectionPool.retryConnectionEstablishment = false
            client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            self.deadline = deadline
            self.largestBody = largestBody
            self.clock = clock
        }

        deinit {
            // Running requests retain the transport, so there are none.
            Task { [client] in try? await client.shutdown() }
        }

        /// Sends `request` and returns the response. Throws when the deadline or the size of the body is exceeded.
        public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
            if Task.isCancelled { throw .cancelled }
            switch await Deadline(deadline, on: clock).wait(for: { await self.outcome(of: request) }) {
            case .finished(let outcome): return try outcome.get()
            case .expired: throw .timedOut
            case .cancelled: throw .cancelled
            }
        }

        private typealias Outcome = Result<HTTPAnswer, HTTPTransportError>

        private func outcome(of request: HTTPRequest) async -> Outcome {
            var asked = HTTPClientRequest(url: request.url.absoluteString)
            asked.method = HTTPMethod(rawValue: request.method)
            for (name, value) in request.headers { asked.headers.replaceOrAdd(name: name, value: value) }
            if let body = request.body { asked.body = .bytes(body) }

            let response: HTTPClientResponse
            do {
                response = try await client.execute(asked, deadline: .distantFuture)
            } catch {
                return .failure(Task.isCancelled ? .cancelled : .unreachable)
            }
            let fields = response.headers.map { ($0.name, $0.value) }
            if HTTPAnswer(status: 200, fields: fields, body: Data()).hasTwoLengths { return .failure(.malformed) }
            let announced = response.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
            if announced > largestBody { return .failure(.tooLarge) }
            var body = Data()
            do {
                for try await part in response.body {
                    body.append(contentsOf: part.readableBytesView)
                    if body.count > largestBody { return .failure(.tooLarge) }
                }
            } catch NIOHTTPDecompression.DecompressionError.limit {
                return .failure(.tooLarge)
            } catch {
                return .failure(Task.isCancelled ? .cancelled : .cutOff)
            }
            if Task.isCancelled { return .failure(.cancelled) }
            return .success(HTTPAnswer(status: Int(response.status.code), fields: fields, body: body))
        }
    }
#endif
