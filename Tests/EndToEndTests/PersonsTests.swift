import AccountSandbox
import Foundation
import GRDB
import Testing

/// Who may see what on one device, through the process. The orders of steps are in `PersonsMatrixTests`.
@Suite("Persons on one device")
struct PersonsTests {
    @Test("Who signs in signs out whoever was signed in, which is said; nothing of theirs is left")
    func another() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        let url = server.url.absoluteString
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            for command in ["profile", "deals", "settings"] {
                #expect(try await account(command, "--server", url).code == 0)
            }
            let signedIn = try await account.signIn(as: "yuki", server: url)
            #expect(signedIn.code == 0)
            #expect(signedIn.error.contains("ada was signed in here"))
            for (path, bytes) in try contents(of: folder) where !path.hasPrefix("diagnostics") {
                for trace in ["Ada Example", "+44 20 7946 0018", "S-912604"] {
                    #expect(bytes.range(of: Data(trace.utf8)) == nil, "\(path)")
                }
            }
            let named = try await account("profile", "--offline", "--user", "ada", "--server", url)
            #expect(named.code == 77)
            #expect(named.output == "")
            #expect(named.error.contains("yuki is signed in here, and ada is not"))
        }
        await server.stop()
    }

    @Test("The demo user's orders, which the legacy service stores before anybody signs in, are erased, too")
    func afterDemo() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            #expect(try await account("orders").code == 0)
            #expect(try await account.signIn(as: "yuki").code == 0)
            for (path, bytes) in try contents(of: folder) where !path.hasPrefix("sandbox") {
                #expect(bytes.range(of: Data("S-912604".utf8)) == nil, "\(path)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "legacy/sandbox").path))
        }
    }

    @Test("Changes that were never sent forbid somebody else's sign-in, unless they may be discarded")
    func pending() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            #expect(try await account("settings").code == 0)
            #expect(try await account("settings", "--push", "off", "--offline").code == 0)
            // The same person may sign in again.
            #expect(try await account.signIn(as: "ada").code == 0)
            let refused = try await account.signIn(as: "yuki")
            #expect(refused.code == 75)
            #expect(refused.error.contains("never sent and would be lost"))
            #expect(try await account("orders", "--user", "ada").code == 0)
            #expect(try await account("settings", "--push", "off", "--offline").code == 0)
            let agreed = try await account.signIn(as: "yuki", flags: ["--discard-changes"])
            #expect(agreed.code == 0)
            #expect(try await account("orders", "--user", "yuki").code == 0)
        }
    }

    @Test("Signing out of one server leaves another's sign-in, data, changes and legacy responses")
    func otherServer() async throws {
        let (here, there) = (
            try await SandboxServer.start(SandboxConfiguration()), try await SandboxServer.start(SandboxConfiguration())
        )
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            for server in [here, there] {
                let url = server.url.absoluteString
                for command in ["profile", "deals", "settings"] {
                    #expect(try await account(command, "--server", url).code == 0)
                }
            }
            let url = there.url.absoluteString
            #expect(try await account("settings", "--push", "off", "--offline", "--server", url).code == 0)
            #expect(try await account("sign-out", "--server", here.url.absoluteString).code == 0)
            for command in ["profile", "orders", "addresses", "deals", "settings"] {
                let shown = try await account(command, "--offline", "--server", url)
                #expect(shown.code == 0, "\(command): \(shown.error)")
            }
            let synced = try await account("sync", "--server", url)
            #expect(synced.code == 0)
            #expect(synced.output.contains("off"), "\(synced.output)")
        }
        await here.stop()
        await there.stop()
    }

    @Test("What an earlier version left is taken over: the sign-in, the responses, and nobody else's")
    func upgrade() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        let url = server.url.absoluteString
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            for command in ["orders", "deals"] {
                #expect(try await account(command, "--server", url).code == 0)
            }
            try Self.makeOlder(folder, url)
            await server.stop()
            let orders = try await account("orders", "--offline", "--server", url)
            #expect(orders.code == 0, "\(orders.error)")
            #expect(orders.output.contains("Orders (12)"))
            let deals = try await account("deals", "--offline", "--server", url)
            #expect(deals.code == 0, "\(deals.error)")
            #expect(deals.error.contains("An earlier version had stored data of other people here. It is erased"))
            for (path, bytes) in try contents(of: folder) {
                #expect(bytes.range(of: Data("of somebody else".utf8)) == nil, "\(path)")
            }
        }
    }

    /// Gives a state folder the form that versions had with one legacy folder for all, and rows and responses of several people.
    private static func makeOlder(_ folder: URL, _ url: String) throws {
        let legacy = folder.appending(path: "legacy")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: legacy.path).first)
        let new = legacy.appending(path: name)
        var session = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: new.appending(path: "session.json"))) as? [String: Any]
        )
        session["server"] = url
        try JSONSerialization.data(withJSONObject: session).write(to: legacy.appending(path: "session.json"))
        let answers = new.appending(path: "answers")
        let responses = try #require(try FileManager.default.contentsOfDirectory(atPath: answers.path).first)
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789-")
        let older = "server-" + (url.addingPercentEncoding(withAllowedCharacters: plain) ?? "")
        try FileManager.default.createDirectory(
            at: legacy.appending(path: "answers"),
            withIntermediateDirectories: true
        )
        let moved = legacy.appending(path: "answers").appending(path: older)
        try FileManager.default.moveItem(at: answers.appending(path: responses), to: moved)
        try FileManager.default.createDirectory(
            at: moved.appending(path: "user-zoe"),
            withIntermediateDirectories: true
        )
        try Data("of somebody else".utf8).write(to: moved.appending(path: "user-zoe/orders.json"))
        try FileManager.default.removeItem(at: new)

        let database = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "store").path)
                .first { $0.hasSuffix(".sqlite") }
        )
        let queue = try DatabaseQueue(path: folder.appending(path: "store").appending(path: database).path)
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO answer (user, name, revision, asOf, unreadable, body)
                    VALUES (x'7a6f65', 'profile', 1, 0, '', CAST('of somebody else' AS BLOB))
                    """
            )
        }
        try queue.close()
    }
}
