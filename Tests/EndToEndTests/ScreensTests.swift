import AccountSandbox
import Foundation
import Subprocess
import Synchronization
import Testing

@testable import account

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("What a person sees", .serialized)
struct ScreensTests {
    @Test("Without options, the demo user's profile is shown over real HTTP")
    func profile() async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)()
            #expect(shown.code == 0)
            #expect(shown.error == "")
            #expect(shown.output.contains("Account ada"))
            #expect(shown.output.contains("Orders (12)"))
            #expect(shown.output.contains("Addresses (3)"))
        }
    }

    @Test("What was shown once is shown offline, with its age")
    func offline() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let online = try await account("profile")
            #expect(online.code == 0)

            let shown = try await account("profile", "--offline")
            #expect(shown.code == 0)
            #expect(shown.output.contains("Orders (12)"))
            // One each for the person, the orders and the addresses.
            #expect(shown.output.components(separatedBy: "As of ").count == 4)

            let document = try await account("orders", "--offline", "--format", "json").json
            let orders = try #require(document["orders"] as? [String: Any])
            #expect((orders["freshness"] as? [String: Any])?["state"] as? String == "cached")
        }
    }

    @Test("Offline with nothing kept, a person is told so", arguments: ["profile", "orders", "addresses"])
    func nothingStored(command: String) async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)(command, "--offline")
            #expect(shown.code == 69)
            #expect(shown.output == "")
            #expect(shown.error.hasPrefix("account: error: The store can't be reached"))
        }
    }

    @Test("With mocks anybody is shown by identifier; otherwise only who is signed in", arguments: ["ada", "grace"])
    func anotherUser(user: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let real = try await account("orders", "--user", user)
            #expect(real.code == (user == "ada" ? 0 : 77))
            #expect(real.output.isEmpty == (user != "ada"))
            let mock = try await account("orders", "--user", user, "--modules", "mock")
            #expect(mock.code == 0)
        }
    }

    /// Returns the paths of the legacy service's requests. On a slow machine, the first page of the store's API is fetched too.
    private static func legacyRequests(_ server: SandboxServer) -> [String] {
        server.requests.map(\.path).filter { $0.hasPrefix("/legacy/") }
    }

    @Test("A second command needs one request, as the token is kept")
    func warmToken() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let first = try await account("orders", "--server", server.url.absoluteString)
            #expect(first.code == 0)
            let before = Self.legacyRequests(server).count
            let second = try await account("orders", "--server", server.url.absoluteString)
            #expect(second.code == 0)
            #expect(Self.legacyRequests(server).count == before + 1)
        }
        await server.stop()
    }

    @Test("A token that expires between two calls is exchanged for a new one, without signing in again")
    func expiredToken() async throws {
        // Only the store's clock advances: the client considers its token valid until the store rejects it.
        let late = Mutex(TimeInterval(0))
        let server = try await SandboxServer.start(
            SandboxConfiguration(now: { Date(timeIntervalSinceNow: late.withLock { $0 }) })
        )
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let first = try await account("orders", "--server", server.url.absoluteString)
            #expect(first.code == 0)
            let before = Self.legacyRequests(server).count
            late.withLock { $0 = 600 }
            let second = try await account("orders", "--server", server.url.absoluteString)
            #expect(second.code == 0)
            #expect(
                Self.legacyRequests(server).dropFirst(before) == [
                    "/legacy/users/ada/orders", "/legacy/token", "/legacy/users/ada/orders",
                ]
            )
        }
        await server.stop()
    }

    @Test("A token that is over as soon as it is given ends as a refused sign-in, not in a loop")
    func tokenWithoutLife() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration(tokenLifetime: .zero))
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)("orders", "--server", server.url.absoluteString)
            #expect(shown.code == 77)
        }
        await server.stop()
    }

    @Test("The sandbox prints its URL, answers there, and ends when it is told to")
    func sandbox() async throws {
        try await withFolder { folder in
            try await SandboxProcess.run(["--orders", "3", "--state", folder.path]) { url in
                let shown = try await AccountProcess(state: folder.appending(path: "client"))("orders", "--server", url)
                #expect(shown.code == 0)
                #expect(shown.output.contains("Orders (3)"))
            }
        }
    }

    @Test("Mock modules show the same screens without writing anything")
    func mock() async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder.appending(path: "never"))("--modules", "mock")
            #expect(shown.code == 0)
            #expect(shown.output.contains("Orders (12)"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test("Text fits the width it is given", arguments: ["30", "60", "100"])
    func width(columns: String) async throws {
        try await withFolder { folder in
            for user in ["ada", "yuki", "noor", "zoe"] {
                let account = AccountProcess(state: folder)
                #expect(try await account.signIn(as: user).code == 0)
                let shown = try await account("profile", environment: ["COLUMNS": columns])
                #expect(shown.code == 0)
                for line in shown.output.split(separator: "\n") {
                    #expect(String(line).displayWidth <= Int(columns) ?? 0, "\(line)")
                }
            }
        }
    }

    @Test("No control character of the store's reaches the terminal", arguments: ["orders", "addresses"])
    func hostileText(command: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            #expect(try await account.signIn(as: "edge").code == 0)
            let shown = try await account(command)
            #expect(shown.code == 0)
            let controls = shown.output.unicodeScalars.filter {
                $0.properties.generalCategory == .control && $0 != "\n"
            }
            #expect(controls.isEmpty)
            #expect(!shown.output.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
        }
    }

    @Test("No colour reaches a pipe")
    func noColour() async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)("--modules", "mock")
            #expect(!shown.output.contains("\u{1B}"))
        }
    }

    #if os(Linux)
        @Test("A terminal gets colour, unless NO_COLOR is set", arguments: [nil, "1"])
        func colour(noColor: String?) async throws {
            try await withFolder { folder in
                // `script` of util-linux runs a command on a terminal of its own.
                let shown = try await AccountProcess(state: folder).run(
                    ["--modules", "mock"],
                    through: ["sh", "-c", #"exec script -qec "$0 $*" /dev/null"#],
                    environment: ["NO_COLOR": noColor, "TERM": "xterm-256color"]
                )
                #expect(shown.output.contains("Orders (12)"))
                #expect(shown.output.contains("\u{1B}[1m") == (noColor == nil))
            }
        }
    #endif
}
