import AccountSandbox
import Foundation
import Testing

/// Values of `--server`, `--user` and `--timeout` at their limits.
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("Options at their limits", .serialized, .timeLimit(.minutes(15)))
struct LimitTests {
    private func withServer(
        _ configuration: SandboxConfiguration = SandboxConfiguration(),
        _ body: (SandboxServer, AccountProcess) async throws -> Void
    ) async throws {
        let server = try await SandboxServer.start(configuration)
        do {
            try await withFolder { folder in try await body(server, AccountProcess(state: folder)) }
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test("A list of many slow pages doesn't keep a command longer than --timeout")
    func pages() async throws {
        // 20,000 orders are 100 pages, which would take 100 seconds.
        let slow = SandboxConfiguration(orderCount: 20_000, latency: .seconds(1))
        try await withServer(slow) { server, account in
            let url = server.url.absoluteString
            // The store's own API, which has pages.
            #expect(try await account("migration", "set", "orders", "replacement", "--without-verdict").code == 0)
            #expect(try await account.signIn(as: "ada", server: url).code == 0)
            // What the process needs besides is its start.
            let shown = try await account(
                "orders",
                "--server",
                url,
                "--timeout",
                "6",
                limit: .seconds(45)
            )
            #expect(shown.code == 69, "\(shown.output.prefix(300))")
            #expect(server.requests.count { $0.path == "/users/ada/orders" } < 20)
        }
    }

    @Test("The scheme of --server is read in any case, and the store is the same one")
    func scheme() async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            let capital = url.replacingOccurrences(of: "http://", with: "HTTP://")
            for command in ["orders", "deals", "settings"] {
                let shown = try await account(command, "--server", capital)
                #expect(shown.code == 0, "\(shown.error)")
                let stored = try await account(command, "--server", url, "--offline")
                #expect(stored.code == 0, "\(stored.error)")
                #expect(stored.output.contains("As of "))
            }
            let changed = try await account("settings", "--push", "off", "--server", capital)
            #expect(changed.code == 0, "\(changed.error)")
            #expect(!changed.output.contains("Not confirmed yet"))
        }
    }

    @Test(
        "An identifier that no store can have is refused before anything is sent or stored",
        arguments: [255, 100_000]
    )
    func user(length: Int) async throws {
        try await withFolder { folder in
            let state = folder.appending(path: "state")
            let shown = try await AccountProcess(state: state)(
                "orders",
                "--user",
                String(repeating: "x", count: length)
            )
            #expect(shown.code == 64)
            #expect(shown.error.contains("--user takes an identifier of 1 to 254 bytes, such as ada."))
            #expect(shown.error.utf8.count < 1_000)
            #expect(!FileManager.default.fileExists(atPath: state.path))
        }
    }

    @Test("The longest identifier is taken, and is that of nobody who is signed in")
    func longest() async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)("orders", "--user", String(repeating: "x", count: 254))
            #expect(shown.code == 77)
            #expect(shown.error.contains("is not, so there is nothing to show"))
        }
    }
}
