#if Account
    public import Foundation
    import LoopbackHTTP

    /// A running store backend on 127.0.0.1. It runs until it is stopped, even if nothing references it any more.
    public final class SandboxServer: Sendable {
        /// The address of the server: `http://127.0.0.1:PORT`.
        public var url: URL { listener.url }

        private let listener: LoopbackListener
        private let log: RequestLog
        private let sandbox: Sandbox

        private init(_ listener: LoopbackListener, _ log: RequestLog, _ sandbox: Sandbox) {
            self.listener = listener
            self.log = log
            self.sandbox = sandbox
        }

        /// The requests that have arrived so far, in order of arrival. After very many requests, these are the latest 10,000 or
        /// more.
        public var requests: [SandboxRequest] { log.requests }

        /// Starts the server, and returns when it listens.
        public static func start(
            _ configuration: SandboxConfiguration = SandboxConfiguration()
        ) async throws(SandboxError) -> SandboxServer {
            let sandbox = await Sandbox(configuration)
            let log = RequestLog()
            if Task.isCancelled { throw .cancelled }
            let listener = try await LoopbackListener.start(sandboxOn: configuration.port) { socket in
                let connection = SandboxConnection(
                    socket: socket,
                    sandbox: sandbox,
                    latency: configuration.latency,
                    log: log
                )
                try await connection.serve()
            }
            return SandboxServer(listener, log, sandbox)
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

        /// Stops listening and closes all connections immediately. Clients that wait for a response get none.
        public func stop() async {
            sandbox.news.close()
            await listener.stop()
        }
    }
#endif
