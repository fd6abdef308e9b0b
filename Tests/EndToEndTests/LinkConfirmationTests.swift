import Foundation
import Testing

/// Links from outside that change something, through the process. Anybody can write one.
@Suite("Links that change something")
struct LinkConfirmationTests {
    @Test("Without a person's yes a link changes nothing, says what it would do, and has an exit code of its own")
    func asks() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let link = "account://reservations/reserve?name=example.com"
            let refused = try await account("open", link)
            #expect(refused.code == 79)
            #expect(
                refused.error
                    == "account: error: This link reserves example.com for ada. Nothing was changed. Add --yes if that is meant.\n"
            )
            #expect(try await names(account) == [])

            #expect(try await account("reserve", "example.com").code == 0, "Inside the app nothing is asked.")
            let id = try #require(try await reservations(account).first?["id"] as? String)
            for link in [
                "account://reservations/cancel?id=\(id)",
                "myapp://featureABC?cmd=cancel#reservationId=\(id)@viewId=View1",
            ] {
                let refused = try await account("open", link)
                #expect(refused.code == 79)
                #expect(refused.error.contains("This link cancels the reservation \(id) (example.com) for ada."))
            }
            #expect(try await names(account) == ["example.com"])
            #expect(try await account("open", "account://reservations/cancel?id=\(id)", "--yes").code == 0)
            #expect(try await names(account) == [])
        }
    }

    @Test("A person at a terminal is asked, and only a yes has an effect", arguments: [("n", 79), ("", 79), ("y", 0)])
    func terminal(answer: String, code: Int32) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let asked = try await account.run(
                ["open", "account://reservations/reserve?name=example.com"],
                input: answer + "\n",
                through: PseudoTerminal.wrapper
            )
            #expect(asked.output.contains("This link reserves example.com for ada. Go on? [y/N]"))
            #expect(asked.code == code, "\(asked.output)")
            #expect(try await names(account) == (code == 0 ? ["example.com"] : []))
        }
    }

    @Test("A link that reserves can be opened again, and nothing is reserved twice")
    func again() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let link = "account://reservations/reserve?name=example.com"
            #expect(try await account("open", link, "--yes").code == 0)
            let capital = "account://reservations/reserve?name=Example.com"
            let second = try await account("open", capital, "--yes", "--format", "json")
            #expect(second.code == 0, "\(second.error)")
            #expect(try AccountSchema.violations(of: second.json) == [])
            #expect(second.output.contains("You have reserved example.com already"))
            #expect(try await names(account) == ["example.com"])
        }
    }

    @Test("A link that only reads asks nothing")
    func reads() async throws {
        try await withFolder { folder in
            let link = "myapp://featureXYZ?cmd=getData#reservationId=82348@viewId=View2"
            let account = AccountProcess(state: folder)
            let shown = try await account("open", link, "--modules", "mock")
            #expect(shown.code == 0)
        }
    }

    private func reservations(_ account: AccountProcess) async throws -> [[String: Any]] {
        let document = try await account("reservations", "--format", "json").json
        return (document["reservations"] as? [String: Any])?["items"] as? [[String: Any]] ?? []
    }

    private func names(_ account: AccountProcess) async throws -> [String] {
        try await reservations(account).compactMap { $0["name"] as? String }
    }
}

/// A terminal for a process whose input is text.
enum PseudoTerminal {
    /// Runs a command on a terminal, hands it the input, and passes its output and exit code on.
    static let wrapper = ["/usr/bin/python3", "-c", script]

    private static let script = """
        import os, pty, sys
        data = sys.stdin.buffer.read()
        pid, fd = pty.fork()
        if pid == 0:
            os.execvp(sys.argv[1], sys.argv[1:])
        sent = False
        out = b""
        while True:
            try:
                part = os.read(fd, 65536)
            except OSError:
                break
            if not part:
                break
            out += part
            if not sent and (b"] " in out or b": " in out):
                os.write(fd, data)
                sent = True
        os.write(1, out)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        """
}
