#if Account
    import FlyingSocks
    import Foundation

    /// Sets TCP_NODELAY on the listening socket; the sockets it accepts inherit the option.
    ///
    /// The server writes headers and body separately. Without the option the body waits until the client has acknowledged the
    /// headers, and the client delays that by 40 ms, on every request of a persistent connection.
    struct NoDelayPool<Base: AsyncSocketPool>: AsyncSocketPool {
        let base: Base

        func prepare() async throws {
            try await base.prepare()
        }

        func run() async throws {
            try await base.run()
        }

        func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
            // The listening socket waits for this event first, before it accepts a connection.
            if events == .connection {
                var on: Int32 = 1
                setsockopt(
                    socket.file.rawValue,
                    Int32(IPPROTO_TCP),
                    TCP_NODELAY,
                    &on,
                    socklen_t(MemoryLayout<Int32>.size)
                )
            }
            try await base.suspendSocket(socket, untilReadyFor: events)
        }
    }
#endif
