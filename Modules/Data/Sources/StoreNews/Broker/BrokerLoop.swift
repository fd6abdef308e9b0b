#if MQTT
    import Dispatch
    import Foundation
    import Synchronization

    /// The thread on which all connections to brokers live, however many there are.
    ///
    /// Nothing on this thread waits for anything but the network: it copies a message, hands it over under a lock, and goes on.
    /// Names are looked up, and connections opened, on other threads. The thread ends when nothing references the loop any more.
    public final class BrokerLoop: Sendable {
        typealias Command = @Sendable (inout Clients) -> Void

        /// The clients of the loop by number. Only its thread uses them.
        typealias Clients = [Int: MosquittoClient]

        private let inbox: Inbox
        private let numbers = Atomic(0)

        /// Starts the thread.
        public init() {
            inbox = Inbox()
            let thread = Thread { [inbox] in Self.run(inbox) }
            thread.name = "broker"
            thread.stackSize = 512 << 10
            thread.start()
        }

        deinit { inbox.stop() }

        /// Opens a connection.
        ///
        /// - Parameter receive: Called for everything that happens on the connection, usually on the loop's thread. It must not
        ///   wait. The last call is `.closed`, unless the connection was closed by its owner.
        func connect(
            _ settings: MosquittoClient.Settings,
            receive: @escaping @Sendable (BrokerEvent) -> Void
        ) -> BrokerConnection {
            let number = numbers.wrappingAdd(1, ordering: .relaxed).newValue
            let connection = BrokerConnection(number: number, inbox: inbox)
            let opening = connection.opening
            // Looking up a name and opening a connection block their thread, which may take minutes.
            DispatchQueue.global().async { [inbox] in
                let client = MosquittoClient.open(settings, receive)
                guard opening.end() else { return }
                switch client {
                case .failure(let failure): receive(.closed(failure))
                case .success(let client):
                    inbox.send { clients in
                        if opening.isWanted { clients[number] = client } else { client.close() }
                    }
                }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + 10) {
                if opening.end() { receive(.closed(.unavailable)) }
            }
            return connection
        }
    }

    /// A connection of a loop. It is closed with this object.
    final class BrokerConnection: Sendable {
        private let number: Int
        private let inbox: BrokerLoop.Inbox
        let opening = Opening()

        /// How far the opening of a connection is.
        final class Opening: Sendable {
            private let isEnded = Atomic(false)
            private let isAbandoned = Atomic(false)

            /// Whether anybody still wants the connection.
            var isWanted: Bool { !isAbandoned.load(ordering: .acquiring) }

            /// Ends the opening, with or without a connection. Returns whether it had not ended before.
            func end() -> Bool { !isEnded.exchange(true, ordering: .acquiringAndReleasing) }

            func abandon() {
                isAbandoned.store(true, ordering: .releasing)
                _ = end()
            }
        }

        fileprivate init(number: Int, inbox: BrokerLoop.Inbox) {
            self.number = number
            self.inbox = inbox
        }

        deinit { close() }

        func subscribe(to topic: String) { send { $0.subscribe(to: topic) } }

        func unsubscribe(from topic: String) { send { $0.unsubscribe(from: topic) } }

        /// Publishes a message that the broker retains.
        func publish(_ payload: Data, to topic: String) { send { $0.publish(payload, to: topic) } }

        /// Ends the connection in order. Nothing is received after that but what is on its way.
        func close() {
            opening.abandon()
            inbox.send { [number] clients in clients.removeValue(forKey: number)?.close() }
        }

        private func send(_ call: @escaping @Sendable (MosquittoClient) -> Void) {
            inbox.send { [number] clients in
                if let client = clients[number] { call(client) }
            }
        }
    }

    // MARK: - The thread

    extension BrokerLoop {
        /// The commands for the thread, and the pipe that wakes it.
        final class Inbox: Sendable {
            private struct State {
                var commands: [Command] = []
                var isStopped = false
            }

            private let state = Mutex(State())
            let readEnd: Int32
            private let writeEnd: Int32

            fileprivate init() {
                var ends: [Int32] = [-1, -1]
                precondition(pipe(&ends) == 0, "A process needs two more file descriptors for a broker.")
                for end in ends {
                    _ = fcntl(end, F_SETFL, O_NONBLOCK)
                    _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                }
                (readEnd, writeEnd) = (ends[0], ends[1])
            }

            deinit {
                Foundation.close(readEnd)
                Foundation.close(writeEnd)
            }

            func send(_ command: @escaping Command) {
                state.withLock { $0.commands.append(command) }
                wake()
            }

            fileprivate func stop() {
                state.withLock { $0.isStopped = true }
                wake()
            }

            /// Returns the commands since the last call; `nil` if the loop has been stopped and there are none.
            fileprivate func take() -> [Command]? {
                var bytes = [UInt8](repeating: 0, count: 64)
                while read(readEnd, &bytes, bytes.count) > 0 {}
                return state.withLock { state in
                    defer { state.commands = [] }
                    return state.commands.isEmpty && state.isStopped ? nil : state.commands
                }
            }

            private func wake() {
                // If the pipe is full, the thread is about to wake up anyway.
                var byte: UInt8 = 1
                _ = write(writeEnd, &byte, 1)
            }
        }

        private static func run(_ inbox: Inbox) {
            blockPipeSignals()
            var clients: Clients = [:]
            var polled: [(number: Int, client: MosquittoClient)] = []
            var descriptors: [pollfd] = []
            var nextCare = ContinuousClock.now
            while let commands = inbox.take() {
                for command in commands { command(&clients) }
                polled.removeAll(keepingCapacity: true)
                descriptors.removeAll(keepingCapacity: true)
                descriptors.append(pollfd(fd: inbox.readEnd, events: Int16(POLLIN), revents: 0))
                for (number, client) in clients {
                    polled.append((number, client))
                    descriptors.append(client.poll)
                }
                poll(&descriptors, nfds_t(descriptors.count), clients.isEmpty ? -1 : 1_000)
                for (index, (number, client)) in polled.enumerated()
                where !client.handle(descriptors[index + 1].revents) { clients[number] = nil }
                guard ContinuousClock.now >= nextCare else { continue }
                nextCare = .now + .seconds(1)
                for (number, client) in clients where !client.care() { clients[number] = nil }
            }
            for client in clients.values { client.close() }
        }
    }

    /// Keeps a connection that is closed by the other side from ending the process.
    func blockPipeSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
#endif
