import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// Responds to HTTP/1.1 on loopback, one request for each connection, with exactly the given bytes, including those that no
/// correct server sends. Runs until the process ends.
struct RawServer: Sendable {
    /// The parts of a request.
    struct Request: Sendable {
        /// Method and path: `GET /legacy/users/ada/orders`.
        let target: String
        let headers: [String: String]
        let body: String
    }

    /// The response.
    enum Reply: Sendable {
        /// Sends the bytes, then closes the connection.
        case bytes(String)
        /// Sends the bytes, then nothing more; the connection stays open.
        case stall(String)
        /// Sends the bytes, then blocks of 64 KiB as fast as the client reads them.
        case pour(String)

        static func http(_ status: Int, _ body: String, headers: [String] = []) -> Reply {
            let lines = ["HTTP/1.1 \(status) -", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
            return .bytes(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        }
    }

    let url: URL

    /// Listens on a free port. `handler` is called on a thread of the connection's own.
    init(handler: @escaping @Sendable (Request) -> Reply) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening, let url = URL(string: "http://127.0.0.1:\(address.sin_port.bigEndian)") else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        self.url = url
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.serve(connection, handler) }
            }
        }
    }

    private static func serve(_ connection: Int32, _ handler: @Sendable (Request) -> Reply) {
        defer { close(connection) }
        guard let request = readRequest(connection) else { return }
        switch handler(request) {
        case .bytes(let text):
            send(Array(text.utf8), connection)
        case .stall(let text):
            send(Array(text.utf8), connection)
            _ = read(connection)
        case .pour(let text):
            send(Array(text.utf8), connection)
            let block = [UInt8](repeating: 32, count: 1 << 16)
            while send(block, connection) {}
        }
    }

    @discardableResult
    private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func read(_ connection: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    private static func readRequest(_ connection: Int32) -> Request? {
        var text = ""
        while !text.contains("\r\n\r\n") {
            guard let more = read(connection) else { return nil }
            text += more
        }
        let parts = text.components(separatedBy: "\r\n\r\n")
        let lines = parts[0].components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let field = line.components(separatedBy: ": ")
            headers[field[0].lowercased()] = field.dropFirst().joined(separator: ": ")
        }
        var body = parts.dropFirst().joined(separator: "\r\n\r\n")
        while body.utf8.count < Int(headers["content-length"] ?? "0") ?? 0 {
            guard let more = read(connection) else { return nil }
            body += more
        }
        let target = lines[0].components(separatedBy: " ").prefix(2).joined(separator: " ")
        return Request(target: target, headers: headers, body: body)
    }
}
