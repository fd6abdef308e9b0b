import AccountSandbox
import Foundation
import Testing

/// What a person sees if the state folder can't be used: the result is shown nevertheless, and nothing is lost.
@Suite("The state folder")
struct StateFolderTests {
    @Test("A folder that can't be made costs a warning and nothing else")
    func unusable() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "file")
            try Data("kept".utf8).write(to: file)
            let shown = try await AccountProcess(state: file.appending(path: "below"))()
            #expect(shown.code == 0)
            #expect(shown.output.contains("Orders (12)"))
            #expect(shown.error.contains("account: warning: "))
            #expect(try Data(contentsOf: file) == Data("kept".utf8))
        }
    }

    #if os(Linux)
        /// A command that makes modes count even for root: the process runs without the capabilities to override them.
        private static let withoutOverride = [
            "setpriv", "--bounding-set=-dac_override,-dac_read_search",
            "--inh-caps=-dac_override,-dac_read_search",
        ]

        @Test("A read-only folder costs a warning; what it has is still shown offline")
        func readOnly() async throws {
            try await withFolder { folder in
                let account = AccountProcess(state: folder)
                let online = try await account("profile")
                #expect(online.code == 0)
                let before = try contents(of: folder)
                try Self.setModes(of: folder, directories: 0o500, files: 0o400)
                defer { try? Self.setModes(of: folder, directories: 0o700, files: 0o600) }

                let shown = try await account.run(["profile"], through: getuid() == 0 ? Self.withoutOverride : [])
                #expect(shown.code == 0)
                #expect(shown.output.contains("Orders (12)"))
                #expect(shown.error.contains("account: warning: "))
                let offline = try await account.run(
                    ["profile", "--offline"],
                    through: getuid() == 0 ? Self.withoutOverride : []
                )
                #expect(offline.code == 0)
                #expect(offline.output.contains("As of "))
                #expect(try contents(of: folder) == before)
            }
        }

        @Test(
            "A folder that can't be read is told from a store that can't be reached and from one that has nothing",
            arguments: [
                (
                    "store", ["settings", "--push", "off"],
                    "The sign-in stored on this device can't be read, so the store was not asked"
                ),
                ("store", ["sign-out"], "The sign-in stored on this device can't be read, so the store was not asked"),
                (
                    "legacy", ["orders", "--offline"],
                    "What this device stores can't be read or written, so no orders are shown"
                ),
                ("legacy", ["sign-out"], "could not be erased, so you are still signed in"),
            ]
        )
        func unreadable(name: String, command: [String], message: String) async throws {
            try await withFolder { folder in
                let account = AccountProcess(state: folder)
                #expect(try await account("profile").code == 0)
                let before = try contents(of: folder)
                let closed = folder.appending(path: name).path
                try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: closed)
                defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed) }
                let ended = try await account.run(command, through: getuid() == 0 ? Self.withoutOverride : [])
                #expect(ended.code == 70 && ended.output.isEmpty)
                #expect(ended.error.contains(message), "\(ended.error)")
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed)
                // What a sign-out that failed has erased comes back by itself, but for the sign-in and what only this device has.
                let isLost = try contents(of: folder).filter { before[$0.key] != $0.value }.keys
                #expect(isLost.allSatisfy { command == ["sign-out"] && !$0.contains("tokens") }, "\(isLost)")
                #expect(try await account("settings").code == 0)
            }
        }

        @Test("A full disk costs a warning; what was kept before is unchanged")
        func full() async throws {
            try await withFolder { folder in
                let account = AccountProcess(state: folder)
                let online = try await account("orders")
                #expect(online.code == 0)
                let before = try contents(of: folder.appending(path: "legacy/sandbox/answers"))

                // No file may grow beyond 0 bytes: every write fails as on a full disk.
                let shown = try await account.run(
                    ["orders"],
                    through: ["sh", "-c", #"trap "" XFSZ; ulimit -f 0; exec "$0" "$@""#]
                )
                #expect(shown.code == 0)
                #expect(shown.output.contains("Orders (12)"))
                #expect(shown.error.contains("account: warning: "))
                #expect(try contents(of: folder.appending(path: "legacy/sandbox/answers")) == before)
            }
        }
    #endif

    @Test("Corrupt files are set aside or passed over with a warning, and the answer is shown")
    func corrupt() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let first = try await account("profile")
            #expect(first.code == 0)
            for path in try contents(of: folder).keys where path.hasSuffix(".json") {
                try Data("{ not JSON".utf8).write(to: folder.appending(path: path))
            }

            let shown = try await account("profile")
            #expect(shown.code == 0)
            #expect(shown.output.contains("Orders (12)"))
            #expect(shown.error.contains("account: warning: "))
            #expect(try contents(of: folder).keys.contains { $0.contains("sandbox.json.corrupt-") })
            let offline = try await account("profile", "--offline")
            #expect(offline.code == 0)
        }
    }

    @Test("Corrupt answers are no answers when there is no store to ask")
    func corruptOffline() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let first = try await account("orders")
            #expect(first.code == 0)
            for path in try contents(of: folder).keys where path.hasSuffix("orders.json") {
                try Data("{ not JSON".utf8).write(to: folder.appending(path: path))
            }
            let shown = try await account("orders", "--offline")
            #expect(shown.code == 69)
            #expect(shown.output == "")
        }
    }

    @Test("Files and folders are for their owner alone")
    func modes() async throws {
        try await withFolder { folder in
            let state = folder.appending(path: "state")
            let shown = try await AccountProcess(state: state)()
            #expect(shown.code == 0)
            for path in try FileManager.default.subpathsOfDirectory(atPath: state.path) {
                let attributes = try FileManager.default.attributesOfItem(atPath: state.appending(path: path).path)
                let mode = try #require(attributes[.posixPermissions] as? NSNumber).intValue
                #expect(mode & 0o077 == 0, "\(path)")
            }
        }
    }

    @Test("Neither password nor token is in what is printed or, but for the session's own file, kept")
    func secrets() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let shown = try await account("profile", "--format", "json")
            let kept = try contents(of: folder)
            let session = try #require(kept.first { $0.key == "legacy/sandbox/session.json" }).value
            let secrets = try #require(JSONSerialization.jsonObject(with: session) as? [String: Any])
                .values.compactMap { $0 as? String }.filter { $0.count >= 32 }
            #expect(secrets.count >= 2)
            for secret in secrets + [SandboxAccount.demo.password] {
                #expect(!shown.output.contains(secret))
                #expect(!shown.error.contains(secret))
                for (path, data) in kept where path.contains("answers") {
                    #expect(!String(decoding: data, as: UTF8.self).contains(secret), "\(path)")
                }
            }
        }
    }

    private static func setModes(of folder: URL, directories: Int, files: Int) throws {
        let paths =
            [folder.path]
            + (try FileManager.default.subpathsOfDirectory(atPath: folder.path)).map {
                folder.appending(path: $0).path
            }
        // The deepest first, while the path is still open; for root it always is.
        for path in paths.sorted(by: { $0.count > $1.count }) {
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            try FileManager.default.setAttributes(
                [.posixPermissions: isDirectory.boolValue ? directories : files],
                ofItemAtPath: path
            )
        }
    }
}
