#if MQTT
    public import Foundation
    import Synchronization

    /// The store's side of the broker: publishes the latest message of each topic, and that the store is online
    /// (docs/workspace/news.md).
    ///
    /// When the connection to the broker ends, the broker publishes that the store is offline (the last will). When it is back,
    /// the latest message of each topic is published again, so nothing is missing afterwards but states in between.
    public final class BrokerPublisher: Sendable {
        /// A message that the broker retains.
        public struct Message: Sendable {
            let topic: String
            let payload: Data

            /// Creates a message.
            public init(topic: String, payload: Data) {
                self.topic = topic
                self.payload = payload
            }
        }

        private struct State {
            var latest: [String: Data] = [:]
            /// The connection, if the broker has accepted it.
            var connection: BrokerConnection?
        }

        private let broker: Broker
        private let credentials: BrokerCredentials?
        private let loop: BrokerLoop
        private let backoff: NewsBackoff
        private let clock: any Clock<Duration>
        private let state = Mutex(State())

        /// Creates a publisher.
        ///
        /// - Parameters:
        ///   - credentials: The store's own; `nil` for a broker that asks for none.
        ///   - backoff: The waits after lost connections, measured by `clock`.
        public init(
            to broker: Broker,
            as credentials: BrokerCredentials?,
            loop: BrokerLoop,
            backoff: NewsBackoff,
            clock: any Clock<Duration>
        ) {
            self.broker = broker
            self.credentials = credentials
            self.loop = loop
            self.backoff = backoff
            self.clock = clock
        }

        /// Publishes messages until the task is cancelled.
        public func run(_ messages: some AsyncSequence<Message, Never> & Sendable) async {
            let collecting = Task { for await message in messages { collect(message) } }
            defer { collecting.cancel() }
            var failures = 0
            while !Task.isCancelled {
                let wasAccepted = await connection()
                failures = wasAccepted ? 1 : failures + 1
                guard (try? await clock.sleep(for: backoff.wait(after: failures))) != nil else { return }
            }
        }

        private func collect(_ message: Message) {
            state.withLock { state in
                state.latest[message.topic] = message.payload
                state.connection?.publish(message.payload, to: message.topic)
            }
        }

        /// Connects, and returns when the connection has ended, or the task is cancelled. Returns whether there was one.
        private func connection() async -> Bool {
            let (events, event) = AsyncStream<BrokerEvent>.makeStream()
            let will = (topic: NewsTopic.status, payload: Self.status(isOnline: false))
            let settings = MosquittoClient.Settings(
                broker: broker,
                credentials: credentials,
                session: .clean,
                will: will
            )
            let connection = loop.connect(settings) { event.yield($0) }
            var wasAccepted = false
            for await event in events {
                if case .connected = event {
                    wasAccepted = true
                    begin(connection)
                }
                if case .closed = event { break }
            }
            state.withLock { $0.connection = nil }
            connection.close()
            return wasAccepted
        }

        private func begin(_ connection: BrokerConnection) {
            state.withLock { state in
                for (topic, payload) in state.latest.sorted(by: { $0.key < $1.key }) {
                    connection.publish(payload, to: topic)
                }
                connection.publish(Self.status(isOnline: true), to: NewsTopic.status)
                state.connection = connection
            }
        }

        private static func status(isOnline: Bool) -> Data {
            Data((isOnline ? #"{"online":true}"# : #"{"online":false}"#).utf8)
        }
    }
#endif
