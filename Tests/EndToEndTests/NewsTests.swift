import Foundation
import Subprocess
import Testing

@Suite("account watch")
struct NewsTests {
    @Test("It shows the connection, the deals that stand, and then each new and ended deal")
    func polls() async throws {
        try await withFolder { folder in
            let state = folder.appending(path: "sandbox").path
            try await SandboxProcess.run(["--state", state, "--deal-every", "1"]) { url in
                let lines = try await Self.lines(
                    of: ["--server", url, "--every", "1"],
                    state: folder.appending(path: "account"),
                    until: { $0.hasPrefix("Ended: N-1") }
                )
                #expect(lines.first == "Connected. News appear here as they come.")
                let first = try #require(lines.firstIndex { $0.hasPrefix("New: N-1") })
                #expect(lines[..<first].contains { $0.hasPrefix("New: D-1004  Students pay half, without an end") })
                #expect(!lines.contains { $0.contains("D-1008") }, "A deal that is over is not new")
            }
        }
    }

    @Test("Programs get a document on each line, and a pause while notifications are off")
    func json() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            _ = try await account("settings", "--push", "off", "--modules", "mock")
            let lines = try await Self.lines(
                of: ["--modules", "mock", "--format", "json"],
                state: folder,
                until: { _ in true }
            )
            let line = try #require(lines.first)
            let event = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String],
                "\(line)"
            )
            #expect(event["event"] == "connection")
            #expect(event["state"] == "paused")
            #expect(Set(event.keys) == ["at", "event", "state"])
        }
    }

    @Test("It needs a store, and a sensible interval", arguments: [["--offline"], ["--every", "0"]])
    func refused(_ arguments: [String]) async throws {
        try await withFolder { folder in
            let ended = try await AccountProcess(state: folder).run(["watch"] + arguments)
            #expect(ended.code == 64)
        }
    }

    @Test(
        "A program that was built without MQTT says how to build it in",
        arguments: [["watch", "--broker", "mqtt://127.0.0.1"], ["sandbox", "--mqtt", "1883"]]
    )
    func notBuilt(_ arguments: [String]) async throws {
        try await withFolder { folder in
            let ended = try await AccountProcess(state: folder).run(arguments)
            #expect(ended.code == 64)
            #expect(ended.error.contains("swift build --traits default,MQTT"))
        }
    }

    /// Returns the lines that the command prints, up to the first that fits. The interrupted process must end with 0.
    private static func lines(
        of arguments: [String],
        state: URL,
        until isLast: @escaping @Sendable (String) -> Bool
    ) async throws -> [String] {
        try await AccountProcess(state: state).lines(
            of: ["watch", "--locale", "en_GB", "--time-zone", "UTC"] + arguments,
            until: { lines in lines.last.map(isLast) == true },
            ended: { status in #expect(status == .exited(0)) }
        )
    }
}
