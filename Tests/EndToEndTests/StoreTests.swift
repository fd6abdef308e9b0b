import AccountSandbox
import Foundation
import Synchronization
import Testing

/// The store, tested through the process: sign-in, deals, profile and settings.
@Suite("The store")
struct StoreTests {
    private static let password = "analytical-engine"

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

    // MARK: - A fresh checkout

    @Test(
        "Sign-in, deals, profile and a change of settings work with nothing set up, and another process finds the change"
    )
    func story() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let signedIn = try await account(
                "sign-in",
                "--login",
                "ada",
                "--password-stdin",
                input: Self.password + "\n"
            )
            #expect(signedIn.code == 0, "\(signedIn.error)")
            #expect(signedIn.output == "Signed in as ada.\n")

            let deals = try await account("deals")
            #expect(deals.code == 0, "\(deals.error)")
            #expect(deals.output.contains("Two years for the price of one"))
            #expect(!deals.output.contains("Yesterday's bargain"))
            let all = try await account("deals", "--all")
            #expect(all.output.contains("Yesterday's bargain"))
            let deal = try await account("deal", "D-1005")
            #expect(deal.output.contains("Ten names, one invoice"))
            #expect(deal.output.contains("60. A term"))

            let profile = try await account("profile")
            #expect(profile.output.contains("1,250 bonus points"))
            #expect(profile.output.contains("Telephone +44 20 7946 0018"))
            #expect(profile.output.contains("Orders (12)"))

            let changed = try await account("settings", "--push", "off")
            #expect(changed.code == 0, "\(changed.error)")
            let settings = try await account("settings")
            #expect(settings.output.contains("Push notifications about new deals: off"))
            #expect(!settings.output.contains("Not confirmed yet"))

