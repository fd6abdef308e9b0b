/// The file beside the services that sends their requests.
enum ServiceClientSupport {
    static let name = "ServiceClient"

    static let text = #"""
        /// A request as a transport sends it.
        ISOLATION ACCESS struct ServiceRequest: Sendable, Hashable {
            /// The method: `GET`.
            ACCESS var method: String
            /// The address with path and query.
            ACCESS var url: URL
            /// The headers by name.
            ACCESS var headers: [String: String]
            /// The body; nil for none.
            ACCESS var body: Data?
        }

        /// The answer to a request.
        ISOLATION ACCESS struct ServiceAnswer: Sendable, Hashable {
            /// The status: 200.
            ACCESS var status: Int
            /// The headers by name; several of one name are one, with commas between the values.
            ACCESS var headers: [String: String]
            /// The body.
            ACCESS var body: Data

            /// Creates an answer.
            ACCESS init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
                self.status = status
                self.headers = headers
                self.body = body
            }

            /// Returns a header, in whatever case its name is written.
            ACCESS func header(_ name: String) -> String? {
                headers.first { $0.key.lowercased() == name.lowercased() }?.value
            }
        }

        /// Sends requests. Credentials, retries and time limits belong here.
        ISOLATION ACCESS protocol ServiceTransport: Sendable {
            /// Sends a request and returns the answer, whatever its status. Throws if there is none.
            func send(_ request: ServiceRequest) async throws -> ServiceAnswer
        }

        /// Why a call of a service failed.
        ISOLATION ACCESS enum ServiceFailure: Error {
            /// What is wrong with the next page of a list.
            ACCESS enum PageProblem: Sendable, Hashable {
                /// It is a page that was read before.
                case repeated
                /// There are more pages than the annotation allows.
                case tooMany
                /// It is at another server, or at no address.
                case elsewhere
            }

            /// The task was cancelled. The request may have been sent.
            case cancelled
            /// The transport threw an error, so there is no answer.
            case unreachable(any Error)
            /// The answer has a status other than 2xx.
            case status(Int, ServiceAnswer)
            /// The body of the answer could not be read.
            case unreadable(any Error)
            /// The named argument can't be sent: an empty text in a path, or a line break in a header. Nothing was sent.
            case unsendable(String)
            /// The list isn't complete. Its pages were read up to one that can't be.
            case pages(PageProblem)
        }

        /// What services share: the address of the server, and the way to it.
        ISOLATION ACCESS struct ServiceClient: Sendable {
            /// The address that paths are added to: `https://api.example.com/v1`.
            ACCESS var base: URL
            /// What sends requests.
            ACCESS var transport: any ServiceTransport
            /// Reads bodies.
            ACCESS var decoder: JSONDecoder
            /// Writes bodies.
            ACCESS var encoder: JSONEncoder

            /// Creates a client whose encoder sorts keys. Dates are texts: `2026-10-30T14:03:00Z`.
            ACCESS init(base: URL, transport: any ServiceTransport) {
                self.base = base
                self.transport = transport
                decoder = JSONDecoder()
                encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                // A date is the same text in a body, a query, a path and a header.
                encoder.dateEncodingStrategy = .custom { date, encoder in
                    guard let text = ServiceCall.text(date) else {
                        let reason = "its year is not among 1 to 9999"
                        throw EncodingError.invalidValue(
                            date,
                            .init(codingPath: encoder.codingPath, debugDescription: reason)
                        )
                    }
                    var container = encoder.singleValueContainer()
                    try container.encode(text)
                }
                decoder.dateDecodingStrategy = .custom { decoder in
                    let container = try decoder.singleValueContainer()
                    guard let date = ServiceCall.date(try container.decode(String.self)) else {
                        throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is no date")
                    }
                    return date
                }
            }

            /// Sends a call. Throws for a status other than 2xx.
            @discardableResult
            func send(_ call: ServiceCall) async throws(ServiceFailure) -> ServiceAnswer {
                try await send(call.request(to: base))
            }

            /// Sends a call and reads the body of its answer.
            func value<Value: Decodable>(
                _ type: Value.Type,
                of call: ServiceCall
            ) async throws(ServiceFailure) -> Value {
                try read(type, from: await send(call).body)
            }

            /// Sends a call and reads the body of its answer; returns nil for an empty body or `null`.
            func optional<Value: Decodable>(
                _ type: Value.Type,
                of call: ServiceCall
            ) async throws(ServiceFailure) -> Value? {
                let body = try await send(call).body
                return body.isEmpty ? nil : try read(Value?.self, from: body)
            }

            /// Sends a call and those for all following pages, and returns the elements of all of them.
            ///
            /// - Parameters:
            ///   - token: the query item for the token of a page; without it, the header `Link` has the next address.
            ///   - limit: how many pages there may be.
            func pages<Page: ServicePage>(
                _ type: Page.Type,
                of call: ServiceCall,
                token: String? = nil,
                limit: Int
            ) async throws(ServiceFailure) -> [Page.PageItem] {
                var items: [Page.PageItem] = []
                var request = try call.request(to: base)
                var seen: Set = [request.url]
                for _ in 0..<limit {
                    let answer = try await send(request)
                    let page = try read(type, from: answer.body)
                    items += page.items
                    if let token {
                        guard let next = page.next, !next.text.isEmpty else { return items }
                        var call = call
                        call.query += try ServiceCall.items(token, next.text)
                        request = try call.request(to: base)
                    } else {
                        guard let link = PageLink.next(in: answer.header("Link") ?? "") else { return items }
                        guard let url = PageLink.url(link, from: request.url) else { throw .pages(.elsewhere) }
                        request.url = url
                    }
                    guard seen.insert(request.url).inserted else { throw .pages(.repeated) }
                }
                throw .pages(.tooMany)
            }

            private func send(_ request: ServiceRequest) async throws(ServiceFailure) -> ServiceAnswer {
                guard !Task.isCancelled else { throw .cancelled }
                let answer: ServiceAnswer
                do {
                    answer = try await transport.send(request)
                } catch {
                    if Task.isCancelled || error is CancellationError { throw .cancelled }
                    throw .unreachable(error)
                }
                guard 200..<300 ~= answer.status else { throw .status(answer.status, answer) }
                return answer
            }

            private func read<Value: Decodable>(
                _ type: Value.Type,
                from body: Data
            ) throws(ServiceFailure) -> Value {
                do {
                    return try decoder.decode(type, from: body)
                } catch {
                    throw .unreadable(error)
                }
            }
        }
        """#

    static let urlSession = #"""
        /// Sends requests of services with a session.
        ISOLATION ACCESS struct URLSessionTransport: ServiceTransport {
            private let session: URLSession

            /// Creates a transport.
            ACCESS init(_ session: URLSession) {
                self.session = session
            }

            /// Sends a request and returns the answer.
            ACCESS func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
                var message = URLRequest(url: request.url)
                message.httpMethod = request.method
                message.httpBody = request.body
                for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
                let (body, response) = try await session.data(for: message)
                guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
                var headers: [String: String] = [:]
                for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
                return ServiceAnswer(status: response.statusCode, headers: headers, body: body)
            }
        }
        """#
}
