import AccountSandbox
import Foundation
import Testing

/// Programs that begin at once on a device where nobody has signed in.
@Suite("Cold starts")
struct ColdStartTests {
    @Test("30 programs that begin at once sign in once")
    func one() async throws {
        try await withFolder { folder in
            let grants = Grants()
            let server = try HostileServer { target in
                let body: String
                switch target {
                case let target where target.hasPrefix("POST /legacy/login"):
                    body = #"{"status":"OK","data":{"user":"ada","session":"s"}}"#
                case let target where target.hasPrefix("POST /legacy/token"):
                    body = #"{"status":"OK","data":{"token":"l","expires_in":300}}"#
                case let target where target.hasPrefix("POST /auth/token"):
                    grants.count()
                    body =
                        #"{"access_token":"a","refresh_token":"r","token_type":"Bearer","expires_in":300,"user":"ada"}"#
                default: return "HTTP/1.1 503 -\r\nContent-Length: 0\r\n\r\n"
                }
                return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body
            }
            defer { server.stop() }
            let command = [
                "deals", "--server", server.url, "--timeout", "20", "--state",
                folder.appending(path: "state").path,
            ]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<30 {
                    group.addTask {
                        let process = Process()
                        process.executableURL = AccountProcess.executable
                        process.arguments = command
                        process.standardOutput = FileHandle.nullDevice
                        process.standardError = FileHandle.nullDevice
                        await withCheckedContinuation { ended in
                            process.terminationHandler = { _ in ended.resume() }
                            do { try process.run() } catch { ended.resume() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(grants.value == 1)
        }
    }
}

private final class Grants: @unchecked Sendable {
    // Invariant: `lock` is held whenever `number` is touched.
    private let lock = NSLock()
    private var number = 0
    func count() { lock.withLock { number += 1 } }
    var value: Int { lock.withLock { number } }
}