            for command in [["deals"], ["profile"], ["settings"]] {
                let offline = try await account.run(command + ["--offline"])
                #expect(offline.code == 0, "\(offline.error)")
                #expect(offline.output.contains("As of "))
            }
        }
    }

    @Test("Without a sign-in the demo user is signed in", arguments: ["deals", "profile", "settings", "sync"])
    func demo(_ command: String) async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)(command)
            #expect(shown.code == 0, "\(shown.error)")
        }
    }

    @Test("Who signs in with another login sees what is theirs, on every screen")
    func otherLogin() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let other = SandboxAccount.other
            let signIn = ["sign-in", "--login", other.login, "--password-stdin"]
            #expect(try await account.run(signIn, input: other.password + "\n").output == "Signed in as yuki.\n")
            let profile = try await account("profile")
            #expect(profile.output.contains("Telephone +81-3-0000-0000"))
            #expect(profile.output.contains("Orders (4)"))
            #expect(profile.output.contains("Addresses (2)"))
            #expect(try await account("orders").output.contains("JP¥1,480"))
            // The legacy service was not called: it would have signed in with another user.
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "legacy/sandbox/session.json").path))
            #expect(try await account("orders", "--offline").code == 69)

            let back = ["sign-in", "--login", "ada", "--password-stdin"]
            #expect(try await account.run(back, input: Self.password + "\n").code == 0)
            #expect(try await account("orders").output.contains("Orders (12)"))
        }
    }

    // MARK: - Offline

    @Test("A change made offline survives the process, is shown as pending, and reaches the store once")
    func offlineChange() async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            _ = try await account("settings", "--server", url)
            let down = [SandboxFault(.unavailable)]
            server.setFaults(down)
            let changed = try await account("settings", "--push", "off", "--server", url)
            #expect(changed.code == 0, "\(changed.error)")
            #expect(changed.output.contains("Not confirmed yet. The store last had: on."))
            #expect(await server.settings(of: "ada").applied == [])

            let failed = try await account("sync", "--server", url)
            #expect(failed.code == 69)
            server.setFaults([])
            let sent = try await account("sync", "--server", url)
            #expect(sent.output.contains("The store has it now."))
            let again = try await account("sync", "--server", url)
            #expect(again.output == "Nothing had to be sent.\n")
            #expect(await server.settings(of: "ada").applied == [false])
        }
    }

    @Test(
        "A change made offline is sent by the next command that reaches the store, which it neither delays nor fails",
        arguments: ["deals", "profile", "orders", "settings", "open account://deals"]
    )
    func sentByTheWay(_ command: String) async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            let arguments = command.split(separator: " ").map(String.init) + ["--server", url, "--timeout", "60"]
            _ = try await account("settings", "--server", url)
            let changed = try await account("settings", "--push", "off", "--server", url, "--offline")
            #expect(changed.output.contains("Not confirmed yet. The store last had: on."))
            #expect(try await account.run(arguments + ["--offline"]).error.contains("has it now") == false)
            #expect(await server.settings(of: "ada").applied == [])

            let sent = try await account.run(arguments)
            #expect(sent.code == 0, "\(sent.error)")
            #expect(sent.error == "account: Push notifications about new deals: off. The store has it now.\n")
            #expect(await server.settings(of: "ada").applied == [false])
            // What is shown and what is reported about the change agree.
            #expect(!sent.output.contains("Not confirmed yet"))
            let again = try await account.run(arguments)
            #expect(again.error == "")
            #expect(await server.settings(of: "ada").applied == [false])
        }
    }

    @Test("A store that takes no changes just then fails no other command, and the change waits on")
    func notSentByTheWay() async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            _ = try await account("deals", "--server", url)
            _ = try await account("settings", "--server", url)
            _ = try await account("settings", "--push", "off", "--server", url, "--offline")
            server.setFaults([SandboxFault(.unavailable)])
            let shown = try await account("deals", "--server", url)
            #expect(shown.code == 0)
            #expect(shown.output.contains("As of "))
            #expect(shown.error == "")
            #expect(await server.settings(of: "ada").applied == [])
            server.setFaults([])
            #expect(try await account("sync", "--server", url).output.contains("The store has it now."))
        }
    }

    @Test("A change whose answer was lost reaches the store once, also after a restart")
    func lostAnswer() async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            _ = try await account("settings", "--server", url)
            server.setFaults([SandboxFault(.dropApplied)])
            let changed = try await account("settings", "--push", "off", "--server", url, "--timeout", "6")
            #expect(changed.code == 0, "\(changed.error)")
            #expect(await server.settings(of: "ada").applied == [false])
            server.setFaults([])
            let sent = try await account("sync", "--server", url)
            #expect(sent.code == 0, "\(sent.error)")
            let settings = try await account("settings", "--server", url, "--format", "json").json
            let shown = try #require(settings["settings"] as? [String: Any])
            #expect(shown["newDeals"] as? Bool == false)
            #expect(shown["confirmed"] as? Bool == false)
            #expect(await server.settings(of: "ada").applied == [false])
        }
    }

    @Test("A change of another device is told, and not overwritten")
    func anotherDevice() async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            _ = try await account("settings", "--server", url)
            await server.changeSettingsElsewhere(of: "ada", newDeals: true)
            let changed = try await account("settings", "--push", "off", "--server", url)
            #expect(changed.code == 70)
            #expect(changed.error.contains("changed on another device"))
            #expect(await server.settings(of: "ada").applied == [])
        }
    }

    @Test("Signing out with a change that was never sent is refused first, and then loses it")
    func signOut() async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            _ = try await account("settings", "--server", url)
            server.setFaults([SandboxFault(.unavailable)])
            _ = try await account("settings", "--push", "off", "--server", url)
            let refused = try await account("sign-out", "--server", url)
            #expect(refused.code == 75)
            #expect(refused.error.contains("1 change was never sent"))
            let done = try await account("sign-out", "--discard-changes", "--server", url)
            #expect(done.code == 0, "\(done.error)")

            server.setFaults([])
            for command in ["deals", "orders", "settings"] {
                let shown = try await account(command, "--server", url)
                #expect(shown.code == 77)
                #expect(shown.error.contains("account sign-in"))
            }
            #expect(await server.settings(of: "ada").applied == [])
        }
    }

    // MARK: - Bad input

    @Test("A wrong password signs nobody in, and what was signed in stays so")
    func wrongPassword() async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            let wrong = try await account(
                "sign-in",
                "--login",
                "ada",
                "--password-stdin",
                "--server",
                url,
                input: "wrong-password\n"
            )
            #expect(wrong.code == 77)
            #expect(wrong.error.contains("does not know this login with this password"))
            #expect(wrong.output.isEmpty)
            #expect(!wrong.error.contains("wrong-password"))
            let deals = try await account("deals", "--server", url)
            #expect(deals.code == 0, "\(deals.error)")
        }
    }

    @Test("After five wrong passwords the login is locked, and the time is told; the right one does not help")
    func locked() async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            for _ in 1...5 {
                _ = try await account(
                    "sign-in",
                    "--login",
                    "ada",
                    "--password-stdin",
                    "--server",
                    url,
                    input: "wrong-password\n"
                )
            }
            let locked = try await account(
                "sign-in",
                "--login",
                "ada",
                "--password-stdin",
                "--server",
                url,
                input: Self.password + "\n"
            )
            #expect(locked.code == 77)
            #expect(locked.error.contains("locked until "))
        }
    }

    @Test("No password, no login, or no terminal to ask on is said, and nothing is sent")
    func noPassword() async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            let empty = try await account("sign-in", "--login", "ada", "--password-stdin", "--server", url)
            #expect(empty.code == 77)
            #expect(empty.error.contains("the login or the password is missing"))
            let noLogin = try await account("sign-in", "--password-stdin", "--server", url)
            #expect(noLogin.code == 64)
            let noTerminal = try await account("sign-in", "--login", "ada", "--server", url)
            #expect(noTerminal.code == 64)
            #expect(noTerminal.error.contains("use --password-stdin"))
            #expect(server.requests == [])
        }
    }

    @Test("A session that ends in the middle is renewed once, and nobody notices")
    func renewed() async throws {
        let clock = FastClock()
        try await withServer(SandboxConfiguration(tokenLifetime: .seconds(3600), now: clock.now)) { server, account in
            let url = server.url.absoluteString
            _ = try await account("deals", "--server", url)
            clock.advance(by: 3601)
            let shown = try await account("deals", "--server", url)
            #expect(shown.code == 0, "\(shown.error)")
            #expect(!shown.output.contains("As of"))
            #expect(server.requests.count { $0.path == "/auth/token" } == 2)
        }
    }

    @Test("A store that refuses renewed tokens too asks to sign in, and shows what was kept")
    func refusedSession() async throws {
        try await withServer { server, account in
            let url = server.url.absoluteString
            _ = try await account("deals", "--server", url)
            server.setFaults([SandboxFault(.unauthorised)])
            let deals = try await account("deals", "--server", url)
            #expect(deals.code == 0)
            #expect(deals.output.contains("You are no longer signed in."))
            #expect(deals.output.contains("Two years for the price of one"))
            let settings = try await account("settings", "--server", url)
            #expect(settings.code == 77)
            let changed = try await account("settings", "--push", "off", "--server", url)
            #expect(changed.code == 77)
        }
    }

    @Test(
        "A deal without its title, or with an end in an unknown format, is left out and told",
        arguments: [SandboxFault.Kind.unreadableRecord, .unknownFormat]
    )
    func unreadable(_ kind: SandboxFault.Kind) async throws {
        try await withServer(SandboxConfiguration(faults: [SandboxFault(kind)])) { server, account in
            let shown = try await account("deals", "--all", "--server", server.url.absoluteString)
            #expect(shown.code == 0, "\(shown.error)")
            #expect(shown.output.contains("Deals (7)"))
            #expect(shown.output.contains("1 deal could not be read and is not shown."))
        }
    }

    @Test("A deal that there is not is said so")
    func noDeal() async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)("deal", "D-0")
            #expect(shown.code == 66)
            #expect(shown.error.contains("no such deal"))
        }
    }

    @Test("With nothing kept and nobody there, each screen says so", arguments: ["deals", "settings", "sync"])
    func unavailable(_ command: String) async throws {
        try await withServer(SandboxConfiguration(faults: [SandboxFault(.unavailable)])) { server, account in
            let shown = try await account(command, "--server", server.url.absoluteString)
            // Nothing is queued, so nothing has to be sent.
            #expect(shown.code == (command == "sync" ? 0 : 69), "\(shown.error)")
        }
    }

    @Test("No password is in any file, and tokens are in theirs alone, which is its owner's")
    func secrecy() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            _ = try await account("sign-in", "--login", "ada", "--password-stdin", input: Self.password + "\n")
            _ = try await account("deals")
            _ = try await account("settings", "--push", "off")
            let tokenFile = folder.appending(path: "store/tokens-sandbox.json")
            let kept = try #require(
                JSONSerialization.jsonObject(with: try Data(contentsOf: tokenFile)) as? [String: Any]
            )
            let tokens = kept.values.compactMap { $0 as? String }.filter { $0.count > 30 }
            #expect(!tokens.isEmpty)
            let attributes = try FileManager.default.attributesOfItem(atPath: tokenFile.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            for (file, data) in try contents(of: folder) {
                #expect(data.range(of: Data(Self.password.utf8)) == nil, "\(file)")
                // The store in this process stores its side of them in a file of its own.
                guard !file.contains("tokens-sandbox.json"), !file.contains("sandbox/") else { continue }
                for token in tokens { #expect(data.range(of: Data(token.utf8)) == nil, "\(file)") }
            }
        }
    }
}

/// A server's clock that a test can advance.
private final class FastClock: Sendable {
    private let lead = Mutex(0.0)

    var now: @Sendable () -> Date {
        { Date().addingTimeInterval(self.lead.withLock { $0 }) }
    }

    func advance(by duration: Double) { lead.withLock { $0 += duration } }
}
