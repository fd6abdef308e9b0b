import AccountSandbox
import Foundation
import Subprocess
import Synchronization
import Testing

/// Who may use a proxy of the environment. The proxy here is one that listens and remembers what it was asked.
@Suite("Proxies of the environment")
struct ProxyTests {
    /// Every spelling that curl reads, and `HTTP_PROXY`, which it doesn't.
    private static let spellings = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    @Test(
        "The store inside the process is never asked through a proxy",
        arguments: spellings.map { [$0] } + [
            ["http_proxy", "no_proxy"], ["ALL_PROXY", "NO_PROXY"], ["Http_Proxy", "ALL_proxy"],
        ],
        [["orders"], ["deals"], ["sign-out"]]
    )
    func inProcess(variables: [String], command: [String]) async throws {
        let proxy = try RecordingProxy()
        defer { proxy.stop() }
        try await withFolder { folder in
            let ended = try await AccountProcess(state: folder).run(command, environment: proxy.named(variables))
            #expect(ended.code == 0, "\(ended.error)")
        }
        #expect(proxy.requests == [])
    }

    @Test(
        "A store on this machine is never asked through a proxy, whatever its address is written like",
        arguments: [
            "127.0.0.1", "localhost", "LOCALHOST.", "127.1", "0x7f.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "[::1]",
            "0.0.0.0", "①②⑦.⓪.⓪.①", "a.localhost",
        ]
    )
    func loopback(host: String) async throws {
        let proxy = try RecordingProxy()
        defer { proxy.stop() }
        let server = try await SandboxServer.start(SandboxConfiguration())
        try await withFolder { folder in
            let address = "http://\(host):\(server.url.port ?? 0)"
            // Some of the spellings reach no server; none may reach the proxy. The collector is asked, too.
            for command in [["orders"], ["deals"], ["sign-out"]] {
                _ = try await AccountProcess(state: folder).run(
                    command + ["--server", address],
                    environment: proxy.named(Self.spellings),
                    timeout: 3
                )
            }
        }
        await server.stop()
        #expect(proxy.requests == [])
    }

    @Test("A store on another machine is asked through the proxy, unless no_proxy names it")
    func elsewhere() async throws {
        let proxy = try RecordingProxy()
        defer { proxy.stop() }
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            var environment = proxy.named(["http_proxy"])
            _ = try await account.run(
                ["search", "x", "--server", "http://store.invalid"],
                environment: environment,
                timeout: 3
            )
            #expect(!proxy.requests.isEmpty)
            #expect(proxy.requests.allSatisfy { $0.contains("http://store.invalid/") })

            let before = proxy.requests.count
            environment["no_proxy"] = "store.invalid"
            _ = try await account.run(
                ["search", "x", "--server", "http://store.invalid"],
                environment: environment,
                timeout: 3
            )
            #expect(proxy.requests.count == before)
        }
    }

    @Test(
        "The demo user's login goes to no store on another machine",
        arguments: ["profile", "orders", "deals", "settings", "reservations", "sync"]
    )
    func demoUser(command: String) async throws {
        let proxy = try RecordingProxy()
        defer { proxy.stop() }
        try await withFolder { folder in
            let ended = try await AccountProcess(state: folder).run(
                [command, "--server", "http://store.invalid"],
                environment: proxy.named(["http_proxy"]),
                timeout: 3
            )
            #expect(ended.code == 77 && ended.error.contains("Nobody has signed in to this store"), "\(ended.error)")
        }
        #expect(proxy.requests == [])
    }
}

/// A proxy that passes nothing on.
private final class RecordingProxy: Sendable {
    private let server: HostileServer
    private let seen: Seen

    private final class Seen: Sendable {
        let requests = Mutex<[String]>([])
    }

    init() throws {
        let seen = Seen()
        server = try HostileServer { request in
            seen.requests.withLock { $0.append(request) }
            return "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"
        }
        self.seen = seen
    }

    var requests: [String] { seen.requests.withLock { $0 } }

    /// An environment in which these variables, and no others, are set: those of proxies to this one, others to a name that
    /// nobody asks.
    func named(_ variables: [String]) -> [Environment.Key: String?] {
        var environment: [Environment.Key: String?] = [:]
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap({ [$0, $0.uppercased()] }) {
            environment.updateValue(nil, forKey: Environment.Key(stringLiteral: name))
        }
        for name in variables {
            environment[Environment.Key(stringLiteral: name)] =
                name.lowercased() == "no_proxy" ? "elsewhere.invalid" : server.url
        }
        return environment
    }

    func stop() { server.stop() }
}
