import AccountSandbox
import Foundation
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("Searching names from a script", .serialized)
struct SearchTests {
    @Test("Med gives the fifty names of the sandbox, from the store inside or at any URL", arguments: [true, false])
    func med(isInside: Bool) async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        try await withFolder { folder in
            let arguments = ["search", "Med"] + (isInside ? [] : ["--server", server.url.absoluteString])
            let account = AccountProcess(state: folder)
            let shown = try await account.run(arguments)
            #expect(shown.code == 0)
            #expect(shown.output.contains("Names (50)"))
            #expect(shown.output.contains("  med-med-buy.com"))

            let document = try await account.run(arguments + ["--format", "json"]).json
            #expect(try AccountSchema.violations(of: document) == [])
            let names = try #require(document["names"] as? [String: Any])
            let items = try #require(names["items"] as? [[String: Any]])
            #expect(items.count == 50)
            #expect(names["total"] as? Int ?? 0 >= 50)
            #expect(items[0]["name"] as? String == "med-med-buy.com")
            #expect(items[0]["updatedAt"] as? String == "2018-01-11T05:29:12.517Z")
        }
        await server.stop()
    }

    @Test("A limit leaves later names out, not the total", arguments: [0, 1, 3, 1_000])
    func limit(limit: Int) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let arguments = ["search", "med", "--modules", "mock", "--limit", "\(limit)"]
            let document = try await account.run(arguments + ["--format", "json"]).json
            #expect(try AccountSchema.violations(of: document) == [])
            let names = try #require(document["names"] as? [String: Any])
            #expect((names["items"] as? [Any])?.count == min(limit, 6))
            #expect(names["total"] as? Int == 6)
            let shown = try await account.run(arguments)
            #expect(shown.output.contains("and \(6 - limit) more") == (limit < 6))
        }
    }

    @Test("None found is an answer", arguments: ["real", "mock"])
    func noneFound(modules: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let shown = try await account("search", "no-such-name", "--modules", modules)
            #expect(shown.code == 0)
            #expect(shown.output.contains("No result for this request"))
            let document = try await account("search", "no-such-name", "--modules", modules, "--format", "json").json
            #expect(try AccountSchema.violations(of: document) == [])
        }
    }

    @Test(
        "What can't be searched for is a usage error, and so is no query without a terminal",
        arguments: [
            ["search"], ["search", ""], ["search", " \n"], ["search", String(repeating: "m", count: 10_000)],
            ["search", "med", "--limit", "-1"], ["search", "med", "--offline"], ["search", "--limit", "3"],
        ]
    )
    func usage(arguments: [String]) async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder).run(arguments)
            #expect(shown.code == 64)
            #expect(shown.output == "")
        }
    }

    @Test("Any text can be searched for", arguments: ["m", "e\u{301}", "👩🏽‍💻", "مثال", "a\nb", "../?query=x&y#z %"])
    func anyText(query: String) async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)("search", query)
            #expect(shown.code == 0)
            #expect(shown.output.hasPrefix("Names"))
        }
    }

    @Test(
        "A failure has a sentence and an exit code",
        arguments: [
            (SandboxFault.Kind.unavailable, Int32(69), "can't be reached"), (.drop, 69, "can't be reached"),
            (.html, 70, "can't be read"), (.truncated, 70, "can't be read"),
        ]
    )
    func failure(fault: SandboxFault.Kind, code: Int32, sentence: String) async throws {
        var configuration = SandboxConfiguration()
        configuration.faults = [SandboxFault(fault)]
        let server = try await SandboxServer.start(configuration)
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)("search", "med", "--server", server.url.absoluteString)
            #expect(shown.code == code)
            #expect(shown.output == "")
            #expect(shown.error.contains(sentence))
        }
        await server.stop()
    }

    @Test("A server that is not there is told as such")
    func unreachable() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        await server.stop()
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let shown = try await account("search", "med", "--server", server.url.absoluteString, "--format", "json")
            #expect(shown.code == 69)
            #expect(try AccountSchema.violations(of: shown.json) == [])
        }
    }

    @Test("No control character of the database's reaches the terminal", arguments: ["odd", "xn--"])
    func hostileText(query: String) async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)("search", query)
            #expect(shown.code == 0)
            let controls = shown.output.unicodeScalars.filter {
                $0.properties.generalCategory == .control && $0 != "\n"
            }
            #expect(controls.isEmpty)
            #expect(!shown.output.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
        }
    }
}
