import AccountSandbox
import Foundation
import Subprocess
import Synchronization
import Testing

/// What all users of the machine, or its owner, can see of a process: arguments and environment.
@Suite("The list of processes", .serialized)
struct ProcessListTests {
    @Test("Neither password nor token is in it while somebody signs in, nor while the token is used")
    func signIn() async throws {
        let list = WatchedList()
        // The store looks while it responds: the other process waits for it, in the middle of its work.
        let server = try await SandboxServer.start(SandboxConfiguration(now: list.look))
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let marker = "marker-\(UUID().uuidString)"
            func run(_ arguments: String..., input: String = "") async throws -> [String] {
                list.clear()
                let ended = try await account.run(
                    arguments + ["--server", server.url.absoluteString],
                    input: input,
                    environment: ["SEAM_MARKER": .some(marker)]
                )
                #expect(ended.code == 0, "\(ended.error)")
                #expect(!list.seen.isEmpty)
                return list.seen
            }

            let password = SandboxAccount.demo.password
            var seen = try await run("sign-in", "--login", "ada", "--password-stdin", input: password + "\n")
            seen += try await run("deals")
            seen += try await run("settings", "--push", "off")
            let file = try Data(contentsOf: try #require(try Self.tokenFile(in: folder)))
            let kept = try #require(JSONSerialization.jsonObject(with: file) as? [String: Any])
            let tokens = kept.values.compactMap { $0 as? String }.filter { $0.count > 30 }
            #expect(tokens.count >= 2)

            // The expected parts are found in every look, so what is not found is not there.
            for look in seen {
                #expect(look.contains(folder.path), "the arguments of the process")
                #expect(look.contains(marker), "its environment")
                for secret in [password] + tokens { #expect(!look.contains(secret)) }
            }
        }
        await server.stop()
    }

    private static func tokenFile(in folder: URL) throws -> URL? {
        let store = folder.appending(path: "store")
        return try FileManager.default.contentsOfDirectory(at: store, includingPropertiesForKeys: nil)
            .first { $0.lastPathComponent.hasPrefix("tokens-") && $0.pathExtension == "json" }
    }
}

/// A clock that looks at all processes each time it is read.
private final class WatchedList: Sendable {
    private let looks = Mutex<[String]>([])

    var look: @Sendable () -> Date {
        {
            let processes = Self.processes()
            self.looks.withLock { $0.append(processes) }
            return Date()
        }
    }

    var seen: [String] { looks.withLock { $0 } }

    func clear() { looks.withLock { $0 = [] } }

    #if os(Linux)
        /// Returns the processes. Those of other users, and those that end in the meantime, can't be read.
        private static func processes() -> String {
            let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return all.filter { $0.allSatisfy(\.isNumber) }.flatMap { process in
                ["cmdline", "environ"].compactMap { FileManager.default.contents(atPath: "/proc/\(process)/\($0)") }
            }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        }
    #else
        private static func processes() -> String {
            let output = Pipe()
            let list = Process()
            list.executableURL = URL(filePath: "/bin/ps")
            list.arguments = ["-Aww", "-E", "-o", "command"]
            list.standardOutput = output
            guard (try? list.run()) != nil, let data = try? output.fileHandleForReading.readToEnd() else { return "" }
            return String(decoding: data, as: UTF8.self)
        }
    #endif
}
