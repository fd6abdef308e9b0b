#if Account
    import FlyingFox
    import FlyingSocks
    public import Foundation

    /// A running store backend on 127.0.0.1. It runs until it is stopped, even if nothing references it any more.
    public final class SandboxServer: Sendable {
        /// The address of the server: `http://127.0.0.1:PORT`.
        public let url: URL

        private let server: HTTPServer
        private let handler: SandboxHandler
        private let sandbox: Sandbox
        private let serving: Task<Void, Never>

        private init(
            url: URL,
            server: HTTPServer,
            handler: SandboxHandler,
            sandbox: Sandbox,
            serving: Task<Void, Never>
        ) {
            self.url = url
            self.server = server
            self.handler = handler
            self.sandbox = sandbox
            self.serving = serving
        }

        /// The requests that have arrived so far, in order of arrival. After very many requests, these are the latest 10,000 or
        /// more.
        public var requests: [SandboxRequest] { handler.log.requests }

        /// Starts the server, and returns when it listens.
        public static func start(
            _ configuration: SandboxConfiguration = SandboxConfiguration()
        ) async throws(SandboxError) -> SandboxServer {
            let sandbox = await Sandbox(configuration)
            let handler = SandboxHandler(sandbox, latency: configuration.latency)
            let server: HTTPServer
            do {
                server = HTTPServer(
                    address: try .inet(ip4: "127.0.0.1", port: configuration.port),
                    // Requests that hang on purpose hang longer than the default of 15 s.
                    timeout: 24 * 3600,
                    pool: NoDelayPool(base: HTTPServer.defaultPool()),
                    logger: .disabled,
                    handler: handler
                )
            } catch {
                throw .cannotListen("no such address")
            }

            let (starts, start) = AsyncStream.makeStream(of: Start.self)
            let serving = Task {
                do {
                    try await server.run()
                    start.yield(.failed(.cannotListen("it ended at once")))
                } catch {
                    start.yield(.failed(SandboxError(error, port: configuration.port)))
                }
            }
            let waiting = Task {
                guard (try? await server.waitUntilListening(timeout: 60)) != nil else { return start.finish() }
                start.yield(.listening)
            }
            defer { waiting.cancel() }
            switch await starts.first(where: { _ in true }) {
            case .listening?:
                guard case .ip4(_, let port)? = await server.listeningAddress,
                    let url = URL(string: "http://127.0.0.1:\(port)")
                else {
                    await server.stop()
                    throw .cannotListen("no port")
                }
                return SandboxServer(url: url, server: server, handler: handler, sandbox: sandbox, serving: serving)
            case .failed(let error)?:
                throw error
            case nil:
                serving.cancel()
                await server.stop()
                await serving.value
                throw .cancelled
            }
        }

        /// Replaces the faults of the configuration from now on.
        public func setFaults(_ faults: [SandboxFault]) {
            sandbox.setFaults(faults)
        }

        /// Sets on another device of `user` whether notifications about new deals are sent. The store counts it as a change
        /// even if the value is the same.
        public func changeSettingsElsewhere(of user: String, newDeals: Bool) async {
            await sandbox.sessions.changeElsewhere(of: user, to: newDeals)
            sandbox.news.settingsChanged(of: user, newDeals: newDeals)
        }

        /// Returns whether notifications about new deals are sent to `user`, and the changes of that setting that were applied,
        /// oldest first and without those made elsewhere, limited to the latest 100.
        public func settings(of user: String) async -> (newDeals: Bool, applied: [Bool]) {
            let settings = await sandbox.sessions.settings(of: user)
            return (settings.newDeals, settings.applied)
        }

        /// Replaces all offers, without any message.
        public func setDeals(_ deals: [StoreDeal]) { sandbox.news.replace(deals) }

        /// Publishes a new offer, or a new state of an offer.
        public func publish(_ deal: StoreDeal) { sandbox.news.publish(deal) }

        /// Takes an offer back.
        public func endDeal(_ id: String) { sandbox.news.end(id) }

        /// Returns the messages that announce offers and settings: the current state, and then each change, until the server
        /// is stopped.
        public func messages() async -> AsyncStream<SandboxMessage> {
            for account in SandboxAccount.all {
                let settings = await sandbox.sessions.settings(of: account.user)
                sandbox.news.settingsChanged(of: account.user, newDeals: settings.newDeals)
            }
            return sandbox.news.messages()
        }

        /// Stops listening and closes all connections immediately. Clients that wait for a response get none, or a 500.
        public func stop() async {
            sandbox.news.close()
            await server.stop()
            await serving.value
        }

        private enum Start: Sendable {
            case listening
            case failed(SandboxError)
        }
    }

    extension SandboxError {
        fileprivate init(_ error: any Error, port: UInt16) {
            switch error {
            case SocketError.failed(_, EADDRINUSE, _): self = .portTaken(port)
            case SocketError.failed(_, _, let message): self = .cannotListen(message)
            case is CancellationError: self = .cancelled
            default: self = .cannotListen("\(error)")
            }
        }
    }
#endif
