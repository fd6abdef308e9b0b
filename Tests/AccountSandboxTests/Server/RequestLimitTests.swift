import AccountSandbox
import Foundation
import Testing

/// What a server does with requests that it can't or won't read (RFC 9112).
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("Requests that are too much, or none", .serialized)
struct RequestLimitTests {
    private static let end = "Host: localhost\r\n\r\n"
    private static let login = "login=ada&password=analytical-engine"

    private func status(_ request: String, at url: URL) async throws -> Int? {
        let wire = try await RawConnection.send(request, to: url)
        #expect(wire.ending == .closed)
        let parts = wire.head.split(separator: " ")
        return parts.count > 1 ? Int(parts[1]) : nil
    }

    private static func form(_ fields: String, _ body: String, version: String = "1.1") -> String {
        "POST /legacy/login HTTP/\(version)\r\nConnection: close\r\n\(fields)\r\n\r\n\(body)"
    }

    @Test("Each is told by its status and closed, and the server goes on and ends when asked")
    func limits() async throws {
        let long = String(repeating: "a", count: 7000)
        let huge = String(repeating: "a", count: 1_000_000)
        let many = (1...300).map { "X-\($0): \(String(repeating: "b", count: 100))\r\n" }.joined()
        let rows: [(request: String, status: Int)] = [
            ("GET /users/\(long)/orders HTTP/1.1\r\n\(Self.end)", 414),
            ("GET /deals?\(long) HTTP/1.1\r\n\(Self.end)", 414),
            ("\(huge)", 414),
            ("GET /deals HTTP/1.1\r\nX-Long: \(long)\r\n\(Self.end)", 431),
            ("GET /deals HTTP/1.1\r\n\(huge): x\r\n\(Self.end)", 431),
            ("GET /deals HTTP/1.1\r\n\(many)\(Self.end)", 431),
            ("GET /deals HTTP/1.1\r\nno field\r\n\(Self.end)", 400),
            ("GET /deals HTTP/1.1\r\nX : y\r\n\(Self.end)", 400),
            ("GET  /deals HTTP/1.1\r\n\(Self.end)", 400),
            ("GET deals HTTP/1.1\r\n\(Self.end)", 400),
            ("GET /deals HTTP/2\r\n\(Self.end)", 400),
            ("nonsense\r\n\r\n", 400),
            (Self.form("Content-Length: 5, 6", "abcdef"), 400),
            (Self.form("Content-Length: 5\r\nContent-Length: 6", "abcdef"), 400),
            (Self.form("Content-Length: -5", "abcde"), 400),
            (Self.form("Content-Length: 3\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400),
            (Self.form("Transfer-Encoding: gzip", ""), 501),
            (Self.form("Transfer-Encoding: chunked", "-5\r\n"), 400),
            (Self.form("Transfer-Encoding: chunked", "3\r\nabcd\r\n"), 400),
            (Self.form("Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFFFFF\r\n"), 413),
            (Self.form("Content-Length: 99999999999999999999", ""), 413),
            (Self.form("Content-Length: 500000", huge.prefix(500_000).description), 413),
        ]
        try await withSandbox { server, client async throws in
            for row in rows {
                #expect(try await status(row.request, at: server.url) == row.status, "\(row.request.prefix(60))")
            }
            #expect(try await client.signIn().isEmpty == false)
        }
    }

    @Test(
        "What is unusual but allowed is read",
        arguments: [
            form("Content-Length: 36", login), form("content-length:  36 \r\nContent-Length: 36", login),
            form(
                "Transfer-Encoding: Chunked",
                "A;x=y\r\nlogin=ada&\r\n1a\r\npassword=analytical-engine\r\n0\r\nX: y\r\n\r\n"
            ),
            form("Content-Length: 36", login, version: "1.0"), "\r\n" + form("Content-Length: 36", login),
            form("Content-Length: 36\r\nX-Long: \(String(repeating: "a", count: 4000))", login),
        ]
    )
    func allowed(request: String) async throws {
        try await withSandbox { server, _ async throws in
            let wire = try await RawConnection.send(request, to: server.url)
            #expect(wire.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(String(decoding: wire.body, as: UTF8.self).contains("\"session\""))
        }
    }

    @Test("A client that waits before it sends its body is told to go on")
    func goOn() async throws {
        try await withSandbox { server, _ async throws in
            let wire = try await RawConnection.send(
                Self.form("Expect: 100-continue\r\nContent-Length: 36", Self.login),
                to: server.url
            )
            #expect(wire.head == "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(String(decoding: wire.body, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test("Requests that come together are answered one after the other, and HEAD without a body")
    func together() async throws {
        try await withSandbox { server, _ async throws in
            let requests = "HEAD /deals HTTP/1.1\r\n\r\nGET /nothing HTTP/1.1\r\n\r\nGET /deals HTTP/1.0\r\n\r\n"
            let wire = try await RawConnection.send(requests, to: server.url)
            #expect(wire.ending == .closed)
            #expect(server.requests.map(\.description) == ["HEAD /deals", "GET /nothing", "GET /deals"])
            let lines = String(decoding: wire.bytes, as: UTF8.self).components(separatedBy: "\r\n")
            let starts = lines.filter { $0.contains("HTTP/1.1 ") }
            // The second body ends where the third response begins.
            #expect(starts.map { $0.suffix(22).description }.count == 3)
            #expect(wire.body.starts(with: Data("HTTP/1.1 404 Not Found".utf8)))
        }
    }
}
