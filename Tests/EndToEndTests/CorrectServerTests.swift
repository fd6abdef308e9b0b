import Foundation
import Synchronization
import Testing

/// What a correct server may send although few do, and what a server may not get.
@Suite("Servers that are correct, and not the sandbox")
struct CorrectServerTests {
    private static let grant =
        #"{"access_token":"a","refresh_token":"r","token_type":"Bearer","expires_in":300,"user":"grace"}"#
    private static let deals =
        #"{"generated_at":"2026-11-21T09:30:00Z","time_zone":"UTC","deals":[{"id":"D-1","title":"One","terms":""}]}"#

    /// Trailers (RFC 9112, section 7.1.2). Some look like another response, and none of them counts.
    private static let trailers = [
        "X-Checksum: 1", "X-A: 1\r\nX-B: 2", "HTTP/1.1 500 Error: 1\r\nContent-Length: 3", "Content-Type: text/html",
        "Retry-After: 9", "ETag: \"late\"",
    ]

    @Test("A response with a trailer is shown", arguments: trailers)
    func trailer(fields: String) async throws {
        let server = try HostileServer { target in
            let body = target.contains("/auth/token") ? Self.grant : Self.deals
            let half = body.index(body.startIndex, offsetBy: 20)
            let chunks = [body[..<half], body[half...]].map { "\(String($0.utf8.count, radix: 16));a=b\r\n\($0)\r\n" }
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTrailer: X-Checksum\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n\(chunks.joined())0\r\n\(fields)\r\n\r\n"
        }
        defer { server.stop() }
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let signIn = ["sign-in", "--login", "grace", "--password-stdin", "--server", server.url]
            let signedIn = try await account.run(signIn, input: "a password\n")
            #expect(signedIn.code == 0, "\(signedIn.error)")
            let shown = try await account.run(["deals", "--server", server.url])
            #expect(shown.code == 0 && shown.output.contains("D-1"), "\(shown.error)")
        }
    }

    @Test(
        "A response that contradicts itself about its length can't be read",
        arguments: [("ALL\r\nContent-Length: MORE", 70), ("MORE, ALL", 70), ("ALL\r\nContent-Length: ALL", 0)]
    )
    func lengths(row: (lengths: String, code: Int32)) async throws {
        let server = try HostileServer { target in
            guard !target.contains("/auth/token") else {
                return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + Self.grant
            }
            let count = Self.deals.utf8.count
            let lengths = row.lengths.replacing("ALL", with: "\(count)").replacing("MORE", with: "\(count + 3)")
            return
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(lengths)\r\n\r\n\(Self.deals)"
        }
        defer { server.stop() }
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let signIn = ["sign-in", "--login", "grace", "--password-stdin", "--server", server.url]
            let signedIn = try await account.run(signIn, input: "a password\n")
            #expect(signedIn.code == 0, "\(signedIn.error)")
            let shown = try await account.run(["deals", "--server", server.url])
            #expect(shown.code == row.code, "\(shown.error)")
        }
    }

    @Test("A sign-in of a person that has ended sends no other login")
    func refusedRefresh() async throws {
        let targets = Targets()
        let server = try HostileServer { target in
            targets.seen.withLock { $0.append(target) }
            guard target.contains("/auth/token"), targets.seen.withLock({ $0.count == 1 }) else {
                return "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"
            }
            let grant = Self.grant.replacing("grace", with: "ada")
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + grant
        }
        defer { server.stop() }
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let signIn = ["sign-in", "--login", "ada", "--password-stdin", "--server", server.url]
            #expect(try await account.run(signIn, input: "a password\n").code == 0)
            for command in [["deals"], ["settings", "--push", "off"], ["reservations"]] {
                let ended = try await account.run(command + ["--server", server.url])
                #expect(ended.code == 77, "\(ended.error)")
            }
        }
        let legacy = targets.seen.withLock { seen in seen.filter { $0.contains("/legacy/") } }
        #expect(legacy == [])
    }

    @Test(
        "What isn't UTF-8 is refused, and not sent as something else",
        arguments: [
            (
                #"printf 'p\344ss\n' | exec "$0" sign-in --login ada --password-stdin "$@""#,
                "The input isn't a line of UTF-8"
            ),
            (
                #"head -c 70000 /dev/zero | exec "$0" sign-in --login ada --password-stdin "$@""#,
                "The input isn't a line"
            ),
            (#"exec "$0" search "$(printf '\344')" "$@""#, "Argument 2 isn't UTF-8"),
            (
                #"exec "$0" open "account://reservations/reserve?name=$(printf '\344')" --yes "$@""#,
                "Argument 2 isn't UTF-8"
            ),
        ]
    )
    func latin(row: (script: String, message: String)) async throws {
        let targets = Targets()
        let server = try HostileServer { target in
            targets.seen.withLock { $0.append(target) }
            return "HTTP/1.1 500 Error\r\nContent-Length: 0\r\n\r\n"
        }
        defer { server.stop() }
        try await withFolder { folder in
            let ended = try await AccountProcess(state: folder)
                .run(["--server", server.url], through: ["/bin/sh", "-c", row.script])
            #expect(ended.code == 64)
            #expect(ended.error.contains(row.message), "\(ended.error)")
        }
        #expect(targets.count == 0)
    }

    @Test("A server whose certificate isn't accepted is said to be one", .enabled(if: TLSServer.isPossible))
    func certificate() async throws {
        try await withFolder { folder in
            let server = try TLSServer(in: folder)
            defer { server.stop() }
            var ended = try await AccountProcess(state: folder).run(["search", "x", "--server", server.url])
            // The server may not listen yet.
            for _ in 0..<20 where !ended.error.contains("certificate") {
                ended = try await AccountProcess(state: folder).run(["search", "x", "--server", server.url])
            }
            #expect(ended.code == 69)
            #expect(ended.error.contains("certificate isn't accepted"), "\(ended.error)")
        }
    }

    private final class Targets: Sendable {
        let seen = Mutex<[String]>([])

        var count: Int { seen.withLock { $0.count } }
    }
}

/// A server with a certificate that nobody has signed.
private final class TLSServer {
    let url: String
    private let process: Process

    static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") }

    init(in folder: URL) throws {
        let (key, certificate) = (
            folder.appending(path: "key.pem").path, folder.appending(path: "certificate.pem").path
        )
        let made = try Self.start(
            ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate]
                + ["-days", "1", "-subj", "/CN=store.example"]
        )
        made.waitUntilExit()
        // A port that was free a moment ago.
        let port = try HostileServer { _ in "" }
        port.stop()
        url = port.url.replacing("http://", with: "https://")
        let number = port.url.split(separator: ":").last.map(String.init) ?? ""
        process = try Self.start(["s_server", "-accept", number, "-cert", certificate, "-key", key, "-www"])
    }

    func stop() {
        // It may have inherited that the other signals are blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func start(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
