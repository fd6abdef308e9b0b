#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOHTTPCompression
    public import StoreClient

    /// An `HTTPTransport` over AsyncHTTPClient, for services on Linux: a server that hangs up in the middle of a header is
    /// an error here, where it ends a process that uses URLSession (docs/limits.md).
    ///
    /// Connections are kept and shared by all requests, on the event loops that the process has anyway. It keeps no cookies
    /// and no cache, and follows no redirection.
    public final class AsyncHTTPClientTransport: HTTPTransport {
        private let client: HTTPClient
        private let deadline: Duration
        private let largestBody: Int
        private let clock: any Clock<Duration>

        /// Makes a transport.
        ///
        /// - Parameters:
        ///   - deadline: How long an exchange may take in all, from the request to the answer's last byte, measured by
        ///     `clock`.
        ///   - largestBody: How many bytes an answer's body may have, unpacked.
        public init(deadline: Duration, largestBody: Int, clock: any Clock<Duration>) {
            var configuration = HTTPClient.Configuration(
                redirectConfiguration: .disallow,
                // The deadline is one for all.
                timeout: HTTPClient.Configuration.Timeout(connect: .seconds(3600), read: nil),
                decompression: .enabled(limit: .size(largestBody))
            )
            // Whether to try again is not this layer's to say.
            configuration.connectionPool.retryConnectionEstablishment = false
            client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            self.deadline = deadline
            self.largestBody = largestBody
            self.clock = clock
        }

        deinit {
            // Requests under way hold on to the transport, so there are none.
            Task { [client] in try? await client.shutdown() }
        }

        /// As the protocol says.
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
            let headers = response.headers.map { ($0.name.lowercased(), $0.value) }
            return .success(
                HTTPAnswer(
                    status: Int(response.status.code),
                    headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }),
                    body: body
                )
            )
        }
    }
#endif
