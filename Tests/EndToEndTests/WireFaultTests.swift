import Foundation
import TestSupport
import Testing

/// What a server can put on the wire, through the process. No response may end the program.
///
/// `EFFORT` says how many of the 640 are tried.
@Suite("Faults on the wire", .timeLimit(.minutes(30)))
struct WireFaultTests {
    private static let statusLines = [
        "HTTP/1.1 200 OK", "HTTP/1.1 204 No Content", "HTTP/1.1 304 Not Modified", "HTTP/1.1 401 Unauthorized",
        "HTTP/1.1 503 Unavailable", "HTTP/1.0 200 OK", "HTTP/9.9 200 OK", "HTTP/1.1 99999 OK", "HTTP/1.1", "ICY 200 OK",
    ]
    private static let headers = [
        "", "Content-Length: 9223372036854775807", "Content-Length: -1", "Content-Length: 18446744073709551616",
        "Transfer-Encoding: chunked", "Content-Encoding: gzip", "Location: ::", "WWW-Authenticate: Basic",
        "X: \u{0}\u{1B}[2J", "Set-Cookie: " + String(repeating: "x", count: 70_000), ": no name", "Retry-After: 1e308",
        "ETag: \"\"\r\nETag: \"\"", "Content-Type: application/json\r\nContent-Length: 2", "Age: -9223372036854775808",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
    ]
    private static let ends = ["", "\r\n", "\r\n\r\n", "\r\n\r\n{}"]

    /// 10 status lines, 16 headers and 4 ends: the connection is closed after each.
    static let faults = statusLines.flatMap { status in
        headers.flatMap { header in ends.map { end in status + (header.isEmpty ? "" : "\r\n" + header) + end } }
    }

    @Test("No response of a server ends the program")
    func faults() async throws {
        let count = Effort.value(quick: 32, change: 160, full: 640)
        let every = max(1, Self.faults.count / count)
        try #require(Self.faults.count == 640)
        try await withFolder { folder in
            try await withThrowingTaskGroup(of: Void.self) { group in
                // The known crash is always among them.
                let chosen = Self.faults.indices.filter { $0.isMultiple(of: every) || [1, 4, 6].contains($0) }
                for (number, index) in chosen.enumerated() {
                    if number >= 3 { try await group.next() }
                    group.addTask { try await played(index, in: folder.appending(path: "\(index)")) }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Runs a command against a server with this fault: on everything, or on what comes after the sign-in.
    private func played(_ index: Int, in state: URL) async throws {
        let fault = Self.faults[index]
        let server = try HostileServer { target in
            guard index.isMultiple(of: 2), target.hasPrefix("POST /auth/token") else { return fault }
            let grant = #"{"access_token":"a","token_type":"Bearer","expires_in":300,"user":"ada"}"#
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(grant.utf8.count)\r\n\r\n"
                + grant
        }
        defer { server.stop() }
        let command = [["deals"], ["orders"], ["settings", "--push", "off"], ["search", "x"], ["sign-out"]][index % 5]
        let ended = try await AccountProcess(state: state).run(command + ["--server", server.url, "--timeout", "3"])
        #expect(ended.code != nil, "\(fault.prefix(80).debugDescription): \(command) ended with \(ended.status)")
        // The child's end is its own affair.
        #expect(!ended.error.contains("Fatal error") && !ended.error.contains("Crash"))
    }
}

/// A server that sends the same bytes whatever is asked, and then closes the connection.
final class HostileServer: Sendable {
    let url: String
    private let listener: Int32

    init(_ response: @escaping @Sendable (_ target: String) -> String) throws {
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
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        url = "http://127.0.0.1:\(address.sin_port.bigEndian)"
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0, errno == EINTR { continue }
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.serve(connection, response) }
            }
        }
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func serve(_ connection: Int32, _ response: (String) -> String) {
        defer { close(connection) }
        var request: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while request.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            request += buffer.prefix(count)
        }
        let target = String(decoding: request.prefix { $0 != 13 }, as: UTF8.self)
        var bytes = Array(response(target).utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
        shutdown(connection, Int32(SHUT_WR))
        _ = recv(connection, &buffer, buffer.count, 0)
    }
}
