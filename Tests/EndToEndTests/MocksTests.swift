import Foundation
import Testing

/// Mock modules, tested through the process: a change made with them is visible to the next command, and nothing else is.
@Suite("Mock modules")
struct MocksTests {
    @Test(
        "Whoever only looks leaves nothing behind, online and offline",
        arguments: ["profile", "orders", "deals", "deal D-2", "settings", "sync", "reservations"]
    )
    func looking(_ command: String) async throws {
        try await withFolder { folder in
            let state = folder.appending(path: "state")
            let account = Mocked(account: AccountProcess(state: state))
            let online = try await account(command)
            #expect(online.code == 0, "\(online.error)")
            let offline = try await account(command + " --offline")
            #expect(offline.code == 0, "\(offline.error)")
            #expect(!FileManager.default.fileExists(atPath: state.path))
        }
    }

    @Test("Another process finds a change, for its owner alone, also offline")
    func change() async throws {
        try await withFolder { folder in
            let account = Mocked(account: AccountProcess(state: folder.appending(path: "state")))
            let changed = try await account("settings --push off")
            #expect(changed.code == 0, "\(changed.error)")
            let online = try await account("settings")
            #expect(online.output.contains("Push notifications about new deals: off"))
            #expect(!online.output.contains("Not confirmed yet"))
            let offline = try await account("settings --offline")
            #expect(offline.output.contains("Push notifications about new deals: off"))
            #expect(offline.output.contains("As of "))
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                let file = folder.appending(path: path).path
                let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                #expect((mode ?? 0o777) & 0o077 == 0, "\(path)")
            }
        }
    }

    @Test("A change made offline waits, and is sent once", arguments: ["sync", "deals"])
    func offline(_ sender: String) async throws {
        try await withFolder { folder in
            let account = Mocked(account: AccountProcess(state: folder))
            let changed = try await account("settings --push off --offline")
            #expect(changed.output.contains("Not confirmed yet. The store last had: on."))
            let waiting = try await account("settings --offline")
            #expect(waiting.output.contains("Not confirmed yet. The store last had: on."))

            let sent = try await account(sender)
            #expect((sender == "sync" ? sent.output : sent.error).contains("off. The store has it now."))
            let again = try await account("sync")
            #expect(again.output == "Nothing had to be sent.\n")
            let settings = try await account("settings --format json").json["settings"] as? [String: Any]
            #expect(settings?["confirmed"] as? Bool == false)
        }
    }

    @Test("Chosen back before it was sent, nothing is to be sent")
    func chosenBack() async throws {
        try await withFolder { folder in
            let account = Mocked(account: AccountProcess(state: folder))
            _ = try await account("settings --push off --offline")
            _ = try await account("settings --push on --offline")
            #expect(try await account("sync").output == "Nothing had to be sent.\n")
        }
    }

    @Test("Who signs out is asked to sign in, and loses nothing unsent without being asked")
    func signOut() async throws {
        try await withFolder { folder in
            let account = Mocked(account: AccountProcess(state: folder))
            _ = try await account("settings --push off --offline")
            let refused = try await account("sign-out")
            #expect(refused.code == 75)
            #expect(refused.error.contains("1 change was never sent"))
            let done = try await account("sign-out --discard-changes")
            #expect(done.code == 0, "\(done.error)")
            for command in ["profile", "deals", "open account://settings"] {
                #expect(try await account(command).code == 77)
            }
            let signIn = "sign-in --login ada --password-stdin"
            let wrong = try await account(signIn, input: "wrong-password\n")
            #expect(wrong.code == 77)
            #expect(try await account("deals").code == 77)
            let signedIn = try await account(signIn, input: "analytical-engine\n")
            #expect(signedIn.code == 0, "\(signedIn.error)")
            #expect(try await account("settings").output.contains("Push notifications about new deals: on"))
        }
    }

    @Test("Processes at once lose neither a change nor a sign-out")
    func atOnce() async throws {
        try await withFolder { folder in
            let account = Mocked(account: AccountProcess(state: folder))
            async let first = account("settings --push off")
            async let second = account("settings --push off")
            async let third = account("sign-out")
            let ended = try await [first, second, third]
            // A command after the sign-out is asked to sign in.
            #expect(ended.allSatisfy { $0.code == 0 || $0.code == 77 }, "\(ended)")
            #expect(ended[2].code == 0, "\(ended[2].error)")
            #expect(try await account("settings").code == 77)
            _ = try await account("sign-in --login ada --password-stdin", input: "analytical-engine\n")
            let isOff = try await account("settings").output.contains("deals: off")
            #expect(isOff == (ended[0].code == 0 || ended[1].code == 0))
        }
    }

    @Test(
        "A file that can't be read costs a warning, is passed over, and set aside for the next change",
        arguments: ["", "{ not JSON", #"{"version":1,"settings":3}"#]
    )
    func corrupt(_ text: String) async throws {
        try await withFolder { folder in
            let account = Mocked(account: AccountProcess(state: folder))
            _ = try await account("settings --push off")
            let file = folder.appending(path: "mocks/changes.json")
            try Data(text.utf8).write(to: file)

            let shown = try await account("settings")
            #expect(shown.code == 0)
            #expect(shown.output.contains("Push notifications about new deals: on"))
            #expect(shown.error.contains("account: warning: What was changed with mocks"))
            #expect(try Data(contentsOf: file) == Data(text.utf8))

            let changed = try await account("settings --push off")
            #expect(changed.code == 0)
            #expect(try await account("settings").output.contains("Push notifications about new deals: off"))
            let aside = try contents(of: folder).filter { $0.key.contains("changes.json.corrupt-") }
            #expect(aside.map(\.value) == [Data(text.utf8)])
        }
    }

    @Test("A change that can't be kept is made, and said to be forgotten")
    func unusable() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "file")
            try Data("kept".utf8).write(to: file)
            let changed = try await Mocked(account: AccountProcess(state: file))("settings --push off")
            #expect(changed.code == 0)
            #expect(changed.error.contains("could not be stored for the next command"))
            #expect(try Data(contentsOf: file) == Data("kept".utf8))
        }
    }

    /// The command `account --modules mock`.
    private struct Mocked {
        let account: AccountProcess

        func callAsFunction(_ command: String, input: String = "") async throws -> AccountProcess.Ended {
            try await account.run(
                command.split(separator: " ").map(String.init) + ["--modules", "mock"],
                input: input
            )
        }
    }
}
