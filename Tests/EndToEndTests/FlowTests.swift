import AccountSandbox
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("Links, reservations and errors from a script", .serialized)
struct FlowTests {
    private func update(_ ended: AccountProcess.Ended) throws -> [String: Any] {
        let document = try ended.json
        #expect(try AccountSchema.violations(of: document) == [])
        return try #require(document["update"] as? [String: Any])
    }

    private func reservations(_ account: AccountProcess) async throws -> [[String: Any]] {
        let document = try await account("reservations", "--format", "json").json
        #expect(try AccountSchema.violations(of: document) == [])
        let list = try #require(document["reservations"] as? [String: Any])
        return try #require(list["items"] as? [[String: Any]])
    }

    @Test(
        "With mock modules the links of old screens have the historic answers",
        arguments: [
            (
                "myapp://featureABC?cmd=reserve#reservationId=82348@viewId=View1", "View1",
                "Reservation done successfully confirmation id: #8347838"
            ),
            (
                "myapp://featureABC?cmd=cancel#reservationId=82348@viewId=View1", "View1",
                "Reservation cancelled successfully for reservation id: #82348"
            ),
            (
                "myapp://featureXYZ?cmd=getData#reservationId=82348@viewId=View2", "View2",
                "Reservation #82348: engine.example, confirmation #8347837"
            ),
        ]
    )
    func historic(link: String, screen: String, answer: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let shown = try await account("open", link, "--yes", "--modules", "mock")
            #expect(shown.code == 0)
            #expect(shown.output == answer + "\n")
            let update = try update(try await account("open", link, "--yes", "--modules", "mock", "--format", "json"))
            #expect(update["screen"] as? String == screen)
            #expect(update["text"] as? String == answer)
            #expect(try contents(of: folder).isEmpty)
        }
    }

    @Test(
        "A link to a screen shows it",
        arguments: ["orders", "addresses", "profile", "reservations", "deals", "settings"]
    )
    func screens(screen: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let opened = try await account("open", "account://\(screen)", "--modules", "mock")
            let shown = try await account(screen, "--modules", "mock")
            #expect(opened.code == 0)
            #expect(opened.output == shown.output)
            #expect(!shown.output.isEmpty)
        }
    }

    @Test(
        "A link shows what its parameters ask for",
        arguments: [("account://deals?all=true", "deals --all"), ("account://deal?id=D-4", "deal D-4")]
    )
    func parameters(link: String, command: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let opened = try await account("open", link, "--modules", "mock", "--format", "json")
            let shown = try await account.run(
                command.split(separator: " ").map(String.init) + ["--modules", "mock", "--format", "json"]
            )
            #expect(opened.code == 0, "\(opened.error)")
            #expect(opened.output == shown.output)
            #expect(try AccountSchema.violations(of: opened.json) == [])
        }
    }

    @Test("A link shows the search it asks for")
    func search() async throws {
        try await withFolder { folder in
            let opened = try await AccountProcess(state: folder)(
                "open",
                "account://search?query=loom",
                "--modules",
                "mock"
            )
            #expect(opened.output.contains("loom.example"))
        }
    }

    @Test("What one process reserves others show and cancel, by command and by link", arguments: [true, false])
    func processes(isByLink: Bool) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let link = "account://reservations/reserve?name=example.com&screen=search"
            let reserved = try await account.run(isByLink ? ["open", link, "--yes"] : ["reserve", "example.com"])
            #expect(reserved.code == 0, "\(reserved.error)")
            #expect(reserved.output.hasPrefix("Reservation done successfully confirmation id: #"))

            let listed = try await reservations(account)
            #expect(listed.map { $0["name"] as? String } == ["example.com"])
            let id = try #require(listed.first?["id"] as? String)
            #expect(try await account("reservations").output.contains("example.com"))

            let cancel = isByLink ? ["open", "account://reservations/cancel?id=\(id)", "--yes"] : ["cancel", id]
            let cancelled = try await account.run(cancel)
            #expect(cancelled.output == "Reservation cancelled successfully for reservation id: #\(id)\n")
            #expect(try await reservations(account).isEmpty)
            #expect(try await account("errors").output.contains("Nothing went wrong."))
        }
    }

    @Test("The same key again makes no second reservation; another is told that the name is taken")
    func once() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let arguments = ["reserve", "example.com", "--key", "k-1", "--format", "json"]
            let first = try update(try await account.run(arguments))["values"] as? [String: String]
            let second = try update(try await account.run(arguments))["values"] as? [String: String]
            #expect(first == second)
            #expect(try await reservations(account).count == 1)
            let other = try await account("reserve", "example.com")
            #expect(other.code == 70)
            #expect(other.output == "")
            #expect(other.error.contains("This name is reserved already"))
        }
    }

    @Test(
        "What can't be opened has a sentence, exit code 64 and a record",
        arguments: [
            ("account://nowhere", "flow.unknown-screen"), ("account://nobody/do", "flow.unknown-feature"),
            ("account://reservations/undo", "flow.unknown-command"),
            ("account://reservations/cancel", "flow.missing-parameter"),
            ("account://reservations/cancel?id=1&force=1", "flow.unknown-parameter"),
            ("account://deals?all=maybe", "flow.unclear-parameter"),
            ("account://reservations/reserve?name=", "flow.unclear-parameter"),
            ("account://reservations/cancel?id=1&id=2", "flow.link.repeated-parameter"),
            ("account://reservations/cancel?id=%1B%5B2J", "flow.link.malformed"),
            ("ftp://orders", "flow.link.unknown-scheme"), ("", "flow.link.unknown-scheme"),
            ("myapp://featureQ?cmd=go#reservationId=1@viewId=View1", "flow.unknown-feature"),
            ("myapp://VC4", "flow.unknown-screen"), ("myapp://View", "flow.unknown-screen"),
            ("account://a?b=" + String(repeating: "x", count: 70_000), "flow.link.too-long"),
        ]
    )
    func refused(link: String, code: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            #expect(try await account("orders").code == 0)
            let shown = try await account("open", link, "--offline", "--format", "json")
            #expect(shown.code == 64)
            let document = try shown.json
            #expect(try AccountSchema.violations(of: document) == [])
            #expect((document["problem"] as? [String: Any])?["key"] as? String == code)
            #expect(shown.error.hasPrefix("account: error: "))

            let errors = try await account("errors", "--format", "json").json
            #expect(try AccountSchema.violations(of: errors) == [])
            let items = try #require((errors["errors"] as? [String: Any])?["items"] as? [[String: Any]])
            #expect(items.contains { $0["code"] as? String == code })
        }
    }

    @Test("A store that is not there is told as such, recorded, and logged on demand")
    func unavailable() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            // The sign-in happens while the store can be reached.
            #expect(try await account("reservations", "--server", server.url.absoluteString).code == 0)
            await server.stop()
            let arguments = ["reserve", "example.com", "--server", server.url.absoluteString]
            let shown = try await account.run(arguments + ["--log"])
            #expect(shown.code == 69)
            #expect(shown.error.contains("can't be reached"))
            #expect(shown.error.contains("reservation.unavailable"))
            let errors = try await account("errors")
            #expect(errors.output.contains("warning  reservations  reservation.unavailable"))
        }
    }

    @Test("Offline nothing is reserved, and no store is asked")
    func offline() async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)("reserve", "a.example", "--offline")
            #expect(shown.code == 69)
        }
    }

    @Test("No file but the sandbox's and the tokens' is readable by others, and none has a password in it")
    func secrets() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            _ = try await account("reserve", "example.com", "--log")
            _ = try await account("reserve", "example.com", "--log")
            for (path, bytes) in try contents(of: folder) {
                #expect(!String(decoding: bytes, as: UTF8.self).contains(SandboxAccount.demo.password), "\(path)")
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
                #expect((attributes[.posixPermissions] as? Int ?? 0) & 0o077 == 0, "\(path)")
            }
        }
    }

    @Test("What went wrong reaches the collector with the next run that has one")
    func collected() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            #expect(try await account("orders").code == 0)
            _ = try await account("open", "account://nowhere", "--offline")
            _ = try await account("open", "account://nobody/do", "--server", server.url.absoluteString)
            let (bytes, _) = try await URLSession.shared.data(from: server.url.appending(path: "collector"))
            let counts = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            #expect(counts["distinct"] as? Int == 2)
        }
        await server.stop()
    }

    @Test("Who follows the errors sees them as they come")
    func follow() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            #expect(try await account("orders").code == 0)
            _ = try await account("open", "account://nowhere", "--offline")
            let first = try await account.lines(of: ["errors", "--follow"]) { lines in
                if lines.count == 1 {
                    _ = try await account("open", "account://nobody/do", "--offline")
                }
                return lines.count == 2
            }
            #expect(first[0].contains("flow.unknown-screen"))
            #expect(first[1].contains("flow.unknown-feature"))
        }
    }
}
