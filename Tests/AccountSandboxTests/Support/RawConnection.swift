import Foundation

/// A connection that sends one request as bytes and receives the response as bytes. Reading blocks a thread of its own.
struct RawConnection {
    struct Wire: Equatable {
        var bytes = Data()
        var ending = Ending.open

        var head: String { String(decoding: bytes.prefix(headLength), as: UTF8.self) }
        var body: Data { bytes.dropFirst(headLength) }

        private var headLength: Int {
            bytes.range(of: Data("\r\n\r\n".utf8))?.upperBound ?? bytes.count
        }
    }

    enum Ending: Equatable {
        /// The server closed the connection properly.
        case closed
        /// The server reset the connection.
        case reset
        /// Reading stopped while the connection was open.
        case open
    }

    /// Reads until the server ends the connection or `isEnough` returns true.
    static func send(
        _ request: String,
        to url: URL,
        until isEnough: @escaping @Sendable (Wire) -> Bool = { _ in false }
    ) async throws -> Wire {
        let port = UInt16(url.port ?? 0)
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try exchange(request, port, isEnough) })
            }
        }
    }

    static func get(
        _ path: String,
        token: String?,
        from url: URL,
        until isEnough: @escaping @Sendable (Wire) -> Bool = { _ in false }
    ) async throws -> Wire {
        let header = token.map { "X-Account-Token: \($0)\r\n" } ?? ""
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(header)\r\n"
        return try await send(request, to: url, until: isEnough)
    }

    /// Returns whether a server listens at this address.
    static func isListening(_ address: String, port: Int) -> Bool {
        guard let descriptor = try? connected(address, UInt16(port)) else { return false }
        close(descriptor)
        return true
    }

    private static func exchange(_ request: String, _ port: UInt16, _ isEnough: (Wire) -> Bool) throws -> Wire {
        let descriptor = try connected("127.0.0.1", port)
        defer { close(descriptor) }
        // A server that never ends a connection fails a test instead of hanging it.
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let bytes = Array(request.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw POSIXError(.EPIPE) }

        var wire = Wire()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while !isEnough(wire) {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                wire.bytes.append(contentsOf: buffer[..<count])
            } else {
                wire.ending = count == 0 ? .closed : errno == ECONNRESET ? .reset : .open
                break
            }
        }
        return wire
    }

    private static func connected(_ address: String, _ port: UInt16) throws -> Int32 {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        inet_pton(AF_INET, address, &target.sin_addr)
        let outcome = withUnsafePointer(to: &target) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else {
            close(descriptor)
            throw POSIXError(.ECONNREFUSED)
        }
        return descriptor
    }
}
