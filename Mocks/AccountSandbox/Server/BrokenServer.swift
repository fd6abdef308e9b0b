#if Account
    import FlyingSocks
    public import Foundation
    import LoopbackHTTP

    /// A server on 127.0.0.1 that sends the same bytes on every connection, valid HTTP or not. It does what an HTTP server
    /// can't do: send garbage instead of HTTP, half a header, a reset.
    ///
    /// A status line without a complete header line after it ends a process that uses URLSession on Linux: send such bytes only
    /// to child processes.
    public final class BrokenServer: Sendable {
        /// What happens after the bytes.
        public enum Ending: Sendable {
            /// The connection is closed properly.
            case close
            /// The connection is reset (RST).
            case reset
            /// Nothing; the connection stays open until the client or the server ends it.
            case stay
        }

        /// The address of the server: `http://127.0.0.1:PORT`.
        public var url: URL { listener.url }

        private let listener: LoopbackListener

        private init(_ listener: LoopbackListener) {
            self.listener = listener
        }

        /// Starts a server on any free port. Each connection gets `bytes` as soon as it has sent the headers of a request.
        public static func start(
            answering bytes: Data,
            then ending: Ending = .close
        ) async throws(SandboxError) -> BrokenServer {
            BrokenServer(
                try await LoopbackListener.start(sandboxOn: 0) { connection in
                    try await answer(connection, bytes, ending)
                }
            )
        }

        /// Closes all connections immediately.
        public func stop() async {
            await listener.stop()
        }

        private static func answer(_ connection: AsyncSocket, _ bytes: Data, _ ending: Ending) async throws {
            var request: [UInt8] = []
            while !request.suffix(4).elementsEqual("\r\n\r\n".utf8), request.count < 64 << 10 {
                request.append(try await connection.read())
            }
            try await connection.write(bytes)
            switch ending {
            case .close:
                // Closing a connection with unread data would be a reset.
                shutdown(connection.socket.file.rawValue, Int32(SHUT_WR))
                try await drain(connection)
            case .reset:
                var atOnce = linger(l_onoff: 1, l_linger: 0)
                setsockopt(
                    connection.socket.file.rawValue,
                    SOL_SOCKET,
                    SO_LINGER,
                    &atOnce,
                    socklen_t(MemoryLayout<linger>.size)
                )
            case .stay:
                try await drain(connection)
            }
        }

        private static func drain(_ connection: AsyncSocket) async throws {
            while true { _ = try await connection.read(atMost: 4096) }
        }
    }
#endif
