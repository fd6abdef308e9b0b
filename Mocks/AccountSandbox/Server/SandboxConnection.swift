#if Account
    import FlyingSocks
    import Foundation
    import LoopbackHTTP

    /// Serves the requests of one connection to a sandbox, with the faults in the transmission of responses.
    struct SandboxConnection {
        let socket: AsyncSocket
        let sandbox: Sandbox
        let latency: Duration
        let log: RequestLog

        /// How long a connection that hangs on purpose stays open, so that connections of clients without a time limit don't
        /// pile up.
        private static let patience = Duration.seconds(600)

        /// Returns when the connection is to be closed.
        func serve() async throws {
            var reader = RequestReader(socket)
            do {
                while true {
                    let incoming = try await reader.next()
                    log.append(SandboxRequest(method: incoming.request.method, path: incoming.request.path))
                    // The configuration asks for a slow store.
                    if latency > .zero { try await Task.sleep(for: latency) }
                    let (answer, fault) = await sandbox.answer(incoming.request)
                    let response = Response(answer).to(incoming.request, keepsAlive: incoming.keepsAlive)
                    if let fault, fault != .truncated, try await isBroken(response, by: fault) { return }
                    try await socket.write(fault == .truncated ? Self.half(of: response) : response.bytes)
                    if !incoming.keepsAlive { return }
                }
            } catch let failure as RequestReader.Failure {
                try await socket.write(Response(SandboxAnswer(failure)).bytes)
                shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
                try await reader.drain()
            }
        }

        /// Sends what a fault leaves of a response. Returns whether it ends the connection.
        private func isBroken(_ response: Response, by fault: SandboxFault.Kind) async throws -> Bool {
            let half = response.body.prefix(response.body.count / 2)
            switch fault {
            case .drop, .dropApplied:
                break
            case .silent:
                // The silence is the fault; a client ends it by closing the connection.
                try await Task.sleep(for: Self.patience)
            case .cut:
                try await socket.write(response.head() + half)
            case .stall:
                try await socket.write(response.head() + half)
                // As above: the rest never comes.
                try await Task.sleep(for: Self.patience)
            case .endless:
                try await socket.write(response.head(length: nil) + Self.chunk(half))
                while true {
                    // The body is endless for the client, but this loop must not use all of the processor.
                    try await Task.sleep(for: .milliseconds(50))
                    try await socket.write(Self.chunk(Data(repeating: UInt8(ascii: " "), count: 50_000)))
                }
            default:
                return false
            }
            return true
        }

        /// A complete response with half of the body, after which another may follow.
        private static func half(of response: Response) -> Data {
            let half = response.body.prefix(response.body.count / 2)
            return response.head(length: half.count) + half
        }

        private static func chunk(_ bytes: Data) -> Data {
            bytes.isEmpty ? Data() : Data("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Data("\r\n".utf8)
        }
    }

    extension Response {
        fileprivate init(_ answer: SandboxAnswer) {
            self.init(
                status: answer.status,
                contentType: answer.contentType,
                headers: answer.headers,
                content: answer.body
            )
        }
    }

    extension SandboxAnswer {
        /// The answer to what is no request.
        fileprivate init(_ failure: RequestReader.Failure) {
            func problem(_ code: String, _ title: String) -> SandboxAnswer {
                Problem(status: failure.status, code: code, title: title).answer
            }
            self =
                switch failure {
                case .badRequest: problem("bad_request", "This is no request.")
                case .tooLongTarget: problem("uri_too_long", "No address is this long.")
                case .tooLongFields: problem("header_fields_too_large", "No header is this long.")
                case .tooLarge: LegacyDialect.tooLarge
                case .unknownCoding: problem("unknown_coding", "Bodies are sent as they are, or in chunks.")
                }
        }
    }
#endif
