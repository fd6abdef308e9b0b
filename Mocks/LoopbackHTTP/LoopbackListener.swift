#if Account
    package import FlyingSocks
    package import Foundation
    import Synchronization

    /// A listener on 127.0.0.1 that serves each connection in a task of its own.
    package struct LoopbackListener: Sendable {
        /// `http://127.0.0.1:PORT`.
        package let url: URL
        private let serving: Task<Void, Never>

        /// Starts to listen.
        ///
        /// - Parameters:
        ///   - port: The port; 0 takes any free one.
        ///   - most: How many connections are served at a time. Further ones wait.
        ///   - serve: Serves one connection, which is closed afterwards.
        package static func start(
            port: UInt16,
            most: Int = .max,
            _ serve: @escaping @Sendable (AsyncSocket) async throws -> Void
        ) async throws(ListenError) -> LoopbackListener {
            do {
                let pool = makePool()
                try await pool.prepare()
                let socket = try Socket(domain: AF_INET)
                do {
                    try socket.setValue(true, for: .localAddressReuse)
                    setNoDelay(socket)
                    try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
                    try socket.listen()
                    guard case .ip4(_, let port) = try socket.sockname(),
                        let url = URL(string: "http://127.0.0.1:\(port)")
                    else { throw SocketError.unsupportedAddress }
                    let listening = try AsyncSocket(socket: socket, pool: pool)
                    let serving = Task {
                        await withTaskGroup(of: Void.self) { group in
                            group.addTask { try? await pool.run() }
                            group.addTask { await accept(listening, most, serve) }
                            await group.next()
                            group.cancelAll()
                        }
                        try? socket.close()
                    }
                    return LoopbackListener(url: url, serving: serving)
                } catch {
                    try? socket.close()
                    throw error
                }
            } catch {
                throw ListenError(error, port: port)
            }
        }

        /// Stops listening and closes all connections immediately.
        package func stop() async {
            serving.cancel()
            await serving.value
        }

        private static func makePool() -> some AsyncSocketPool { .make() }

        /// The sockets that this one accepts inherit the option. Without it the second of two writes waits until the client has
        /// acknowledged the first, and the client delays that by 40 ms.
        private static func setNoDelay(_ socket: Socket) {
            var on: Int32 = 1
            setsockopt(socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        }

        private static func accept(
            _ listening: AsyncSocket,
            _ most: Int,
            _ serve: @escaping @Sendable (AsyncSocket) async throws -> Void
        ) async {
            let open = Open()
            await withDiscardingTaskGroup { group in
                while !Task.isCancelled {
                    guard open.count < most else {
                        await pause()
                        continue
                    }
                    do {
                        let connection = try await listening.accept()
                        open.change(by: 1)
                        group.addTask {
                            try? await serve(connection)
                            try? connection.close()
                            open.change(by: -1)
                        }
                    } catch SocketError.failed(_, EMFILE, _) {
                        await pause()
                    } catch {
                        break
                    }
                }
                group.cancelAll()
            }
        }
    }

    /// The next connection waits in the system until another one is closed.
    private func pause() async { try? await Task.sleep(for: .milliseconds(50)) }

    /// The number of connections that are served.
    private final class Open: Sendable {
        private let number = Mutex(0)

        var count: Int { number.withLock(\.self) }

        func change(by step: Int) { number.withLock { $0 += step } }
    }

    /// Why nothing listens.
    package enum ListenError: Error, CustomStringConvertible {
        /// Another process listens on this port of 127.0.0.1.
        case portTaken(UInt16)
        /// The system refused to listen on 127.0.0.1 for another reason.
        case cannotListen(String)
        /// The task was cancelled.
        case cancelled

        package var description: String {
            switch self {
            case .portTaken(let port): "port \(port) on 127.0.0.1 is taken"
            case .cannotListen(let reason): "cannot listen on 127.0.0.1: \(reason)"
            case .cancelled: "cancelled before it was ready"
            }
        }

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
