import AccountSandbox
import Foundation
import Testing

/// What can go wrong between a person and the store, with one row for each case, tested through the process.
@Suite("Bad input")
struct BadInputTests {
    /// The setup and the expected outcome of a case.
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        var faults: [SandboxFault] = []
        var orders = 12
        var arguments = ["orders"]
        /// Who signs in before; `nil` leaves that to the command.
        var person: String?
        /// The exit code with nothing stored.
        var code: Int32
        var output: [String] = []
        var error: [String] = []
        /// Whether a stored response is shown instead, if there is one.
        var fallsBack = false
        /// The `--timeout` in seconds: long if the speed of the machine must not matter, the default if the store keeps
        /// waiting.
        var timeout = 120

        var testDescription: String { name }
    }

    static let unreachable = "The store can't be reached and no orders are stored here."
    static let unreadable = "The store sent orders that can't be read, so none are shown."

    static let rows = [
        Row(
            name: "A user who is not signed in",
            arguments: ["orders", "--user", "nobody"],
            code: 77,
            error: ["ada is signed in here, and nobody is not"]
        ),
        Row(
            name: "A user named by an attack on the path",
            arguments: ["orders", "--user", "../../etc/passwd?x=1#y"],
            code: 77,
            error: ["ada is signed in here, and ../../etc/passwd?x=1#y is not"]
        ),
        Row(
            name: "An option that would give the terminal a command",
            arguments: ["orders", "--locale", "\u{1B}[31m"],
            code: 64,
            error: ["--locale \u{FFFD}[31m is not known"]
        ),
        Row(
            name: "An argument that would",
            arguments: ["\u{9B}2J"],
            code: 64,
            error: ["Unexpected argument '\u{FFFD}2J'"]
        ),
        Row(
            name: "Empty lists",
            arguments: ["profile"],
            person: "grace",
            code: 0,
            output: ["No orders yet.", "No addresses saved."]
        ),
        Row(name: "50,000 orders", orders: 50_000, code: 0, output: ["Orders (50000)"]),
        Row(name: "Emoji", arguments: ["profile"], person: "zoe", code: 0, output: ["Orders ("]),
        Row(name: "Right-to-left names", arguments: ["profile"], person: "noor", code: 0, output: ["Orders ("]),
        Row(name: "A currency without minor units", arguments: ["orders"], person: "yuki", code: 0, output: ["JP¥"]),
        Row(name: "A currency with three", arguments: ["orders"], person: "noor", code: 0, output: ["KWD"]),
        Row(
            name: "Refunds and dates before 1970",
            arguments: ["orders"],
            person: "edge",
            code: 0,
            output: ["-€", " 196"]
        ),
        Row(name: "A truncated body", faults: [.init(.truncated)], code: 70, error: [unreadable], fallsBack: true),
        Row(name: "A body of HTML", faults: [.init(.html)], code: 70, error: [unreadable], fallsBack: true),
        Row(name: "JSON of another shape", faults: [.init(.malformed)], code: 70, error: [unreadable], fallsBack: true),
        Row(name: "An unknown order status", faults: [.init(.unknownStatus)], code: 0, output: ["Other ("]),
        Row(
            name: "A duplicate number",
            faults: [.init(.duplicateID)],
            code: 0,
            output: ["Orders (12)", "1 order could not be read"]
        ),
        Row(
            name: "One unreadable record among good ones",
            faults: [.init(.unreadableRecord)],
            code: 0,
            output: ["Orders (11)", "1 order could not be read"]
        ),
        Row(name: "An answer two days old", faults: [.init(.stale)], code: 0, output: ["As of"]),
        Row(
            name: "An answer that never comes",
            faults: [.init(.silent)],
            code: 69,
            error: [unreachable],
            fallsBack: true,
            timeout: 10
        ),
        Row(
            name: "One that stalls",
            faults: [.init(.stall)],
            code: 69,
            error: [unreachable],
            fallsBack: true,
            timeout: 10
        ),
        Row(
            name: "One that never ends",
            faults: [.init(.endless)],
            code: 69,
            error: [unreachable],
            fallsBack: true,
            timeout: 10
        ),
        Row(
            name: "A connection closed without an answer",
            faults: [.init(.drop)],
            code: 69,
            error: [unreachable],
            fallsBack: true
        ),
        Row(
            name: "A server that closes halfway",
            faults: [.init(.cut)],
            code: 69,
            error: [unreachable],
            fallsBack: true
        ),
        Row(
            name: "Too many requests",
            faults: [.init(.tooManyRequests)],
            code: 69,
            error: ["The store has too much to do and no orders are stored here."],
            fallsBack: true
        ),
        Row(
            name: "A server that is down",
            faults: [.init(.unavailable)],
            code: 69,
            error: [unreachable],
            fallsBack: true
        ),
        Row(
            name: "A server that fails",
            faults: [.init(.serverError)],
            code: 69,
            error: [unreachable],
            fallsBack: true
        ),
        Row(
            name: "A token that is refused again and again",
            faults: [.init(.unauthorised)],
            code: 77,
            error: ["not signed in"]
        ),
        Row(name: "A refused sign-in", faults: [.init(.signInRefused)], code: 77, error: ["refused the sign-in"]),
    ]

    @Test("Ends with the right exit code and message when nothing was kept", arguments: rows)
    func nothingStored(_ row: Row) async throws {
        try await withServer(row) { server in
            try await withFolder { folder in
                let account = AccountProcess(state: folder)
                if let person = row.person {
                    _ = try await account.signIn(as: person, server: server.absoluteString)
                }
                let shown = try await account(row.arguments, server: server, row.timeout)
                expect(row, shown, code: row.code)
            }
        }
    }

    @Test("Shows what was kept, with its age, and leaves it as it was", arguments: rows.filter(\.fallsBack))
    func kept(_ row: Row) async throws {
        // Between the two servers somebody else may take the port. Then both begin again.
        for _ in 0..<5 {
            do { return try await showsWhatWasKept(row) } catch SandboxError.portTaken {}
        }
        try await showsWhatWasKept(row)
    }

    private func showsWhatWasKept(_ row: Row) async throws {
        try await withFolder { folder in
            // A server with another port has another URL; the same server must first work and then fail.
            let account = AccountProcess(state: folder)
            let port = try await withServer(Row(name: "A good day", code: 0)) { server in
                let good = try await account(["orders"], server: server)
                #expect(good.code == 0)
                return try #require(server.port)
            }
            let before = try contents(of: folder.appending(path: "legacy"))
            try await withServer(row, port: UInt16(port)) { server in
                let shown = try await account(["orders"], server: server, row.timeout)
                #expect(shown.code == 0, "\(shown.error)")
                #expect(shown.output.contains("Orders (12)"))
                #expect(shown.output.contains("As of "))
            }
            let after = try contents(of: folder.appending(path: "legacy"))
            #expect(before.filter { !$0.key.contains("session") } == after.filter { !$0.key.contains("session") })
        }
    }

    @Test("Standard output is one JSON document in every case", arguments: rows.filter { $0.orders < 1000 })
    func json(_ row: Row) async throws {
        try await withServer(row) { server in
            try await withFolder { folder in
                let account = AccountProcess(state: folder)
                if let person = row.person {
                    _ = try await account.signIn(as: person, server: server.absoluteString)
                }
                let shown = try await account(
                    row.arguments + ["--format", "json"],
                    server: server,
                    row.timeout
                )
                #expect(shown.code == row.code)
                let document = try shown.json
                #expect((document["problem"] != nil) == (row.code != 0))
                #expect(try AccountSchema.violations(of: document) == [])
            }
        }
    }

    @Test("A refused connection shows what was kept, or that nothing was")
    func refused() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let url = try await withServer(Row(name: "A good day", code: 0)) { server in
                let good = try await account(["orders"], server: server)
                #expect(good.code == 0)
                return server
            }
            // Nobody listens there any more.
            let shown = try await account(["orders"], server: url)
            #expect(shown.code == 0)
            #expect(shown.output.contains("As of "))
            let nothing = try await account(["reservations"], server: url)
            #expect(nothing.code == 69)
            #expect(nothing.error.contains("The store can't be reached and no reservations are stored here."))
        }
    }

    @Test("By default a person waits ten seconds at most")
    func patience() async throws {
        try await withServer(Row(name: "silence", faults: [.init(.silent)], code: 69)) { server in
            try await withFolder { folder in
                // The harness kills a process that takes longer than that and its start on a busy machine.
                let shown = try await AccountProcess(state: folder)(
                    "orders",
                    "--server",
                    server.absoluteString,
                    timeout: nil,
                    limit: .seconds(45)
                )
                #expect(shown.code == 69)
            }
        }
    }

    @Test("Garbage in place of HTTP is an unreachable store")
    func garbage() async throws {
        let server = try await BrokenServer.start(answering: Data("220 mail.example ESMTP\r\n".utf8))
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)(["orders"], server: server.url)
            #expect(shown.code == 69)
        }
        await server.stop()
    }

    /// It would end the process of URLSession on Linux (docs/limits.md).
    @Test("A connection cut inside the header is an unreachable store")
    func cutHeader() async throws {
        let server = try await BrokenServer.start(answering: Data("HTTP/1.1 200 OK\r\n".utf8))
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)(["orders"], server: server.url)
            #expect(shown.code == 69, "\(shown)")
            #expect(shown.error.contains("account: "))
            #expect(!shown.error.contains("Fatal"))
        }
        await server.stop()
    }

    @Test(
        "Usage errors exit with 64 and say what would be right",
        arguments: [
            (["orders", "--locale", "en_US;DROP"], "--locale en_US;DROP is not known"),
            (["orders", "--server", "ftp://x"], "--server takes an http or https URL"),
            (["orders", "--server", "not a url"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:1?tenant=7"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:1/a?"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:1#a"], "--server takes an http or https URL"),
            (["orders", "--server", "http://:secret@127.0.0.1:1"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:0"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:65536"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:99999999999999999999"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:1/a/../b"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:1/%2e%2e"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:1//"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:1/%0d%0aX"], "--server takes an http or https URL"),
            (["orders", "--server", "http://127.0.0.1:1/%00"], "--server takes an http or https URL"),
            (["orders", "--server", "http://[::1"], "--server takes an http or https URL"),
            (["orders", "--locale", "en_US@currency=EUR;DROP"], "--locale en_US@currency=EUR;DROP is not known"),
            (["orders", "--locale", "en_US@"], "--locale en_US@ is not known"),
            (["orders", "--modules", "mock", "--server", "http://127.0.0.1:1"], "--server needs --modules real"),
            (["orders", "--locale", "xx_nowhere"], "--locale xx_nowhere is not known"),
            (["orders", "--time-zone", "Mars/Olympus"], "--time-zone Mars/Olympus is not known"),
            (["orders", "--timeout", "0"], "--timeout takes 3 to 600 seconds"),
            (["orders", "--user", ""], "--user takes an identifier"),
            (["orders", "--bogus"], "Unknown option '--bogus'"),
            (["orders", "--sever", "x"], "Did you mean '--server'?"),
            (["ordres"], "Did you mean 'account orders'?"),
            (["sandbox", "--fault", "gremlins"], "there are: drop"),
            (["sandbox", "--fault", "drop:2"], "from 0 (never) to 1 (always)"),
            (["sandbox", "--orders", "-1"], "--orders"),
        ]
    )
    func usage(arguments: [String], message: String) async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)(arguments, server: nil)
            #expect(shown.code == 64)
            #expect(shown.output == "")
            #expect(shown.error.contains(message), "\(shown.error)")
        }
    }

    // MARK: - Arrangement

    /// Each server needs a thread of its own, and their number in a process is limited.
    private static let servers = Turns(8)

    private func expect(_ row: Row, _ shown: AccountProcess.Ended, code: Int32) {
        #expect(shown.code == code, "\(shown.error)")
        for text in row.output { #expect(shown.output.contains(text), "\(shown.output.prefix(2000))") }
        for text in row.error { #expect(shown.error.contains(text), "\(shown.error)") }
        if code != 0 { #expect(shown.output == "") }
    }

    private func withServer<Result>(
        _ row: Row,
        port: UInt16 = 0,
        _ body: (URL) async throws -> Result
    ) async throws -> Result {
        await Self.servers.begin()
        let result: Swift.Result<Result, any Error>
        do {
            let server = try await SandboxServer.start(
                SandboxConfiguration(port: port, orderCount: row.orders, faults: row.faults)
            )
            do {
                result = .success(try await body(server.url))
            } catch {
                result = .failure(error)
            }
            await server.stop()
        } catch {
            result = .failure(error)
        }
        await Self.servers.end()
        return try result.get()
    }
}

extension AccountProcess {
    /// Runs `account` with a server.
    func callAsFunction(_ arguments: [String], server: URL?, _ timeout: Int = 120) async throws -> Ended {
        let options = server.map { ["--server", $0.absoluteString, "--timeout", String(timeout)] }
        return try await run(arguments + (options ?? []))
    }
}
