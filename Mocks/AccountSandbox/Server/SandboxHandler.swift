#if Account
    import FlyingFox
    import Foundation

    /// Puts a sandbox on the network, with the faults in the transmission of responses.
    final class SandboxHandler: HTTPHandler {
        let log = RequestLog()
        private let sandbox: Sandbox
        private let latency: Duration
        /// The largest body in bytes; a form with a login or token is far smaller.
        private let largestForm = 64 << 10

        init(_ sandbox: Sandbox, latency: Duration) {
            self.sandbox = sandbox
            self.latency = latency
        }

        func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
            let path = request.target.path(percentEncoded: true)
            log.append(SandboxRequest(method: request.method.rawValue, path: path))
            let body = try await self.body(request)
            // The configuration asks for a slow store.
            if latency > .zero { try await Task.sleep(for: latency) }

            guard let body else { return HTTPResponse(LegacyDialect.tooLarge) }
            let headers = request.headers.map { ($0.key.rawValue.lowercased(), $0.value) }
            let (answer, fault) = await sandbox.answer(
                DialectRequest(
                    method: request.method.rawValue,
                    path: path,
                    query: request.target.query(percentEncoded: true),
                    headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }),
                    body: body
                )
            )
            guard let fault else { return HTTPResponse(answer) }
            return try await broken(answer, by: fault)
        }

        private func broken(_ answer: SandboxAnswer, by fault: SandboxFault.Kind) async throws -> HTTPResponse {
            let half = answer.body.prefix(answer.body.count / 2)
            switch fault {
            case .drop, .dropApplied:
                return .dropped
            case .silent:
                // The silence is the fault; a client ends it by closing the connection.
                try await Task.sleep(for: SlowClients.patience)
                return .dropped
            case .cut:
                let body = FaultyBody(start: half, ending: .closed)
                return HTTPResponse(answer, HTTPBodySequence(from: body, count: answer.body.count))
            case .stall:
                let body = FaultyBody(start: half, ending: .silence)
                return HTTPResponse(answer, HTTPBodySequence(from: body, count: answer.body.count))
            case .endless:
                return HTTPResponse(answer, HTTPBodySequence(from: FaultyBody(start: half, ending: .endless)))
            case .truncated:
                var answer = answer
                answer.body = Data(half)
                return HTTPResponse(answer)
            default:
                return HTTPResponse(answer)
            }
        }

        /// Returns the body, empty if nothing is sent, or nil if it is too large.
        private func body(_ request: HTTPRequest) async throws -> Data? {
            var body = Data()
            for try await part in request.bodySequence {
                body.append(part)
                if body.count > largestForm { return nil }
            }
            return body
        }
    }
#endif
